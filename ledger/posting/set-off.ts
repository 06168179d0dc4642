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
  /** Worth what the payables are carried at: the difference to their own rate is realised. */
  receivables: readonly Allocation[]
  /** Relieved at what they are carried at, without a difference. */
  payables: readonly Allocation[]
}

/** Settling what a customer owes by what we owe him as a supplier: no money moves. */
export function setOffEntry({ customer_id, supplier_id, receivables, payables, ...shared }: SetOffFacts): Entry {
  return entry([
    ...relieve(purchases, { ...shared, party_id: supplier_id }, payables),
    ...relieve(sales, { ...shared, party_id: customer_id }, receivables),
  ])
}
