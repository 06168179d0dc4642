import { dayInRiyadh } from '#server/core/context.ts'
import type { TenantDatabase } from '#server/db/tenant/transaction.ts'
import { enqueue } from '#server/outbox/outbox.ts'

const dayMs = 86_400_000
/** One series of evenings, and the next day. */
export type PlannedEvening = { run: string; day: string }
/** Five minutes past midnight in Riyadh of the day that this moment is in, and so many days on. */
const pastMidnight = (now: Date, days: number) =>
  new Date(Date.parse(`${dayInRiyadh(now)}T00:05:00+03:00`) + days * dayMs)

/** What was posted and never handed over is issued when its day is over, day after day while the organisation is in phase 2. */
export async function planEndOfDay(
  db: TenantDatabase,
  organizationId: number,
  now: Date,
  last?: PlannedEvening,
): Promise<void> {
  const next = pastMidnight(now, 1)
  // Independent of clock differences between server and database: no evening is planned twice, and the series never
  // ends.
  const due_at =
    last && dayInRiyadh(next) <= last.day ? new Date(Date.parse(`${last.day}T00:05:00+03:00`) + dayMs) : next
  const payload: PlannedEvening = { run: last?.run ?? crypto.randomUUID(), day: dayInRiyadh(due_at) }
  await enqueue(db, organizationId, { kind: 'e_invoice_day', key: `${payload.run} ${payload.day}`, payload, due_at })
}
