import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'

type Whose = { party_id: number; currency_id: number }

/**
 * The party and the currency of a document that was settled for some days cannot change: for those days the ageing
 * report reads the relief from the document, while the control account names the party that paid. Such a document is
 * voided and entered again.
 */
export async function refusePartyChangeWhenSettled(
  { db }: Context,
  stored: Whose & { id: number; last_unsettled_on: string | null },
  asked: Whose,
  partyField: string,
): Promise<void> {
  const isSame = asked.party_id === stored.party_id && asked.currency_id === stored.currency_id
  if (isSame || stored.last_unsettled_on === null) return
  const last = await db
    .selectFrom('allocations')
    .select('allocation_date')
    .where('document_id', '=', stored.id)
    .groupBy('allocation_date')
    .having((sums) => sums.fn.sum('amount'), '<>', '0')
    .orderBy('allocation_date', 'desc')
    .limit(1)
    .executeTakeFirst()
  const field = asked.party_id === stored.party_id ? 'currency_id' : partyField
  if (last) throw new Refusal('settled_then', { field, params: { date: last.allocation_date } })
}
