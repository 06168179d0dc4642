import { sales } from '#contract/documents/sides.ts'
import { exposureOf } from '#ledger/credit.ts'
import { decimal, text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { creditParts, limitToday } from './credit-exposure.ts'
import { requireParty } from './save-party.ts'

/** What a customer may still buy: his limit, and what counts against it. */
export async function readCustomerCredit(context: Context, id: number) {
  const party = await requireParty(context, sales, id)
  const parts = await creditParts(context, id)
  const exposure = exposureOf(parts)
  const holds = limitToday(party, context.today)
  return {
    ...parts,
    exposure: text(exposure),
    limit: party.credit_limit,
    lifted_until: party.credit_lifted_until,
    available: holds === null ? null : text(decimal(holds).minus(exposure)),
  }
}
