import type { Allocated, Allocation } from '../allocation.ts'
import type { Line, LineRest } from '../entry.ts'
import { type Decimal, sum } from '../money.ts'
import type { Side } from './side.ts'

export type SettleFacts = {
  branch_id: number
  party_id: number
  /** The payment's or note's own; null in base currency. */
  currency_id: number | null
}

/**
 * Where the value of a payment or a credit goes: each allocation relieves the control account of its document, on the
 * document's branch, and shows the exchange difference; the rest, and what waits for a later document, is in the
 * advance account (accounting rules 2.1-8 and 2.1-9, V46).
 */
export function settle(
  side: Side,
  facts: SettleFacts,
  { allocations, unallocated, unallocated_base }: Allocated,
): Line[] {
  const waiting = allocations.filter((allocation) => allocation.waits)
  const settled = allocations.filter((allocation) => !allocation.waits)
  return [
    ...relieve(side, facts, settled),
    side.closes(side.advance, sum([unallocated_base, ...waiting.map(({ source_base }) => source_base)]), {
      ...partyRest(side, facts),
      amount_currency: sum([unallocated, ...waiting.map(({ amount }) => amount)]),
    }),
  ]
}

/** The allocations' part of an entry whose other side is worth their `source_base`. */
export function relieve(side: Side, facts: SettleFacts, allocations: readonly Allocation[]): Line[] {
  return allocations.flatMap(({ document_id, branch_id, amount, carrying_base, fx_base }) => [
    side.closes(side.control, carrying_base, {
      ...partyRest(side, facts),
      branch_id,
      document_id,
      amount_currency: amount,
    }),
    exchangeDifference(side, fx_base, { branch_id: facts.branch_id, document_id }),
  ])
}

/** `difference` in base currency is what was opened less what was closed; it is posted on the payment's branch. */
export function exchangeDifference(side: Side, difference: Decimal, rest: LineRest): Line {
  return difference.gt(0)
    ? side.closes(side.onRise.realised, difference, rest)
    : side.opens(side.onFall.realised, difference.abs(), rest)
}

export function partyRest(side: Side, { branch_id, party_id, currency_id }: SettleFacts): LineRest {
  return { branch_id, currency_id, party: { kind: side.party, id: party_id } }
}
