import { credit, debit, type Entry, entry } from '../entry.ts'
import { decimal, type Numeric } from '../money.ts'

export type StockCountFacts = {
  branch_id: number
  /** `value` is signed, from `count`: a loss is negative. */
  lines: readonly { product_id: number; value: Numeric }[]
}

/** The entry of a count, or of a quantity changed on the product form (V37, V54): losses and surpluses separate. */
export function stockCountEntry({ branch_id, lines }: StockCountFacts): Entry {
  return entry(
    lines.flatMap(({ product_id, value }) => {
      const difference = decimal(value)
      const amount = difference.abs()
      return difference.lt(0)
        ? [debit('STOCK_LOSS', amount, { branch_id }), credit('INV', amount, { branch_id, product_id })]
        : [debit('INV', amount, { branch_id, product_id }), credit('STOCK_GAIN', amount, { branch_id })]
    }),
  )
}
