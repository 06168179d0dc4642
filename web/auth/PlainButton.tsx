import type { ButtonHTMLAttributes } from 'react'
import classes from './plain.module.css'

type PlainButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & { busy?: boolean }

/** The one button of a sign-in page; busy, it turns and takes no second press. */
export function PlainButton({ busy = false, children, ...button }: PlainButtonProps) {
  return (
    <button
      type="button"
      {...button}
      className={classes.button}
      aria-disabled={busy}
      aria-busy={busy}
      data-busy={busy || undefined}
    >
      {children}
    </button>
  )
}
