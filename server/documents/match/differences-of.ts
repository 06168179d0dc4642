import { isBilledBeyond, type PriceDifference, type PricedRow, priceDifference } from '#ledger/bill-difference.ts'
import { type Decimal, type Numeric, sum } from '#ledger/money.ts'

/** A row of a purchase order with which a bill is compared. */
export type OrderedRow = PricedRow & {
  id: number
  order_id: number
  number: string
  product_id: number
  /** What was received of it, and what bills have of it. */
  received: string
  billed: string
  is_stocked: boolean
}
export type BilledRow = PricedRow & {
  product_id: number
  order_line_id?: number | null | undefined
  goods_line_id?: number | null | undefined
}
export type Difference = {
  /** Of the order. */
  number: string
  price: PriceDifference | null
  /** Its goods came with no receipt. */
  isNotReceived: boolean
  /** What was ordered of the product, where a row takes none of it. */
  beyond: Decimal | null
}
type Match = { tolerance: Numeric; uses_goods_notes: boolean; rows: readonly OrderedRow[] }

/** What differs on each row of a bill: null where nothing does. */
export function differencesOf(match: Match, billed: readonly BilledRow[], decimals: number): (Difference | null)[] {
  const { tolerance, uses_goods_notes, rows } = match
  return billed.map((row) => {
    const ordered = rows.find(({ id }) => id === row.order_line_id)
    if (!ordered) return beyondOrder(match, billed, row)
    const price = priceDifference(ordered, row, { decimals, tolerance })
    const isNotReceived = uses_goods_notes && ordered.is_stocked && !row.goods_line_id
    return price || isNotReceived ? { number: ordered.number, price, isNotReceived, beyond: null } : null
  })
}

/** A product of the order in a row of its own: the order does not count it. */
function beyondOrder({ rows, tolerance }: Match, billed: readonly BilledRow[], row: BilledRow): Difference | null {
  const same = rows.filter(({ product_id }) => product_id === row.product_id)
  const [first] = same
  if (row.order_line_id || !first) return null
  const ordered = sum(same.map(({ quantity }) => quantity))
  const unordered = billed.filter((one) => !one.order_line_id && one.product_id === row.product_id)
  const much = sum(unordered.map(({ quantity }) => quantity))
  if (!isBilledBeyond(ordered, much, tolerance)) return null
  return { number: first.number, price: null, isNotReceived: false, beyond: ordered }
}
