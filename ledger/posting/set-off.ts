import type { Allocation } from '../allocation.ts'
import { type Entry, entry } from '../entry.ts'
import { relieve } from './settle.ts'
import { purchases, sales } from './side.ts'

export type SetOffFacts = {
  branch_id: number
  customer_id: number
  supplier_id: number
  /** null in base currency. */
  currency_id: number | null
  /** At the carrying amount of the payables: the difference to their own rate is realised. */
  receivables: readonly Allocation[]
  /** Settled at their carrying amount, without a difference. */
  payables: readonly Allocation[]
}

/** Settles receivables from a customer by payables to the same company as a supplier: no cash moves. */
export function setOffEntry({ customer_id, supplier_id, receivables, payables, ...shared }: SetOffFacts): Entry {
  return entry([
    ...relieve(purchases, { ...shared, party_id: supplier_id }, payables),
    ...relieve(sales, { ...shared, party_id: customer_id }, receivables),
  ])
}
