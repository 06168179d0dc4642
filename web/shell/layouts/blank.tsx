import { ThemeButton } from '../theme/ThemeButton.tsx'
import classes from './Blank.module.css'
import type { Layout } from './Layout.ts'

/** The page alone, with one small button to leave this layout. */
export const blank: Layout = { Foot: Handle, classes }

function Handle() {
  return <ThemeButton className={classes.handle} />
}
