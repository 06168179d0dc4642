import type { CellIssue, CellRow } from './kinds/import-kind.ts'
import { choiceOf, type Layout } from './layout.ts'
import { readFigure } from './values/figures.ts'
import { isTotal } from './values/totals.ts'
import { foldWord } from './values/words.ts'

/** Finds out why a row is no record: a total, the heads once more, a text on its own. */
export function passedReader({ columns, heads }: Layout): (cells: readonly string[]) => string | undefined {
  const folded = heads.map(foldWord)
  const isOfMoney = columns.some(({ type }) => type === 'day')
  return (cells) => {
    const first = cells.findIndex((cell) => cell !== '')
    if (first < 0) return undefined
    const text = cells[first] as string
    const isSum = isTotal(text, isOfMoney)
    // Most rows end here.
    if (!isSum && !isOfMoney && foldWord(text) !== folded[first]) return undefined
    const others = cells.filter((cell, index) => index > first && cell !== '')
    if (isSum && others.every((cell) => isTotal(cell) || readFigure(cell) !== null)) return 'import_total_row'
    if (others.length > 0 && cells.every((cell, index) => cell === '' || foldWord(cell) === folded[index]))
      return 'import_head_row'
    return isOfMoney && others.length === 0 && heads.length > 3 ? 'import_text_row' : undefined
  }
}

/** Why the rows of a record are left out: they are none, or the other program had it as a draft or void. */
export function leftOutRows(layout: Layout, rows: readonly CellRow[]): CellIssue[] {
  const [first] = rows
  if (first?.passed !== undefined) return [{ row: first.number, column: null, code: first.passed }]
  const column = layout.columns.find(({ key, choices }) => key === 'status' && choices?.void)
  const state = column && choiceOf(column, first?.cells.status ?? '')
  if (state !== 'draft' && state !== 'void') return []
  return rows.map(({ number }) => ({ row: number, column: 'status', code: `import_${state}_left_out` }))
}
