import { type Decimal, decimal, type Numeric, sum } from '../money.ts'

/**
 * Debits and credits of a posting account in one stretch of time. Kinds are 0 business, 1 opening, 2 closing; `part`
 * is the branch or cost center where sums are asked for by one of them.
 */
export type Segment = {
  account_id: number
  segment: number
  kind: number
  part: number
  debit: Numeric
  credit: Numeric
}
export const closingKind = 2
export const openingKind = 1
export const businessKind = 0

/** Debit − credit of the rows that match. */
export function net(rows: readonly Segment[], keep: (row: Segment) => boolean): Decimal {
  return sum(rows.filter(keep).map((row) => decimal(row.debit).minus(decimal(row.credit))))
}

export const byAccount = (rows: readonly Segment[]): Map<number, Segment[]> =>
  Map.groupBy(rows, (row) => row.account_id)
