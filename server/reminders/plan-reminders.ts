import { dayInRiyadh } from '#server/core/context.ts'
import type { TenantDatabase } from '#server/db/tenant/transaction.ts'
import { enqueue } from '#server/outbox/outbox.ts'

const day_ms = 86_400_000
export type PlannedMorning = { plan: number; day?: string }
/** When mails of the day leave: at nine in Riyadh. */
const morningOf = (day: string) => new Date(Date.parse(`${day}T09:00:00+03:00`))

/** The morning after the last one; independent of clock differences, none is planned twice. */
export async function planReminders(
  db: TenantDatabase,
  organizationId: number,
  now: Date,
  { plan, day: last }: PlannedMorning,
): Promise<void> {
  const today = dayInRiyadh(now)
  const first = now < morningOf(today) ? today : dayInRiyadh(new Date(now.getTime() + day_ms))
  const day = last && first <= last ? dayInRiyadh(new Date(morningOf(last).getTime() + day_ms)) : first
  const payload: PlannedMorning = { plan, day }
  await enqueue(db, organizationId, { kind: 'reminder_day', key: `${plan} ${day}`, payload, due_at: morningOf(day) })
}
