import type { FieldError } from '#contract/issues.ts'
import { type Decimal, text } from '#ledger/money.ts'

/** The refusal of a row's quantity: with the quantity in stock, or with what earlier rows of its product leave. `products` are those of all rows. */
export const stockShortage = (available: Decimal, products: readonly number[], index: number): FieldError => ({
  code: products.slice(0, index).includes(products[index] as number) ? 'insufficient_stock_left' : 'insufficient_stock',
  params: { available: text(available) },
})
