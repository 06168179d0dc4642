import { Outlet } from '@tanstack/react-router'
import classes from './PageOutlet.module.css'

/** Where the page goes; the skip link leads here. */
export function PageOutlet() {
  return (
    <main id="content" tabIndex={-1} className={classes.main}>
      <Outlet />
    </main>
  )
}
