import type { TenantDatabase } from '#server/db/tenant/transaction.ts'
import { enqueue } from '#server/outbox/outbox.ts'

export type DeferralPayload = { deferral_id: number }
type Planned = { id: number; plan: number; part: { number: number; part_date: string } | undefined }

/** Ten minutes past midnight in Riyadh. */
const dueAt = (day: string) => new Date(Date.parse(`${day}T00:10:00+03:00`))

/** Puts the next part into the outbox; the same plan twice is one message. Nothing where no part is planned. */
export async function planNextPart(
  db: TenantDatabase,
  organizationId: number,
  { id, plan, part }: Planned,
): Promise<void> {
  if (!part) return
  const payload: DeferralPayload = { deferral_id: id }
  const key = `${id} ${plan} ${part.number}`
  await enqueue(db, organizationId, { kind: 'deferral', key, payload, due_at: dueAt(part.part_date) })
}
