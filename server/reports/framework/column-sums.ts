import { type Decimal, decimal, zero } from '#ledger/money.ts'
import type { SegmentSum } from './segment-sum.ts'

/** Debit − credit of every account in each column; `columnOf` says where a row belongs, null to leave it out. */
export function columnSums(
  rows: readonly SegmentSum[],
  width: number,
  columnOf: (row: SegmentSum) => number | null,
): Map<number, Decimal[]> {
  const sums = new Map<number, Decimal[]>()
  for (const row of rows) {
    const column = columnOf(row)
    if (column === null || column < 0 || column >= width) continue
    const list = sums.get(row.account_id) ?? Array.from({ length: width }, () => zero)
    list[column] = (list[column] as Decimal).plus(decimal(row.debit)).minus(decimal(row.credit))
    sums.set(row.account_id, list)
  }
  return sums
}

/** The columns of several sums side by side. */
export function joinColumns(parts: readonly { sums: Map<number, Decimal[]>; width: number }[]): Map<number, Decimal[]> {
  const ids = new Set(parts.flatMap(({ sums }) => [...sums.keys()]))
  const empty = (width: number) => Array.from({ length: width }, () => zero)
  return new Map([...ids].map((id) => [id, parts.flatMap(({ sums, width }) => sums.get(id) ?? empty(width))]))
}
