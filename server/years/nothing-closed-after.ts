import { Refusal } from '#server/kit/refusal.ts'

type Dates = { started_at: string; ended_at: string }

/** Closed books end with what was there when they were closed: nothing is posted, or opened again, in days before them. */
export function requireNothingClosedAfter(
  year: Dates,
  years: readonly (Dates & { status: string })[],
  field: string,
): void {
  if (years.some((other) => other.status === 'closed' && other.started_at > year.ended_at))
    throw new Refusal('year_order', { field })
}
