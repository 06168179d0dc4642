import { type Decimal, decimal, sum, zero } from '#ledger/money.ts'

/** A row of a column with figures. `level` counts from 1, the outermost; `isStrong`: a heading, a subtotal or a total. */
export type SumRow = { level: number; isStrong: boolean; figure: number | null }
/** First and last position of the rows that a figure adds up. */
export type SumRange = { from: number; to: number }

/**
 * Which figures of a column are sums of other rows, by their position: of the rows below a parent, or of those above a total. As
 * `SUBTOTAL` does, a sum leaves out what is itself a sum, so that nothing counts twice. A figure that is not exactly
 * the sum of its rows has none.
 */
export function sumRanges(rows: readonly SumRow[]): Map<number, SumRange> {
  const ranges = new Map<number, SumRange>()
  const accept = (position: number, range: SumRange) => {
    const added = positions(range).flatMap((at) => (ranges.has(at) ? [] : figureAt(rows, at)))
    if (added.length > 0 && isFigure(rows, position, sum(added))) ranges.set(position, range)
  }
  // The innermost parents first: what they add up is left out of the sums around them.
  const parents = rows.flatMap((_, position) => {
    const to = lastBelow(rows, position)
    return to > position ? [{ position, range: { from: position + 1, to } }] : []
  })
  for (const { position, range } of parents.toSorted((a, b) => levelAt(rows, b.position) - levelAt(rows, a.position)))
    accept(position, range)
  let above: Decimal | null = null
  for (const [position, row] of rows.entries()) {
    if (row.isStrong && lastBelow(rows, position) === position) {
      const from = firstAbove(rows, position)
      if (from < position) accept(position, { from, to: position - 1 })
      if (!ranges.has(position) && above && isFigure(rows, position, above))
        ranges.set(position, { from: 0, to: position - 1 })
    }
    const [figure] = ranges.has(position) ? [] : figureAt(rows, position)
    if (figure) above = (above ?? zero).plus(figure)
  }
  return ranges
}

function figureAt(rows: readonly SumRow[], position: number): Decimal[] {
  const figure = rows[position]?.figure ?? null
  return figure === null ? [] : [decimal(figure)]
}

const isFigure = (rows: readonly SumRow[], position: number, added: Decimal): boolean =>
  figureAt(rows, position).some((figure) => figure.eq(added))

const levelAt = (rows: readonly SumRow[], position: number): number => rows[position]?.level ?? 0

const positions = ({ from, to }: SumRange): number[] => Array.from({ length: to - from + 1 }, (_, step) => from + step)

/** The last row below a parent, which is deeper; the parent itself where there is none. */
function lastBelow(rows: readonly SumRow[], position: number): number {
  let last = position
  while (last + 1 < rows.length && levelAt(rows, last + 1) > levelAt(rows, position)) last++
  return last
}

/** The first of the deeper rows directly above a subtotal; the subtotal itself where there is none. */
function firstAbove(rows: readonly SumRow[], position: number): number {
  let first = position
  while (first > 0 && levelAt(rows, first - 1) > levelAt(rows, position)) first--
  return first
}
