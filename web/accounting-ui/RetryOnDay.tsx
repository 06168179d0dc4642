import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { DayInput } from '../ui/fields/DayInput.tsx'
import classes from './RetryOnDay.module.css'

type RetryOnDayProps = {
  label: string
  hint: string
  retryLabel: string
  isPending: boolean
  /** An empty day means the day that failed. */
  onRetry: (day: string) => void
  /** Other ways out, after the button. */
  children?: ReactNode
}

/** The way out for a scheduled record that failed on its day: try again, on another day if one is given. */
export function RetryOnDay({ label, hint, retryLabel, isPending, onRetry, children }: RetryOnDayProps) {
  const [day, setDay] = useState('')
  return (
    <div className={classes.row}>
      <DayInput label={label} description={hint} value={day} onChange={setDay} clearable />
      <Button size="compact-sm" loading={isPending} onClick={() => onRetry(day)}>
        {retryLabel}
      </Button>
      {children}
    </div>
  )
}
