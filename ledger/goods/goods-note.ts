import { credit, debit, type Entry, entry } from '../entry.ts'
import { type Decimal, decimal, type Numeric } from '../money.ts'

/** In base currency, one per row: what it is worth on the clearing account, and what its goods are worth in stock. */
export type GoodsNoteLine = { product_id: number; value: Numeric; cost: Numeric }
export type GoodsNoteFacts = { branch_id: number; lines: readonly GoodsNoteLine[] }

/** Goods that are delivered wait for their invoice at cost; goods that come back before it no longer do (accounting rule 2.1-14, V60). */
export function deliveryEntry({ branch_id, lines }: GoodsNoteFacts, isReturn: boolean): Entry {
  return entry(
    lines.flatMap(({ product_id, value }) => {
      const own = { branch_id, product_id }
      return isReturn
        ? [debit('INV', value, own), credit('GDNI', value, own)]
        : [debit('GDNI', value, own), credit('INV', value, own)]
    }),
  )
}

/**
 * Goods that are received wait for their bill at the order's value. Goods that go back before it leave stock at its average; the
 * difference is purchase price variance, as with a supplier's credit (2.1-6, V61).
 */
export function receiptEntry({ branch_id, lines }: GoodsNoteFacts, isReturn: boolean): Entry {
  return entry(
    lines.flatMap(({ product_id, value, cost }) => {
      const own = { branch_id, product_id }
      if (!isReturn) return [debit('INV', value, own), credit('GRNI', value, own)]
      return [
        debit('GRNI', value, own),
        credit('INV', cost, own),
        ...variance(decimal(value).minus(decimal(cost)), own),
      ]
    }),
  )
}

const variance = (difference: Decimal, own: { branch_id: number; product_id: number }) => [
  difference.gt(0) ? credit('PPV', difference, own) : debit('PPV', difference.abs(), own),
]
