import type { Allocation } from '../allocation.ts'
import { type Entry, entry } from '../entry.ts'
import { partyRest, relieve, type SettleFacts } from './settle.ts'
import type { Side } from './side.ts'

/**
 * Allocating later what a payment or a note left in the advance account (V10, V15, the second entry of V46). The
 * allocations come from `allocate` over the same source; whether they waited no longer matters.
 */
export function advanceAllocationEntry(side: Side, facts: SettleFacts, allocations: readonly Allocation[]): Entry {
  const advances = allocations.map(({ source_base, amount }) =>
    side.opens(side.advance, source_base, { ...partyRest(side, facts), amount_currency: amount }),
  )
  return entry([...advances, ...relieve(side, facts, allocations)])
}
