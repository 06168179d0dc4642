import type { Account } from '../account.ts'
import { type Entry, entry } from '../entry.ts'
import { decimal, type Numeric } from '../money.ts'
import { exchangeDifference, partyRest, type SettleFacts } from './settle.ts'
import type { Side } from './side.ts'

export type RefundFacts = SettleFacts & {
  cash: Account
  amount: Numeric
  /** The amount at the refund's rate. */
  amount_base: Numeric
  /** The carrying amount in the advance account (`relief` over the payment). */
  source_base: Numeric
}

/** Giving an advance back to a customer, or taking one back from a supplier (V11, V26). */
export function refundEntry(side: Side, facts: RefundFacts): Entry {
  const { branch_id, currency_id, cash, amount, amount_base, source_base } = facts
  return entry([
    side.opens(side.advance, source_base, { ...partyRest(side, facts), amount_currency: amount }),
    side.closes(cash, amount_base, { branch_id, currency_id, amount_currency: amount }),
    exchangeDifference(side, decimal(source_base).minus(decimal(amount_base)), { branch_id }),
  ])
}
