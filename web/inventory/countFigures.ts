import type { CountSheetRow } from '#contract/counts.ts'
import type { FormattableNumber } from '#contract/paper/format-number.ts'
import { type Decimal, decimal, parseDecimal, sum, zero } from '#ledger/money.ts'
import { count } from '#ledger/stock.ts'

type Books = 'quantity' | 'pool_quantity' | 'pool_value'
/** A row of the sheet, with the books as it is held against them. */
export type HeldRow = Omit<CountSheetRow, Books> & Record<Books, FormattableNumber>

/** The changes of a posted count, product by product. */
export type PostedCount = {
  count_date: string
  lines: readonly { product_id: number; difference: number; value: number }[]
}

/** The books without the count being corrected: saving reverses it before it posts the new one. */
export function withoutCount(rows: readonly CountSheetRow[], posted: PostedCount, date: string): HeldRow[] {
  const lines = new Map(posted.lines.map((line) => [line.product_id, line]))
  const less = (figure: number, part: number) => decimal(figure).minus(part)
  return rows.map((row) => {
    const line = lines.get(row.id)
    if (!line) return row
    return {
      ...row,
      // On an earlier day it was not in the books yet. The pool is always that of today.
      quantity: date < posted.count_date ? row.quantity : less(row.quantity, line.difference),
      pool_quantity: less(row.pool_quantity, line.difference),
      pool_value: less(row.pool_value, line.value),
    }
  })
}

/** The difference between a typed count and the books, and its value. NULL while the input is not a number. */
export function countedFigures(row: HeldRow, typed: string | undefined, decimals: number) {
  const parsed = typed ? parseDecimal(typed) : null
  if (parsed === null || decimal(parsed).lt(0)) return null
  const difference = decimal(parsed).minus(row.quantity)
  const pool = { quantity: decimal(row.pool_quantity), value: decimal(row.pool_value) }
  const left = pool.quantity.plus(difference)
  // The missing quantity exceeds the present stock: the server reports it on the row.
  if (left.lt(0)) return { difference, value: pool.value.neg() }
  return { difference, value: count(pool, left, row.cost, decimals).value }
}

/** Shortages and surpluses apart, as they are posted. */
export function countTotals(values: readonly Decimal[]) {
  const loss = sum(values.filter((value) => value.lt(0)))
  const gain = sum(values.filter((value) => value.gt(0)))
  return { loss: loss.abs(), gain, net: values.length === 0 ? zero : gain.plus(loss) }
}
