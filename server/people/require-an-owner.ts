import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'

/** An organisation without an active owner could never be administered again; two owners removing each other wait here. */
export async function requireAnotherOwner(
  { db }: Context,
  id: number,
  refusal = new Refusal('last_owner', { field: 'status' }),
): Promise<void> {
  const owners = await db
    .selectFrom('users')
    .select('id')
    .where('is_owner', '=', true)
    .where('status', '=', 'active')
    .orderBy('id')
    .forUpdate()
    .execute()
  if (!owners.some((owner) => owner.id !== id)) throw refusal
}
