import type { Upload } from '#contract/fields/choice.ts'
import type { ReceiptSubject } from '#contract/imports/imports.ts'
import { type Decimal, decimal, text, zero } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { guessColumns, headRowOf } from '../reading/guess-columns.ts'
import { type FileRow, readTable } from '../reading/read-table.ts'
import { provenMark, readFigure } from '../values/figures.ts'
import { foldWord } from '../values/words.ts'
import { receiptSubjects, type Subject } from './receipt-subjects.ts'

const field = 'balance_file'
/** The line below a table is no account and no customer. */
const totals = new Set(['الإجمالي', 'الاجمالي', 'المجموع', 'total', 'totals', 'grand total'].map(foldWord))

type Asked = { day: string; of: ReceiptSubject; file: Upload }

/**
 * The receipt of moving in: what the system before says against ours at the end of a day, account by account, customer by customer,
 * product by product. What differs is named; what only one of both has counts as zero in the other.
 */
export async function compareBalances(context: Context, { day, of, file }: Asked) {
  const subject = receiptSubjects[of]
  const theirs = await readBalances(context, subject, file)
  const ours = await subject.ours(context, day)
  const facts = await subject.facts(context, [...new Set([...ours.keys(), ...theirs.known.keys(), 0])])
  const rows = facts.flatMap((one) => {
    const [their, our] = [theirs.known.get(one.id) ?? zero, ours.get(one.id) ?? zero]
    return their.eq(0) && our.eq(0)
      ? []
      : [{ ...one, theirs: text(their), ours: text(our), difference: text(our.minus(their)) }]
  })
  const differing = rows.filter((row) => !decimal(row.difference).eq(0)).length
  return {
    ...{ date: day, of },
    rows: rows.toSorted((one, other) => one.number.localeCompare(other.number) || one.name.localeCompare(other.name)),
    unknown: theirs.unknown,
    equal: rows.length - differing,
    differing: differing + theirs.unknown.length,
  }
}

async function readBalances(context: Context, subject: Subject, file: Upload) {
  const rows: FileRow[] = []
  for await (const row of readTable(file.data, field)) rows.push(row)
  const cells = rows.map((row) => row.cells)
  const at = headRowOf(cells.slice(0, 20), subject.columns)
  const places = guessColumns(cells[at] ?? [], subject.columns)
  const hasAmount = places.balance !== undefined || places.debit !== undefined || places.credit !== undefined
  if ((places.number ?? places.name) === undefined || !hasAmount) throw new Refusal('balance_columns', { field })
  const body = cells.slice(at + 1)
  const mark = provenMark(body.flat()) ?? '.'
  const names = await subject.names(context)
  const cell = (row: readonly string[], key: string) => (places[key] === undefined ? '' : (row[places[key]] ?? ''))
  const figure = (row: readonly string[], key: string) => decimal(readFigure(cell(row, key), mark) ?? '0')
  const found = new Map<number, Decimal>()
  const unknown: { number: string; name: string; theirs: string }[] = []
  for (const row of body) {
    const amount =
      places.balance === undefined ? figure(row, 'debit').minus(figure(row, 'credit')) : figure(row, 'balance')
    const [number, name] = [cell(row, 'number'), cell(row, 'name')]
    if (amount.eq(0) || (number === '' && name === '') || totals.has(foldWord(name || number))) continue
    const id = (number ? names.find(number) : undefined) ?? names.find(name)
    if (id === undefined) unknown.push({ number, name, theirs: text(amount) })
    else found.set(id, (found.get(id) ?? zero).plus(amount))
  }
  return { known: found, unknown }
}
