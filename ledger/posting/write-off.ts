import type { Account } from '../account.ts'
import { type Entry, entry } from '../entry.ts'
import type { Numeric } from '../money.ts'
import { partyRest, type SettleFacts } from './settle.ts'
import type { Side } from './side.ts'

export type WriteOffFacts = SettleFacts & {
  amount: Numeric
  /** The carrying amount in base currency. */
  amount_base: Numeric
  /** `BAD_DEBT`, `ROUNDING`, or an account that a user chose. */
  account: Account
}

/** Giving up what is open on a document (V41). VAT stays: relief for bad debts is a tax adjustment of its own. */
export function writeOffEntry(side: Side, facts: WriteOffFacts & { document_id: number }): Entry {
  const { branch_id, account, amount, amount_base, document_id } = facts
  return entry([
    side.opens(account, amount_base, { branch_id, document_id }),
    side.closes(side.control, amount_base, { ...partyRest(side, facts), document_id, amount_currency: amount }),
  ])
}

/** Writes off an unused advance (V55). */
export function advanceWriteOffEntry(side: Side, facts: WriteOffFacts): Entry {
  const { branch_id, account, amount, amount_base } = facts
  return entry([
    side.opens(side.advance, amount_base, { ...partyRest(side, facts), amount_currency: amount }),
    side.closes(account, amount_base, { branch_id }),
  ])
}
