import type { Need } from '#server/core/needs.ts'
import { Refusal } from '#server/core/refusal.ts'

type Whose = { party_id: number; currency_id: number }

/** The last day on which allocations to a document changed its settled amount, also where nothing of it is settled any more. */
export const lastSettlementOf = (documentId: number): Need<string | undefined> => ({
  load: async ({ db }) => {
    const last = await db
      .selectFrom('allocations')
      .select('allocation_date')
      .where('document_id', '=', documentId)
      .groupBy('allocation_date')
      .having((sums) => sums.fn.sum('amount'), '<>', '0')
      .orderBy('allocation_date', 'desc')
      .limit(1)
      .executeTakeFirst()
    return last?.allocation_date
  },
})

/**
 * The party and the currency of a document that was settled for some days cannot change: for those days the ageing
 * report reads the relief from the document, while the control account names the party that paid. Such a document is
 * voided and entered again.
 */
export function refusePartyChange(
  last: string | undefined,
  stored: Whose & { last_unsettled_on: string | null },
  asked: Whose,
  partyField: string,
): void {
  const isSame = asked.party_id === stored.party_id && asked.currency_id === stored.currency_id
  if (isSame || stored.last_unsettled_on === null || last === undefined) return
  const field = asked.party_id === stored.party_id ? 'currency_id' : partyField
  throw new Refusal('settled_then', { field, params: { date: last } })
}
