import type { Account } from '../account.ts'
import { type Entry, entry } from '../entry.ts'
import type { Numeric } from '../money.ts'
import type { Side } from './side.ts'

export type OpenItemFacts = {
  document_id: number
  branch_id: number
  party_id: number
  /** null in base currency. */
  currency_id: number | null
  amount: Numeric
  amount_base: Numeric
  /** Its counter account: opening equity. */
  against: Account
}

/** Opening credits: advances without a payment of ours. */
export function openCreditEntry(side: Side, facts: Omit<OpenItemFacts, 'document_id'>): Entry {
  const { branch_id, party_id, currency_id, amount, amount_base, against } = facts
  return entry([
    side.closes(side.advance, amount_base, {
      branch_id,
      party: { kind: side.party, id: party_id },
      currency_id,
      amount_currency: amount,
    }),
    side.opens(against, amount_base, { branch_id }),
  ])
}

/** An amount due that no document of ours made: no tax, no income, only the control account (accounting rules 9, V35). */
export function openItemEntry(side: Side, facts: OpenItemFacts): Entry {
  const { document_id, branch_id, party_id, currency_id, amount, amount_base, against } = facts
  return entry([
    side.opens(side.control, amount_base, {
      branch_id,
      document_id,
      party: { kind: side.party, id: party_id },
      currency_id,
      amount_currency: amount,
    }),
    side.closes(against, amount_base, { branch_id }),
  ])
}
