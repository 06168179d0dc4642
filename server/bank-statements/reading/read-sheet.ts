import { decimal, text } from '#ledger/money.ts'
import { Refusal } from '#server/core/refusal.ts'
import { type FileRow, readTable } from '#server/imports/reading/read-table.ts'
import { type DayOrder, provenOrder, readDay } from '#server/imports/values/days.ts'
import { type DecimalMark, provenMark, readFigure } from '#server/imports/values/figures.ts'
import { foldWord } from '#server/imports/values/words.ts'
import { isComplete, placeSheet, type SheetLayout, type SheetPlaces } from './sheet-layout.ts'
import { joined, type Statement, type StatementLine } from './statement.ts'

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
): Promise<Statement> {
  const rows = await sheetRows(data, field)
  const { at, places } = placeSheet(
    rows.map((row) => row.cells),
    layout,
  )
  if (!isComplete(places)) throw new Refusal('statement_columns', { field })
  const lines = sheetLines(rows.slice(at + 1), places, field)
  return statementOf(isLatestFirst(lines) ? lines.toReversed() : lines, data)
}

type Notation = { order: DayOrder; mark: DecimalMark }

export function sheetLines(rows: readonly FileRow[], places: SheetPlaces, field: string): StatementLine[] {
  const column = (key: keyof SheetPlaces) =>
    places[key] === undefined ? [] : rows.map(({ cells }) => cells[places[key] as number] ?? '')
  const figures = [...column('amount'), ...column('debit'), ...column('credit'), ...column('balance')]
  const notation: Notation = {
    order: provenOrder([...column('date'), ...column('value_date')]) ?? 'dmy',
    mark: provenMark(figures.map((cell) => withoutSide(cell).figure)) ?? '.',
  }
  const lines: StatementLine[] = []
  for (const { number, cells } of rows) {
    const cellOf = (key: keyof SheetPlaces) => (places[key] === undefined ? '' : (cells[places[key] as number] ?? ''))
    const found = lineOf(cellOf, notation)
    if (found === 'unreadable') throw new Refusal('statement_row', { field, params: { row: number } })
    const before = lines.at(-1)
    if (found) lines.push(found)
    else if (before && isRestOfText(cells, places))
      before.description = joined(before.description, cellOf('description'))
  }
  return lines
}

type CellOf = (key: keyof SheetPlaces) => string

/** A line; null for a row that is none, such as a total; `unreadable` where leaving it out would lose money. */
function lineOf(cellOf: CellOf, { order, mark }: Notation): StatementLine | 'unreadable' | null {
  const amount = amountOf(cellOf, mark)
  const date = readDay(cellOf('date'), order) ?? readDay(cellOf('value_date'), order)
  const isTotal = totals.test(foldWord(`${cellOf('date')} ${cellOf('description')}`))
  if (amount === 'unreadable') return date === null || isTotal ? null : 'unreadable'
  if (decimal(amount).eq(0)) return null
  if (date === null) return isTotal || cellOf('date') === '' ? null : 'unreadable'
  if (isTotal && /^(?:رصيد|opening|closing|balance)/.test(foldWord(cellOf('description')))) return null
  const balance = withoutSide(cellOf('balance'))
  return {
    ...{ date, amount, balance: signed(readFigure(balance.figure, mark), balance.side) },
    ...{ description: joined(cellOf('description')), reference: cellOf('reference') || null },
    counterparty: cellOf('counterparty') || null,
  }
}

const totals =
  /(^| )(total|totals|مجموع|اجمالي|opening balance|closing balance|brought forward|carried forward|رصيد افتتاحي|رصيد ختامي|رصيد سابق|رصيد مدور)( |$)/

function amountOf(cellOf: CellOf, mark: DecimalMark): string | 'unreadable' {
  const read = (key: keyof SheetPlaces) => {
    const { figure, side } = withoutSide(cellOf(key))
    return /^[-–—\s]*$/.test(figure) ? '0' : (signed(readFigure(figure, mark), side) ?? 'unreadable')
  }
  const one = read('amount')
  if (one === 'unreadable') return one
  if (one !== '0') return byDirection(one, cellOf('direction'))
  const [out, into] = [read('debit'), read('credit')]
  if (out === 'unreadable' || into === 'unreadable') return 'unreadable'
  return text(decimal(into).abs().minus(decimal(out).abs()))
}

/** `1,250.00 DR`, `CR 500`, `٥٠٠ مدين`: the side is not part of the figure. */
function withoutSide(cell: string): { figure: string; side: 'in' | 'out' | null } {
  const found = /^\s*(cr|dr|c|d|دائن|مدين)\b\.?\s*|\s*(cr|dr|c|d|دائن|مدين)\.?\s*$/iu.exec(cell)
  if (!found) return { figure: cell, side: null }
  const side = (found[1] ?? found[2] ?? '').toLowerCase()
  return { figure: cell.replace(found[0], ''), side: side.startsWith('c') || side === 'دائن' ? 'in' : 'out' }
}

const signed = (figure: string | null, side: 'in' | 'out' | null): string | null =>
  figure === null || side === null || figure === '0'
    ? figure
    : side === 'out'
      ? text(decimal(figure).abs().neg())
      : text(decimal(figure).abs())

const outWords = new Set(['d', 'dr', 'debit', 'dbit', 'withdrawal', 'مدين', 'خصم', 'سحب', 'out', 'صادر'])
const inWords = new Set(['c', 'cr', 'credit', 'crdt', 'deposit', 'دائن', 'ايداع', 'in', 'وارد', 'اضافه'])
function byDirection(amount: string, said: string): string {
  const words = foldWord(said).split(' ')
  if (words.some((word) => outWords.has(word))) return signed(amount, 'out') as string
  return words.some((word) => inWords.has(word)) ? (signed(amount, 'in') as string) : amount
}

/** A row that says only a text continues the one above: banks wrap long texts. */
function isRestOfText(cells: readonly string[], { description }: SheetPlaces): boolean {
  const said = cells.flatMap((cell, index) => (cell === '' ? [] : [index]))
  return (
    description !== undefined &&
    said.length === 1 &&
    said[0] === description &&
    !totals.test(foldWord(cells[description] ?? ''))
  )
}

/** Banks print either order; within a day the running balance tells. */
function isLatestFirst(lines: readonly StatementLine[]): boolean {
  const [first, second] = lines
  const last = lines.at(-1)
  if (!first || !second || !last) return false
  if (first.date !== last.date) return first.date > last.date
  return (
    first.balance !== null &&
    second.balance !== null &&
    decimal(first.balance).minus(second.balance).eq(decimal(first.amount))
  )
}

function statementOf(lines: StatementLine[], data: Uint8Array): Statement {
  const [first] = lines
  const last = lines.at(-1)
  const opening = first?.balance ? text(decimal(first.balance).minus(first.amount)) : null
  return {
    ...{ format: data[0] === 0x50 ? 'xlsx' : 'csv', account: null, currency: null, lines },
    ...{ opening_balance: opening, closing_balance: last?.balance ?? null, closing_date: last?.date ?? null },
  }
}
