import { Refusal } from '#server/core/refusal.ts'

type Dates = { started_at: string; ended_at: string }
type YearState = Dates & { name: string; status: string }

/** Closed books end with what was there when they were closed: nothing is posted, or opened again, in days before them. */
export function requireNothingClosedAfter(year: Dates, years: readonly YearState[], field: string): void {
  const closed = years.filter((other) => other.status === 'closed' && other.started_at > year.ended_at)
  // Of several, the latest comes first.
  const [latest] = closed.toSorted((one, other) => (one.started_at < other.started_at ? 1 : -1))
  if (latest) throw new Refusal('year_order', { field, params: { name: latest.name } })
}
