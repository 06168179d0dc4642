import type { TenantDatabase } from '#server/db/tenant/transaction.ts'
import { enqueue, type NewMessage } from '#server/outbox/outbox.ts'

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
  if (part) await enqueue(db, organizationId, nextPartMessage({ id, plan, part }))
}

/** The message that posts a part when it is due. */
export function nextPartMessage({
  id,
  plan,
  part,
}: Planned & { part: { number: number; part_date: string } }): NewMessage {
  const payload: DeferralPayload = { deferral_id: id }
  return { kind: 'deferral', key: `${id} ${plan} ${part.number}`, payload, due_at: dueAt(part.part_date) }
}
