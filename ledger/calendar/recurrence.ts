import { addDays, addMonths, monthEnd } from './calendar.ts'

export const recurrenceUnits = ['day', 'week', 'month'] as const
export type Recurrence = {
  unit: (typeof recurrenceUnits)[number]
  every: number
  start_date: string
  /** Always on the last day of its month, however long that is. */
  is_month_end: boolean
  /** No occurrence after this day. */
  until_date: string | null
  /** No more occurrences than these. */
  count_max: number | null
}

/**
 * The date of an occurrence, counted from 0. NULL after the last one. Each is computed from the first date, so that a
 * short month moves no later one.
 */
export function occurrenceDay(recurrence: Recurrence, number: number): string | null {
  const { unit, every, start_date, is_month_end, until_date, count_max } = recurrence
  if (count_max !== null && number >= count_max) return null
  const steps = every * number
  const plain =
    unit === 'month' ? addMonths(start_date, steps) : addDays(start_date, unit === 'week' ? 7 * steps : steps)
  const day = unit === 'month' && is_month_end ? monthEnd(plain) : plain
  return until_date !== null && day > until_date ? null : day
}

/** The days of the next occurrences, at most so many. */
export function nextOccurrences(
  recurrence: Recurrence,
  from: number,
  count: number,
): { number: number; day: string }[] {
  const found: { number: number; day: string }[] = []
  for (let number = from; found.length < count; number++) {
    const day = occurrenceDay(recurrence, number)
    if (day === null) break
    found.push({ number, day })
  }
  return found
}
