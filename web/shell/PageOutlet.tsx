import { Outlet } from '@tanstack/react-router'
import classes from './PageOutlet.module.css'
import { PageTabs } from './PageTabs.tsx'

/** The place of the page, below the tabs of its entry in the menu. The skip link leads here. */
export function PageOutlet() {
  return (
    <main id="content" tabIndex={-1} className={classes.main}>
      <PageTabs />
      <Outlet />
    </main>
  )
}
