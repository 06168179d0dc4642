import { decimal, sum } from '#ledger/money.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { FileRow } from '#server/reading/read-table.ts'
import { type DayOrder, readDay } from '#server/reading/values/days.ts'
import { type DecimalMark, provenMark } from '#server/reading/values/figures.ts'
import { foldWord } from '#server/reading/values/words.ts'
import { type DaysRead, orderOfDays } from './day-order.ts'
import { balanceOf, type CellFigure, cellFigure, sideNamed, withoutCurrency, withoutSide } from './sheet-figures.ts'
import type { SheetPlaces } from './sheet-layout.ts'
import { type RowFigures, signedAmounts } from './sheet-signs.ts'
import { joined, type StatementLine } from './statement.ts'

export type SheetLine = StatementLine & { number: number }
type CellOf = (key: keyof SheetPlaces) => string
type Movement = { line: SheetLine; figures: RowFigures }

/** The lines of a table in its order. A row with an amount is a line, a total, or the reason to refuse the file. */
export function sheetLines(rows: readonly FileRow[], places: SheetPlaces, field: string, days: DaysRead): SheetLine[] {
  const notation = { order: days.order, mark: markOf(rows, places) }
  const movements: Movement[] = []
  let last: { date: string; text: string } | null = null
  let isBelow = false
  for (const [index, { number, cells }] of rows.entries()) {
    const refuse = () => new Refusal('statement_row', { field, params: { row: number } })
    const cellOf: CellOf = (key) => (places[key] === undefined ? '' : (cells[places[key] as number] ?? ''))
    const figures = figuresOf(number, cellOf, places, notation.mark)
    const date = readDay(cellOf('date'), notation.order) ?? readDay(cellOf('value_date'), notation.order)
    if (figures === 'unreadable') {
      if (date !== null && !isTotal(cellOf)) throw refuse()
      // Heads that are repeated on each page; a day with a slip of the pen is none.
      if (date === null && /\d/.test(folded(cellOf('date'))) && hasDigits(cellOf)) throw refuse()
      continue
    }
    if (!figures.one && !figures.out && !figures.into) {
      const before = movements.at(-1)
      if (date !== null) {
        if (isCutOff(rows, index, cellOf)) throw new Refusal('statement_cut_off', { field })
        last = { date, text: cellOf('description') }
      } else if (before && isRestOfText(cells, places))
        before.line.description = joined(before.line.description, cellOf('description'))
      continue
    }
    if (date !== null && isTotal(cellOf) && isBalanceName(cellOf('description'))) continue
    if (date === null) {
      if (isTotal(cellOf) || totals.test(foldWord(cells.join(' '))) || isSumOf(movements, figures, cellOf)) {
        isBelow = true
        continue
      }
      // Below the totals are other sums.
      if (isBelow && cellOf('balance') === '') continue
      // A day that is written once for all its lines.
      if (cellOf('date') !== '' || last === null || cellOf('description') === '') throw refuse()
    }
    const text = date === null && movements.at(-1)?.line.date !== last?.date ? last?.text : null
    movements.push({
      figures,
      line: {
        number,
        date: date ?? (last?.date as string),
        amount: '0',
        balance: balanceOf(cellOf('balance'), notation.mark),
        description: joined(text, cellOf('description')),
        reference: cellOf('reference') || null,
        counterparty: cellOf('counterparty') || null,
      },
    })
    if (date !== null) {
      last = { date, text: '' }
      isBelow = false
    }
  }
  const amounts = signedAmounts(
    movements.map(({ figures }) => figures),
    movements.map(({ line }) => line.balance),
    field,
  )
  return movements.map(({ line }, index) => ({ ...line, amount: amounts[index] as string }))
}

const cellsOf = (rows: readonly FileRow[], places: SheetPlaces, key: keyof SheetPlaces): string[] =>
  places[key] === undefined ? [] : rows.map(({ cells }) => cells[places[key] as number] ?? '')

/** The order of the days of a table. */
export function sheetDays(
  rows: readonly FileRow[],
  places: SheetPlaces,
  { field, today, asked }: { field: string; today: string; asked: DayOrder | null },
): DaysRead {
  const days = [...cellsOf(rows, places, 'date'), ...cellsOf(rows, places, 'value_date')]
  const refuse = (index: number) =>
    new Refusal('statement_days', { field, params: { row: rows[index % rows.length]?.number ?? 0 } })
  return orderOfDays(days, today, asked, refuse)
}

function markOf(rows: readonly FileRow[], places: SheetPlaces): DecimalMark {
  const figures = (['amount', 'debit', 'credit', 'balance'] as const).flatMap((key) => cellsOf(rows, places, key))
  return provenMark(figures.map((cell) => withoutSide(withoutCurrency(cell).rest).figure)) ?? '.'
}

function figuresOf(number: number, cellOf: CellOf, places: SheetPlaces, mark: DecimalMark): RowFigures | 'unreadable' {
  const read = (key: keyof SheetPlaces) => cellFigure(cellOf(key), mark)
  const [one, out, into] = [read('amount'), read('debit'), read('credit')]
  if (one === 'unreadable' || out === 'unreadable' || into === 'unreadable') return 'unreadable'
  const some = (figure: CellFigure | null) => (figure === null || figure.amount === '0' ? null : figure)
  const hasDirection = places.direction !== undefined
  return {
    number,
    one: some(one),
    out: some(out),
    into: some(into),
    hasDirection,
    direction: hasDirection ? sideNamed(cellOf('direction')) : null,
  }
}

const totals =
  /(^| )(total|totals|sub total|subtotal|grand total|مجموع|اجمالي|opening balance|closing balance|brought forward|carried forward|رصيد افتتاحي|رصيد ختامي|رصيد سابق|رصيد مدور)( |$)/
const isTotal = (cellOf: CellOf): boolean => totals.test(foldWord(`${cellOf('date')} ${cellOf('description')}`))
const isBalanceName = (text: string): boolean => /^(?:رصيد|opening|closing|balance)/.test(foldWord(text))
const folded = (cell: string): string => foldWord(cell)
const hasDigits = (cellOf: CellOf): boolean =>
  (['amount', 'debit', 'credit'] as const).some((key) => /\d/.test(folded(cellOf(key))))

/** Sums of the columns without a word that says so. */
function isSumOf(movements: readonly Movement[], { one, out, into }: RowFigures, cellOf: CellOf): boolean {
  if (cellOf('description') !== '' || movements.length === 0) return false
  const adds = (figure: CellFigure | null, key: 'one' | 'out' | 'into') =>
    figure === null || sum(movements.map(({ figures }) => figures[key]?.amount ?? '0')).eq(decimal(figure.amount))
  return adds(one, 'one') && adds(out, 'out') && adds(into, 'into')
}

/** The last row of a file with a day, and nothing where each other line has an amount. */
function isCutOff(rows: readonly FileRow[], index: number, cellOf: CellOf): boolean {
  const hasNothing = (['amount', 'debit', 'credit', 'balance'] as const).every((key) => cellOf(key) === '')
  return (
    index === rows.length - 1 && index > 0 && hasNothing && !isTotal(cellOf) && !isBalanceName(cellOf('description'))
  )
}

/** A row that says only a text continues the one above: banks wrap long texts. */
function isRestOfText(cells: readonly string[], { description }: SheetPlaces): boolean {
  const filled = cells.flatMap((cell, index) => (cell === '' ? [] : [index]))
  return (
    description !== undefined &&
    filled.length === 1 &&
    filled[0] === description &&
    !totals.test(foldWord(cells[description] ?? ''))
  )
}
