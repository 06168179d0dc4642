/**
 * The input of every statement: debits and credits of each posting account, by segment of time. `cuts` are the first
 * days of the segments, ascending; segment 0 is everything before the first, and nothing on or after the last is read.
 * Kinds are those of the balances: 0 business, 1 opening, 2 closing.
 */
export type SegmentSum = {
  account_id: number
  segment: number
  kind: number
  /** The branch or cost center of a sum; 0 for none. */
  part: number
  debit: string
  credit: string
}
