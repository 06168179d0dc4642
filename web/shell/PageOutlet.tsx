import { Outlet } from '@tanstack/react-router'
import classes from './PageOutlet.module.css'

/** The place of the page. The skip link leads here. */
export function PageOutlet() {
  return (
    <main id="content" tabIndex={-1} className={classes.main}>
      <Outlet />
    </main>
  )
}
