import { decimal, type Numeric } from '#ledger/money.ts'

/** A row of a purchase order with what is left of it, and what of its receipts no bill has. */
export type OpenRow = {
  id: number
  product_id: number
  price: Numeric
  open: Numeric
  receipts: readonly { id: number; open: Numeric }[]
}
/** In the product's own unit, as orders count. NULL: the unit of the row is not known yet, so neither is its quantity. */
export type RowInOwnUnit = { product_id: number | null; quantity: Numeric; price: Numeric } | null
export type Linked = { order_line_id: number; goods_line_id: number | null; product_id: number } | null

/**
 * Which row of an order each row of a paper is: by its product, and where that is unknown by quantity and price. A row that could be two
 * is none: a person links it. No row of the order is taken twice.
 */
export function linkRows(billed: readonly RowInOwnUnit[], open: readonly OpenRow[]): Linked[] {
  const free = new Set(open)
  return billed.map((row) => {
    const found = row && rowOf(row, [...free])
    if (!row || !found) return null
    free.delete(found)
    return { order_line_id: found.id, goods_line_id: receiptOf(row, found), product_id: found.product_id }
  })
}

function rowOf(row: NonNullable<RowInOwnUnit>, open: readonly OpenRow[]): OpenRow | undefined {
  const fits = open.filter((one) => decimal(row.quantity).lte(one.open))
  const isSame = (one: OpenRow) => decimal(one.open).eq(row.quantity) && decimal(one.price).eq(row.price)
  if (row.product_id === null) return only(fits.filter(isSame))
  const ofProduct = fits.filter(({ product_id }) => product_id === row.product_id)
  return (
    only(ofProduct) ??
    only(ofProduct.filter(({ price }) => decimal(price).eq(row.price))) ??
    only(ofProduct.filter(isSame))
  )
}

/** The receipt that has it all, where there is one such. */
function receiptOf({ quantity }: NonNullable<RowInOwnUnit>, { receipts }: OpenRow): number | null {
  const fits = receipts.filter(({ open }) => decimal(quantity).lte(open))
  return (only(fits) ?? only(fits.filter(({ open }) => decimal(quantity).eq(open))))?.id ?? null
}

const only = <Row>(rows: readonly Row[]): Row | undefined => (rows.length === 1 ? rows[0] : undefined)
