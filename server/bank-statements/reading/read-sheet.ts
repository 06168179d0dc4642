import { decimal, text } from '#ledger/money.ts'
import { Refusal } from '#server/core/refusal.ts'
import { type FileRow, readTable } from '#server/reading/read-table.ts'
import type { DayOrder } from '#server/reading/values/days.ts'
import { provenMark, readFigure } from '#server/reading/values/figures.ts'
import { sheetCurrency, sheetHeading } from './sheet-heading.ts'
import { isComplete, placeSheet, type SheetLayout, type SheetPlaces } from './sheet-layout.ts'
import { type SheetLine, sheetDays, sheetLines } from './sheet-lines.ts'
import { fromEarliest } from './sheet-order.ts'
import type { Statement } from './statement.ts'

export async function sheetRows(data: Uint8Array, field: string): Promise<FileRow[]> {
  const rows: FileRow[] = []
  for await (const row of readTable(data, field)) rows.push(row)
  return rows
}

/** A statement as a table: the columns as remembered or by their heads, one for the amount or one for each direction. */
export async function readSheet(
  data: Uint8Array,
  field: string,
  layout: SheetLayout | null = null,
  asked: DayOrder | null = null,
): Promise<Statement> {
  const rows = await sheetRows(data, field)
  const { at, places } = placeSheet(
    rows.map((row) => row.cells),
    layout,
  )
  if (!isComplete(places)) throw new Refusal('statement_columns', { field })
  const body = rows.slice(at + 1)
  const days = sheetDays(body, places, { field, today: tomorrow(), asked })
  const lines = inOrder(sheetLines(body, places, field, days), field, () => unreadColumn(body, places, rows[at]?.cells))
  return statementOf(lines, headingOf(rows, at, places, field), data, field)
}

/** Where balances do not follow, a column that was not read is doubted first. */
function inOrder(lines: readonly SheetLine[], field: string, unread: () => string | null): readonly SheetLine[] {
  try {
    return fromEarliest(lines, field)
  } catch (error) {
    const column = error instanceof Refusal && error.code === 'statement_balance' ? unread() : null
    throw column === null ? error : new Refusal('statement_column_unread', { field, params: { column } })
  }
}

/** The head of a column with figures in rows that have a day and none of the known amounts; NULL if there is none. */
function unreadColumn(rows: readonly FileRow[], places: SheetPlaces, heads: readonly string[] = []): string | null {
  const { date = -1, value_date = -1, amount = -1, debit = -1, credit = -1 } = places
  const used = new Set(Object.values(places))
  for (const { cells } of rows) {
    const has = (place: number) => (cells[place] ?? '') !== ''
    if (!(has(date) || has(value_date)) || [amount, debit, credit].some(has)) continue
    const found = cells.findIndex(
      (cell, index) => !used.has(index) && /[.,٫]\d|[.,٫][٠-٩]/.test(cell) && readFigure(cell) !== null,
    )
    if (found >= 0) return heads[found] || String(found + 1)
  }
  return null
}

/** Tomorrow begins earlier where the bank is. */
export const tomorrow = (): string => new Date(Date.now() + 864e5).toISOString().slice(0, 10)

export function headingOf(rows: readonly FileRow[], at: number, places: SheetPlaces, field: string) {
  const amounts = [places.amount, places.debit, places.credit].filter((place) => place !== undefined)
  const figures = rows.flatMap(({ cells }) => [...amounts, places.balance ?? -1].map((place) => cells[place] ?? ''))
  const heading = sheetHeading(rows, at, provenMark(figures) ?? '.', field)
  const currency = sheetCurrency(rows, at, amounts, field)
  return { ...heading, currency: currency ?? heading.currency }
}

/** Balances next to the lines are the bank's own; those above or below the table are as well, and the same. */
function statementOf(
  lines: readonly SheetLine[],
  heading: ReturnType<typeof headingOf>,
  data: Uint8Array,
  field: string,
): Statement {
  const last = lines.at(-1)
  const first = lines.findIndex(({ balance }) => balance !== null)
  const until = lines.slice(0, first + 1).reduce((sum, { amount }) => sum.plus(amount), decimal(0))
  const opening = first < 0 ? null : text(decimal(lines[first]?.balance as string).minus(until))
  requireSame(opening, heading.opening_balance, field)
  requireSame(last?.balance ?? null, heading.closing_balance, field)
  return {
    format: data[0] === 0x50 ? 'xlsx' : 'csv',
    account: heading.account,
    currency: heading.currency,
    opening_balance: opening ?? heading.opening_balance,
    closing_balance: last?.balance ?? heading.closing_balance,
    closing_date: last?.date ?? null,
    lines: lines.map(({ number: _, ...line }) => line),
  }
}

/** A file whose lines begin or end with another balance than it says is not whole. */
function requireSame(own: string | null, said: string | null, field: string): void {
  if (own === null || said === null || decimal(own).eq(said)) return
  throw new Refusal('statement_unequal', { field, params: { difference: text(decimal(said).minus(own)) } })
}
