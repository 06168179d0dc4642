import { Refusal } from '#server/core/refusal.ts'
import type { CellFigure, Side } from './sheet-figures.ts'
import { signed } from './sheet-figures.ts'

/** A row with an amount in one column, or on one of two sides. */
export type RowFigures = {
  number: number
  one: CellFigure | null
  out: CellFigure | null
  into: CellFigure | null
  direction: Side | null
  hasDirection: boolean
}

/**
 * The signed amount of each row. Of a column for one side the sign says nothing where all its figures have it, and is a reversal
 * where only some have. An amount without any side is refused where the other rows have one.
 */
export function signedAmounts(rows: readonly RowFigures[], field: string): string[] {
  const refuse = (code: 'statement_both_sides' | 'statement_direction', { number }: RowFigures) =>
    new Refusal(code, { field, params: { row: number } })
  const outward = reversalsOf(rows.flatMap(({ out }) => out ?? []))
  const inward = reversalsOf(rows.flatMap(({ into }) => into ?? []))
  const credits = rows.flatMap(({ into }) => into ?? [])
  const singles = rows.flatMap(({ one }) => one ?? [])
  const isSigned = singles.some(({ isNegative }) => isNegative)
  const isNamed = rows.some(({ one, direction }) => one && (one.side ?? direction))
  const spoken = {
    out: reversalsOf(rows.flatMap(({ one, direction }) => (one && (one.side ?? direction) === 'out' ? one : []))),
    in: reversalsOf(rows.flatMap(({ one, direction }) => (one && (one.side ?? direction) === 'in' ? one : []))),
  }
  return rows.map((row) => {
    const { one, out, into, direction, hasDirection } = row
    if (one) {
      if (out || into) throw refuse('statement_both_sides', row)
      const side = one.side ?? direction
      if (side) return signed(one, spoken[side](one) ? opposite[side] : side)
      if (!isSigned && (isNamed || hasDirection)) throw refuse('statement_direction', row)
      return signed(one, one.isNegative ? 'out' : 'in')
    }
    if (out && into) throw refuse('statement_both_sides', row)
    if (out) return signed(out, out.side ?? (outward(out) ? 'in' : 'out'))
    // Credits that are all negative are reversals, or a sign that says nothing: the file does not tell.
    if (into && credits.every(({ isNegative }) => isNegative)) throw refuse('statement_direction', row)
    return into ? signed(into, into.side ?? (inward(into) ? 'out' : 'in')) : '0'
  })
}

const opposite = { in: 'out', out: 'in' } as const

/** Whether a figure of a column is against its side: negative among positive ones. */
function reversalsOf(column: readonly CellFigure[]): (figure: CellFigure) => boolean {
  const isMixed = column.some(({ isNegative }) => isNegative) && column.some(({ isNegative }) => !isNegative)
  return ({ isNegative }) => isMixed && isNegative
}
