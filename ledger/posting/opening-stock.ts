import { credit, debit, type Entry, entry } from '../entry.ts'
import type { Numeric } from '../money.ts'

export type OpeningStockFacts = { branch_id: number; product_id: number; cost: Numeric }

/** Stock a product is created with (V36, accounting rule 2.4): quantity × purchase price, rounded by the caller's `count`. */
export function openingStockEntry({ branch_id, product_id, cost }: OpeningStockFacts): Entry {
  return entry([debit('INV', cost, { branch_id, product_id }), credit('OPEN_EQ', cost, { branch_id })])
}
