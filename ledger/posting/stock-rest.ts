import { credit, debit, type Entry, entry } from '../entry.ts'
import { decimal, type Numeric } from '../money.ts'

type StockRestFacts = {
  branch_id: number
  document_id?: number | null
  /** Signed: the rest of a pool without goods. */
  lines: readonly { product_id: number; value: Numeric }[]
}

/** The value without goods to carry it, a purchase price variance (2.1-5). */
export function stockRestEntry({ branch_id, document_id = null, lines }: StockRestFacts): Entry {
  return entry(
    lines.flatMap(({ product_id, value }) => {
      const amount = decimal(value)
      const [into, outOf] = amount.gt(0) ? (['PPV', 'INV'] as const) : (['INV', 'PPV'] as const)
      const rest = { branch_id, document_id, product_id }
      return [debit(into, amount.abs(), rest), credit(outOf, amount.abs(), rest)]
    }),
  )
}
