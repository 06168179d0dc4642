import type { ReactNode } from 'react'
import classes from './SecretText.module.css'

/** A key, a link or a secret, selected as a whole by one click. */
export const SecretText = ({ children }: { children: ReactNode }) => (
  <code dir="ltr" className={classes.secret}>
    {children}
  </code>
)
