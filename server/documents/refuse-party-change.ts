import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'

type Whose = { party_id: number; currency_id: number }

/**
 * A document that was settled for some days stays whose it is, and in its currency: of these days the ageing tells by the document
 * what was relieved of it, while the control account goes on naming who had paid. Such a one is voided and entered anew.
 */
export async function refusePartyChangeWhenSettled(
  { db }: Context,
  stored: Whose & { id: number; undone_on: string | null },
  asked: Whose,
  partyField: string,
): Promise<void> {
  const isSame = asked.party_id === stored.party_id && asked.currency_id === stored.currency_id
  if (isSame || stored.undone_on === null) return
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
