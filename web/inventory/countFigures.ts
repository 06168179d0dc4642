import type { CountSheetRow } from '#contract/counts.ts'
import { type Decimal, decimal, parseDecimal, sum, zero } from '#ledger/money.ts'
import { count } from '#ledger/stock.ts'

/** What a typed count comes to: the difference to the books and its worth; null while nothing sensible is typed. */
export function countedFigures(row: CountSheetRow, typed: string | undefined, decimals: number) {
  const parsed = typed ? parseDecimal(typed) : null
  if (parsed === null || decimal(parsed).lt(0)) return null
  const difference = decimal(parsed).minus(row.quantity)
  const pool = { quantity: decimal(row.pool_quantity), value: decimal(row.pool_value) }
  const left = pool.quantity.plus(difference)
  // More is missing than lies there now: the server says so on the row.
  if (left.lt(0)) return { difference, value: pool.value.neg() }
  return { difference, value: count(pool, left, row.cost, decimals).value }
}

/** Shortages and surpluses apart, as they are posted. */
export function countTotals(values: readonly Decimal[]) {
  const loss = sum(values.filter((value) => value.lt(0)))
  const gain = sum(values.filter((value) => value.gt(0)))
  return { loss: loss.abs(), gain, net: values.length === 0 ? zero : gain.plus(loss) }
}
