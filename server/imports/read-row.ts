import type { ImportColumn } from '#contract/imports/import-columns.ts'
import type { ImportOptions, ImportValues } from '#contract/imports/imports.ts'
import { decimal } from '#ledger/money.ts'
import { readDay } from '#server/reading/values/days.ts'
import { isPercent, readFigure, readSided } from '#server/reading/values/figures.ts'
import { foldWord, readTruth } from '#server/reading/values/words.ts'
import type { CellIssue, CellRow, Cells, ImportBody, ImportBook } from './kinds/import-kind.ts'
import { choiceOf, type Layout } from './layout.ts'
import { passedReader } from './passed-rows.ts'

/** The content of a row: `given` by its cells, `values` with the defaults for empty cells. */
export type RowValues = { number: number; given: ImportBody; values: ImportBody; issues: CellIssue[] }

/** Reads the cells of a row into our columns, with words of the file replaced by their meanings. */
export function cellsReader(layout: Layout): (number: number, cells: readonly string[]) => CellRow {
  const { mapping, meanings } = layout
  const meaningOf = meaningFinder(meanings)
  const passedOf = passedReader(layout)
  return (number, cells) => {
    const named: Record<string, string> = {}
    for (const { column, source, fixed } of mapping) {
      const written = (source < 0 ? '' : (cells[source] ?? '')).trim()
      const cellText = written === '' ? (fixed ?? '') : (meaningOf(column, written) ?? written)
      if (cellText !== '') named[column] = cellText
    }
    const passed = passedOf(cells)
    return { number, cells: named, ...(passed !== undefined && { passed }) }
  }
}

/** Finds the meaning that the user gave to a word of the file in a column. */
export function meaningFinder(meanings: ImportValues): (column: string, word: string) => string | undefined {
  const meant = new Map(meanings.map(({ column, from, to }) => [`${column} ${foldWord(from)}`, to]))
  return (column, word) => meant.get(`${column} ${foldWord(word)}`)
}

/** Converts cells to the values of a request body. An unreadable cell becomes an issue. */
export function readCells(layout: Layout, book: ImportBook, { number, cells }: CellRow): RowValues {
  const { columns, options } = layout
  const row: RowValues = { number, given: {}, values: {}, issues: [] }
  const refuse = (column: ImportColumn, issue: Pick<CellIssue, 'code' | 'params'>) =>
    void row.issues.push({ row: number, column: column.key, ...issue })
  for (const column of columns) {
    const cellText = cells[column.key]
    if (column.unless !== undefined && cells[column.unless] !== undefined) continue
    if (cellText === undefined && column.isAskedWhereEmpty && isMapped(layout, column.key)) {
      refuse(column, { code: 'required' })
      continue
    }
    const cell = cellText ?? column.fallback
    if (cell === undefined) continue
    const damage = damageOf(cell) ?? doubtOf(column, cell, options)
    const value = damage ? undefined : readCell(column, cell, options, book)
    if (value === undefined) {
      refuse(column, damage ?? problemOf(column, cell))
      continue
    }
    const key = column.percentTo !== undefined && isPercent(cell) ? column.percentTo : column.key
    row.values[key] = value
    if (cellText !== undefined) row.given[key] = value
  }
  return row
}

const isMapped = ({ mapping }: Layout, key: string) => mapping.some((one) => one.column === key && one.source >= 0)

/** An error or a loss of digits that a spreadsheet wrote instead of the value. */
function damageOf(cell: string): Pick<CellIssue, 'code' | 'params'> | undefined {
  const name = cell.slice(0, 80)
  if (/^#(REF!|N\/A|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!|SPILL!|CALC!)$/i.test(cell) || /^#{3,}$/.test(cell))
    return { code: 'import_error_cell', params: { name } }
  if (/^-?\d([.,]\d+)?E\+\d+$/i.test(cell)) return { code: 'import_digits_lost', params: { name } }
  return cell.includes('\ufffd') ? { code: 'import_broken_text' } : undefined
}

/** A spreadsheet stores 5 % as 0.05, so 0.05 without a percent sign is ambiguous. */
function doubtOf({ key }: ImportColumn, cell: string, { decimal_mark }: ImportOptions) {
  if (!key.endsWith('discount_percent') || isPercent(cell)) return undefined
  const figure = readFigure(cell, decimal_mark)
  const isDoubtful = figure !== null && decimal(figure).gt(0) && decimal(figure).lt(1)
  return isDoubtful ? { code: 'import_percent_or_part', params: { name: cell.slice(0, 80) } } : undefined
}

function readCell(column: ImportColumn, cell: string, options: ImportOptions, book: ImportBook): unknown {
  const resolve = book.resolve[column.key]
  const read = {
    text: () => cell,
    figure: () => figureOf(column, cell, options) ?? undefined,
    day: () => readDay(cell, options.day_order) ?? undefined,
    truth: () => readTruth(cell),
    choice: () => choiceOf(column, cell),
    reference: () => resolve?.(cell),
  }[column.type]()
  return column.type === 'choice' && resolve && read !== undefined ? resolve(String(read)) : read
}

function figureOf(column: ImportColumn, cell: string, { decimal_mark }: ImportOptions): string | null {
  if (column.isSided) return readSided(cell, decimal_mark)
  const isOfPercents = column.percentTo !== undefined || column.key.endsWith('_percent')
  return isPercent(cell) && !isOfPercents ? null : readFigure(cell, decimal_mark)
}

function problemOf({ type }: ImportColumn, cell: string): Pick<CellIssue, 'code' | 'params'> {
  const codes = {
    figure: 'invalid_number',
    day: 'import_day_unread',
    truth: 'invalid_choice',
    choice: 'invalid_choice',
  }
  return type === 'reference'
    ? { code: 'import_unknown_name', params: { name: cell.slice(0, 80) } }
    : { code: codes[type as keyof typeof codes] ?? 'invalid_value' }
}

/** Whether a row starts a new record. An empty cell in a column of the group continues the record above. */
export const startsUnit = (groupBy: readonly string[] = [], before: Cells, { cells }: CellRow): boolean =>
  groupBy.length === 0 || groupBy.some((key) => cells[key] !== undefined && cells[key] !== before[key])
