import { ThemeButton } from '../theme/ThemeButton.tsx'
import classes from './Blank.module.css'
import type { Layout } from './layouts.ts'

/** The page alone. One small button stays, since otherwise nobody would find the way back. */
export const blank: Layout = { Foot: Handle, classes }

function Handle() {
  return <ThemeButton className={classes.handle} />
}
