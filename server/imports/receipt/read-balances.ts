import type { Upload } from '#contract/fields/choice.ts'
import { type Decimal, decimal, text, zero } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { creditSign, debitSign } from '#server/reading/balance-heads.ts'
import type { FileRow } from '#server/reading/file-row.ts'
import { readForeignTable } from '#server/reading/foreign-table.ts'
import { provenMark, readSided } from '#server/reading/values/figures.ts'
import { isTotal } from '#server/reading/values/totals.ts'
import { foldWord } from '#server/reading/values/words.ts'
import type { NameIndex } from '../kinds/name-index.ts'
import { type BalancePlaces, placeBalances } from './balance-places.ts'
import type { Subject } from './receipt-subjects.ts'

type Unknown = { number: string; name: string; theirs: string }
type Line = { row: number; number: string; name: string; amount: Decimal }

const field = 'balance_file'

/** The rows of an uploaded report. */
export async function balanceRows(context: Omit<Context, 'db'>, { data }: Upload): Promise<FileRow[]> {
  const table = await readForeignTable(context, { data, field, choose: { filled: true } })
  return [...table.rows()]
}

/** Reads the balances of a report by our record ids, and those whose names are unknown here. */
export async function readBalances(context: Context, subject: Subject, rows: readonly FileRow[]) {
  const cells = rows.map((row) => row.cells)
  const places = placeBalances(cells, subject.columns)
  if (!places) throw new Refusal('balance_columns', { field })
  const [names, groups] = await Promise.all([subject.names(context), subject.groups?.(context)])
  const lines = linesOf(rows, places, names)
  if (lines === null) throw new Refusal('balance_columns', { field })
  const numbers = lines.map(({ number, name }) => numberOf(number || name)).filter((one) => one !== '')
  const known = new Map<number, Decimal>()
  const unknown = new Map<string, Unknown>()
  for (const { number, name, amount } of lines) {
    if (amount.eq(0)) continue
    const id = (number ? names.find(number) : undefined) ?? names.find(name)
    if (id !== undefined) known.set(id, (known.get(id) ?? zero).plus(amount))
    else if (!isGroup(number || name, numbers, groups)) {
      const key = `${number}\n${foldWord(name)}`
      const before = unknown.get(key)?.theirs ?? '0'
      unknown.set(key, { number, name, theirs: text(decimal(before).plus(amount)) })
    }
  }
  return { known, unknown: [...unknown.values()] }
}

/** The lines below the headings. A line without a name has the name of its group. NULL if no line has a name. */
function linesOf(rows: readonly FileRow[], places: BalancePlaces, names: NameIndex): Line[] | null {
  const body = rows.slice(places.at + 1)
  const mark = provenMark(body.flatMap(({ cells }) => cells)) ?? '.'
  const heads = rows[places.at]?.cells.map(foldWord) ?? []
  const lines: Line[] = []
  let group = ''
  for (const { number: row, cells } of body) {
    const filled = cells.filter((cell) => cell !== '')
    const [first = ''] = filled
    if (cells.every((cell, index) => cell === '' || foldWord(cell) === heads[index])) continue
    if (isTotal(first)) continue
    if (filled.length === 1) {
      // A detailed ageing report has the customer above the invoices.
      group = names.find(first) === undefined ? '' : first
      continue
    }
    const at = (place: number | undefined) => (place === undefined ? '' : (cells[place] ?? ''))
    const number = at(places.number)
    const name = at(places.name) || (number === '' ? group : '')
    if (number === '' && name === '') continue
    lines.push({ row, number, name, amount: amountOf(cells, places, mark, row) })
  }
  const isNamed = (places.number ?? places.name) !== undefined || lines.length > 0
  return isNamed ? lines : null
}

function amountOf(
  cells: readonly string[],
  { balance, side, debits, credits }: BalancePlaces,
  mark: '.' | ',',
  row: number,
) {
  const read = (place: number) => {
    const cell = cells[place] ?? ''
    const figure = cell === '' ? '0' : readSided(cell, mark)
    // If it were ignored, the comparison would show a false difference.
    if (figure === null) throw new Refusal('balance_figure', { field, params: { row, value: cell.slice(0, 40) } })
    return decimal(figure)
  }
  if (balance !== undefined) {
    const word = foldWord(side === undefined ? '' : (cells[side] ?? ''))
    const figure = read(balance)
    return debitSign.test(word) ? figure.abs() : creditSign.test(word) ? figure.abs().neg() : figure
  }
  const sum = (places: readonly number[]) => places.reduce((all, place) => all.plus(read(place).abs()), zero)
  return sum(debits).minus(sum(credits))
}

const numberOf = (written: string): string => /^\s*(\d[\d.-]*)/.exec(written)?.[1] ?? ''

/** Whether a line is the sum of other lines: a main account, or a number that begins other numbers of the report. */
function isGroup(written: string, numbers: readonly string[], groups: NameIndex | undefined): boolean {
  const number = numberOf(written)
  if (number !== '' && numbers.some((other) => other.length > number.length && other.startsWith(number))) return true
  return groups?.find(written) !== undefined
}
