import type { ImportColumn } from '#contract/imports/import-columns.ts'
import type { ImportMapping, ImportOptions, ImportValues } from '#contract/imports/imports.ts'
import type { CellIssue, CellRow, Cells, ImportBody, ImportBook } from './kinds/import-kind.ts'
import { readDay } from './values/days.ts'
import { readFigure } from './values/figures.ts'
import { foldWord, readTruth } from './values/words.ts'

export type Layout = {
  columns: readonly ImportColumn[]
  mapping: ImportMapping
  meanings: ImportValues
  options: ImportOptions
}
/** The content of a row: `given` by its cells, `values` with the defaults for empty cells. */
export type RowValues = { number: number; given: ImportBody; values: ImportBody; issues: CellIssue[] }

/** The cells of a row under the names of our columns, with the words of the file replaced by those they mean. */
export function cellsReader({ mapping, meanings }: Layout): (number: number, cells: readonly string[]) => CellRow {
  const meaningOf = meaningFinder(meanings)
  return (number, cells) => {
    const named: Record<string, string> = {}
    for (const { column, source, fixed } of mapping) {
      const written = (source < 0 ? '' : (cells[source] ?? '')).trim()
      const said = written === '' ? (fixed ?? '') : (meaningOf(column, written) ?? written)
      if (said !== '') named[column] = said
    }
    return { number, cells: named }
  }
}

/** Finds the word that a word of the file was said to mean in a column. */
export function meaningFinder(meanings: ImportValues): (column: string, word: string) => string | undefined {
  const meant = new Map(meanings.map(({ column, from, to }) => [`${column} ${foldWord(from)}`, to]))
  return (column, word) => meant.get(`${column} ${foldWord(word)}`)
}

/** Cells as the values of a body. An unreadable one is an issue of its cell. */
export function readCells({ columns, options }: Layout, book: ImportBook, { number, cells }: CellRow): RowValues {
  const row: RowValues = { number, given: {}, values: {}, issues: [] }
  for (const column of columns) {
    const said = cells[column.key]
    const cell = said ?? column.fallback
    if (cell === undefined) continue
    const value = readCell(column, cell, options, book)
    if (value === undefined) {
      row.issues.push({ row: number, column: column.key, ...problemOf(column, cell) })
      continue
    }
    row.values[column.key] = value
    if (said !== undefined) row.given[column.key] = value
  }
  return row
}

function readCell(column: ImportColumn, cell: string, options: ImportOptions, book: ImportBook): unknown {
  const resolve = book.resolve[column.key]
  const read = {
    text: () => cell,
    figure: () => readFigure(cell, options.decimal_mark) ?? undefined,
    day: () => readDay(cell, options.day_order) ?? undefined,
    truth: () => readTruth(cell),
    choice: () => choiceOf(column, cell),
    reference: () => resolve?.(cell),
  }[column.type]()
  return column.type === 'choice' && resolve && read !== undefined ? resolve(String(read)) : read
}

export function choiceOf({ choices = {} }: ImportColumn, cell: string): string | undefined {
  const folded = foldWord(cell)
  return Object.entries(choices).find(
    ([value, words]) => value === cell || words.some((word) => foldWord(word) === folded),
  )?.[0]
}

function problemOf({ type }: ImportColumn, cell: string): Pick<CellIssue, 'code' | 'params'> {
  const codes = { figure: 'invalid_number', day: 'invalid_date', truth: 'invalid_choice', choice: 'invalid_choice' }
  return type === 'reference'
    ? { code: 'import_unknown_name', params: { name: cell.slice(0, 80) } }
    : { code: codes[type as keyof typeof codes] ?? 'invalid_value' }
}

/** Rows that are one record: an empty cell in a column of the group continues the record above. */
export const startsUnit = (groupBy: readonly string[] = [], before: Cells, { cells }: CellRow): boolean =>
  groupBy.length === 0 || groupBy.some((key) => cells[key] !== undefined && cells[key] !== before[key])
