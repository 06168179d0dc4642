import { fieldErrors } from '#contract/issues.ts'
import { DigitsLost } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { databaseRefusal } from '#server/http/database-errors.ts'
import type { CellIssue, CellRow, FileSide, ImportBody, ImportBook, ImportRules, Made } from './kinds/import-kind.ts'
import type { Layout } from './layout.ts'
import { leftOutRows } from './passed-rows.ts'
import { readCells } from './read-row.ts'

export type UnitOutcome = 'new' | 'changed' | 'skipped' | 'refused'
/** The actions for the rows of one record, and the findings against it. */
export type ImportUnit = {
  rows: readonly CellRow[]
  outcome: UnitOutcome
  issues: CellIssue[]
  made: Made[]
  work: ((context: Context) => Promise<Made[]>) | null
  body: ImportBody
}

/** Reads the rows of one record and decides what becomes of it. Nothing but a missing category is written yet. */
export async function planUnit(
  context: Context,
  rules: ImportRules,
  layout: Layout,
  book: ImportBook,
  written: readonly CellRow[],
): Promise<ImportUnit> {
  const made: Made[] = []
  const leftOut = leftOutRows(layout, written)
  if (leftOut.length > 0) return { rows: written, outcome: 'skipped', issues: leftOut, made, work: null, body: {} }
  const tidied = sharedCells(layout.columns, written).map((row) => book.tidy?.(row) ?? { row, notes: [] })
  const rows = tidied.map(({ row }) => row)
  for (const row of rows) made.push(...((await book.createMissing?.(context, row, layout.options)) ?? []))
  await book.prepare?.(context, rows)
  const read = rows.map((row) => readCells(layout, book, row))
  const unreadable = read.flatMap(({ issues }) => issues)
  const input = book.bodyOf?.(read.map(({ values }) => values)) ?? (read[0]?.values as ImportBody)
  const parsed = rules.schema.safeParse(input, { reportInput: true })
  const found = parsed.success ? [] : issuesOf(rules, rows, fieldErrors(parsed.error))
  // A cell that could not be read is not missing as well.
  const issues = [
    ...unreadable,
    ...found.filter((issue) => !unreadable.some((one) => one.row === issue.row && one.column === issue.column)),
  ]
  const unit: ImportUnit = { rows, outcome: 'refused', issues, made, work: null, body: input }
  if (issues.length > 0 || !parsed.success) return unit
  const stored = book.match(input)
  if (stored !== undefined) return duplicate(rules, layout, book, unit, stored, read[0]?.given ?? {})
  book.add(input, 'pending')
  issues.push(...tidied.flatMap(({ notes }) => notes))
  const row = (rows[0] as CellRow).number
  const file: FileSide = {
    rows: read.map(({ values }) => values),
    note: (column, code, params) => void issues.push({ row, column, code, ...(params && { params }) }),
  }
  return {
    ...unit,
    outcome: 'new',
    work: async (own) => {
      // The schema of the kind has read it; the books of all kinds are in one list.
      const records = await book.create(own, parsed.data as never, file)
      book.add(input, (records[0] as Made).id)
      createdBy(book).add((records[0] as Made).id)
      return records
    },
  }
}

/** A cell that only the first row of a record has is of all its rows, where the total of the file confirms it. */
function sharedCells(columns: Layout['columns'], rows: readonly CellRow[]): readonly CellRow[] {
  const [first, ...further] = rows
  if (!first || further.length === 0 || !rows.some(({ cells }) => cells.total !== undefined)) return rows
  const shared = columns.filter(
    ({ key, isOfRecord }) => isOfRecord && further.every(({ cells }) => cells[key] === undefined),
  )
  const cells = Object.fromEntries(shared.flatMap(({ key }) => (first.cells[key] ? [[key, first.cells[key]]] : [])))
  return [first, ...further.map((row) => ({ ...row, cells: { ...row.cells, ...cells } }))]
}

/** The records that this run created, by its book. */
const created = new WeakMap<ImportBook, Set<number>>()
function createdBy(book: ImportBook): Set<number> {
  const known = created.get(book) ?? new Set<number>()
  created.set(book, known)
  return known
}
const isOfFile = (book: ImportBook, stored: number | 'pending') => stored === 'pending' || createdBy(book).has(stored)

function duplicate(
  { rowsOf }: ImportRules,
  { options }: Layout,
  book: ImportBook,
  unit: ImportUnit,
  stored: number | 'pending',
  given: ImportBody,
): ImportUnit {
  const [first] = unit.rows
  // Rows that lie apart in the file are one record: left out, its total would be wrong.
  if (options.duplicates === 'skip' && !(rowsOf && stored === 'pending'))
    return {
      ...unit,
      outcome: 'skipped',
      issues: [
        {
          row: (first as CellRow).number,
          column: null,
          code: isOfFile(book, stored) ? 'import_twice_skipped' : 'import_duplicate_skipped',
        },
      ],
    }
  const { update } = book
  if (options.duplicates === 'refuse' || stored === 'pending' || !update)
    return {
      ...unit,
      issues: [
        {
          row: (first as CellRow).number,
          column: null,
          code: stored === 'pending' ? 'import_twice_in_file' : 'import_duplicate',
        },
      ],
    }
  return { ...unit, outcome: 'changed', work: (own) => update(own, stored, given) }
}

/** A refusal of the rules as issues of cells; any other error is rethrown. */
export function refusalIssues(
  rules: ImportRules,
  labels: string,
  rows: readonly CellRow[],
  error: unknown,
): CellIssue[] {
  const refusal =
    error instanceof Refusal
      ? error
      : error instanceof DigitsLost
        ? new Refusal('figure_too_long')
        : databaseRefusal(error, labels)
  if (!refusal || refusal.status >= 500) throw error
  const found = issuesOf(rules, rows, refusal.errors)
  return found.length > 0
    ? found
    : [{ row: (rows[0] as CellRow).number, column: null, code: refusal.code, params: refusal.params }]
}

/** `items.2.price` is the price of the third row of a group. */
function issuesOf(
  { rowsOf }: ImportRules,
  rows: readonly CellRow[],
  errors: Readonly<Record<string, { code: string; params?: Record<string, string | number> }>>,
): CellIssue[] {
  return Object.entries(errors).map(([path, { code, params }]) => {
    const parts = path.split('.')
    const isOfRow = rowsOf !== undefined && parts[0] === rowsOf && parts.length > 1
    const row = rows[isOfRow ? Number(parts[1]) : 0] ?? rows[0]
    return {
      row: (row as CellRow).number,
      column: (isOfRow ? parts[2] : parts[0]) ?? null,
      code,
      ...(params && { params }),
    }
  })
}
