import { occurrenceDay } from '#ledger/calendar/recurrence.ts'
import type { TenantDatabase } from '#server/db/tenant/transaction.ts'
import { enqueue } from '#server/outbox/outbox.ts'
import type { StoredRecurring } from './recurring-rows.ts'

export type RecurringPayload = { recurring_id: number }

/** Ten minutes past midnight in Riyadh. */
const dueAt = (day: string) => new Date(Date.parse(`${day}T00:10:00+03:00`))

/** Puts the next occurrence into the outbox; the same plan twice is one message. Nothing of one that is paused or over. */
export async function planNext(db: TenantDatabase, organizationId: number, row: StoredRecurring): Promise<void> {
  const day = row.state === 'active' ? occurrenceDay(row, row.next_number) : null
  if (day === null) return
  const key = `${row.id} ${row.plan} ${row.next_number}`
  const payload: RecurringPayload = { recurring_id: row.id }
  await enqueue(db, organizationId, { kind: 'recurring', key, payload, due_at: dueAt(day) })
}
