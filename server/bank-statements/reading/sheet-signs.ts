import { decimal, text } from '#ledger/money.ts'
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
type Single = RowFigures & { one: CellFigure }

/**
 * The signed amount of each row. Of a column for one side the sign says nothing where all its figures have it, and is a reversal
 * where only some have. An amount without any side is refused where the other rows have one. `balances` are those of the rows.
 */
export function signedAmounts(
  rows: readonly RowFigures[],
  balances: readonly (string | null)[],
  field: string,
): string[] {
  const refuse = refusalOf(field)
  const outward = reversalsOf(rows.flatMap(({ out }) => out ?? []))
  const inward = reversalsOf(rows.flatMap(({ into }) => into ?? []))
  const credits = rows.flatMap(({ into }) => into ?? [])
  const others = rows.map((row): string | null => {
    const { one, out, into } = row
    if ((one && (out || into)) || (out && into)) throw refuse('statement_both_sides', row)
    if (one) return null
    if (out) return signed(out, out.side ?? (outward(out) ? 'in' : 'out'))
    // Credits that are all negative are reversals, or a sign that says nothing: the file does not tell.
    if (into && credits.every(({ isNegative }) => isNegative)) throw refuse('statement_direction', row)
    return into ? signed(into, into.side ?? (inward(into) ? 'out' : 'in')) : '0'
  })
  const singles = rows.filter((row): row is Single => row.one !== null)
  const written = new Map(singles.map((row, index) => [row as RowFigures, index]))
  const withSingles = (amounts: readonly string[]) =>
    rows.map((row, index) => others[index] ?? (amounts[written.get(row) as number] as string))
  const bySide = sidedAmounts(singles, refuse)
  if (!singles.some(({ one }) => one.isNegative)) return withSingles(bySide)
  const bySign = singles.map(({ one }) => signed(one, one.isNegative ? 'out' : 'in'))
  const differing = bySign.findIndex((amount, index) => amount !== bySide[index])
  if (differing < 0) return withSingles(bySign)
  // Sign and word contradict each other: the balances decide, never the word alone.
  const proven = [bySign, bySide].map(withSingles).filter((amounts) => areProven(amounts, balances))
  if (proven.length !== 1) throw refuse('statement_sign_and_word', singles[differing] as Single)
  return proven[0] as string[]
}

type Code = 'statement_both_sides' | 'statement_direction' | 'statement_sign_and_word'
const refusalOf =
  (field: string) =>
  (code: Code, { number }: RowFigures) =>
    new Refusal(code, { field, params: { row: number } })

/** The amounts by the sides that their rows name. A negative one among positive ones of a side is a reversal. */
function sidedAmounts(rows: readonly Single[], refuse: ReturnType<typeof refusalOf>): string[] {
  const sideOf = ({ one, direction }: Single) => one.side ?? direction
  const isSigned = rows.some(({ one }) => one.isNegative)
  const isNamed = rows.some(sideOf)
  const reversed = {
    out: reversalsOf(rows.flatMap((row) => (sideOf(row) === 'out' ? row.one : []))),
    in: reversalsOf(rows.flatMap((row) => (sideOf(row) === 'in' ? row.one : []))),
  }
  return rows.map((row) => {
    const { one, hasDirection } = row
    const side = sideOf(row)
    if (side) return signed(one, reversed[side](one) ? opposite[side] : side)
    if (!isSigned && (isNamed || hasDirection)) throw refuse('statement_direction', row)
    return signed(one, one.isNegative ? 'out' : 'in')
  })
}

const opposite = { in: 'out', out: 'in' } as const

/** Whether a figure of a column is against its side: negative among positive ones. */
function reversalsOf(column: readonly CellFigure[]): (figure: CellFigure) => boolean {
  const isMixed = column.some(({ isNegative }) => isNegative) && column.some(({ isNegative }) => !isNegative)
  return ({ isNegative }) => isMixed && isNegative
}

/** Whether each balance follows from the one above, or from the one below, and some do. */
function areProven(amounts: readonly string[], balances: readonly (string | null)[]): boolean {
  const follows = (order: readonly number[]) => {
    let before: string | null = null
    let count = 0
    for (const index of order) {
      const balance = balances[index] ?? null
      if (balance === null) return false
      if (before !== null && text(decimal(before).plus(amounts[index] as string)) !== text(decimal(balance)))
        return false
      if (before !== null) count++
      before = balance
    }
    return count > 0
  }
  const order = [...amounts.keys()]
  return follows(order) || follows(order.toReversed())
}
