import type { ListedPrice } from '#contract/prices/price-lists.ts'
import { decimal, parseDecimal, text } from '#ledger/money.ts'
import { priceOnDocument, stepFor } from '#ledger/price-list.ts'
import type { ItemRow } from './itemRow.ts'

/** What a list says of a row: its price as the document says prices, and from which quantity on. */
export type ListedOnRow = { list: ListedPrice['list']; from_quantity: number; price: string; isTaken: boolean }

export function listedOnRow(
  steps: readonly ListedPrice[],
  row: ItemRow,
  prices_include_tax: boolean,
): ListedOnRow | null {
  const quantity = parseDecimal(row.quantity)
  // A price of pieces does not meet cartons, nor that of a carton pieces.
  const own = steps.filter(({ product_unit_id }) => String(product_unit_id ?? '') === row.product_unit_id)
  const step = quantity === null ? undefined : stepFor(own, quantity)
  if (!step) return null
  const tax_rate = parseDecimal(row.tax_rate || '0') ?? '0'
  const price = text(priceOnDocument(step, { prices_include_tax, tax_rate }))
  const typed = parseDecimal(row.price)
  return {
    list: step.list,
    from_quantity: step.from_quantity,
    price,
    isTaken: typed !== null && decimal(typed).eq(price),
  }
}

/** The row with the listed price, or with that of its product; itself where its price was typed or stays. */
export function repriced(row: ItemRow, listed: ListedOnRow | null): ItemRow {
  if (row.filled_price === undefined || row.price !== row.filled_price) return row
  const price = listed?.price ?? row.product_price ?? row.price
  return price === row.price ? row : { ...row, price, filled_price: price }
}
