import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react'
import classes from './plain.module.css'

type PlainFieldProps = InputHTMLAttributes<HTMLInputElement> & {
  label: string
  error?: string
  hint?: string
  /** At the end of the control: the eye of a password. */
  end?: ReactNode
  ref?: Ref<HTMLInputElement>
  isOptional?: boolean
}

/** Label, control and error without a component library, which the sign-in pages therefore do not load. */
export function PlainField({ label, error, hint, end, isOptional, ...input }: PlainFieldProps) {
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={classes.field}>
      <label htmlFor={id} data-required={isOptional ? undefined : true}>
        {label}
      </label>
      {hint && (
        <span id={`${id}-hint`} className={classes.hint}>
          {hint}
        </span>
      )}
      <span className={classes.control}>
        <input
          {...input}
          id={id}
          className={classes.input}
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
        />
        {end}
      </span>
      {error && (
        <span id={`${id}-error`} className={classes.error}>
          {error}
        </span>
      )}
    </div>
  )
}
