import type { ImportColumn } from '#contract/imports/import-columns.ts'
import { decimal, text } from '#ledger/money.ts'
import { Refusal } from '#server/core/refusal.ts'
import { guessColumns, headRowOf, type KnownColumn } from '#server/imports/reading/guess-columns.ts'
import { type FileRow, readTable } from '#server/imports/reading/read-table.ts'
import { provenOrder, readDay } from '#server/imports/values/days.ts'
import { provenMark, readFigure } from '#server/imports/values/figures.ts'
import { foldWord } from '#server/imports/values/words.ts'
import { joined, type Statement, type StatementLine } from './statement.ts'

const known: readonly KnownColumn[] = Object.entries({
  date: [
    'التاريخ',
    'تاريخ العملية',
    'تاريخ الحركة',
    'تاريخ القيد',
    'date',
    'transaction date',
    'posting date',
    'post date',
    'booking date',
    'process date',
    'trans date',
  ],
  value_date: ['تاريخ القيمة', 'تاريخ الاستحقاق', 'value date'],
  description: [
    'الوصف',
    'البيان',
    'التفاصيل',
    'تفاصيل العملية',
    'شرح',
    'description',
    'details',
    'narrative',
    'transaction details',
    'transaction description',
    'particulars',
    'remarks',
    'narration',
  ],
  debit: [
    'مدين',
    'سحب',
    'المسحوبات',
    'السحوبات',
    'مبلغ مدين',
    'خصم',
    'debit',
    'withdrawal',
    'withdrawals',
    'debit amount',
    'paid out',
    'money out',
  ],
  credit: [
    'دائن',
    'إيداع',
    'الإيداعات',
    'مبلغ دائن',
    'credit',
    'deposit',
    'deposits',
    'credit amount',
    'paid in',
    'money in',
  ],
  amount: ['المبلغ', 'مبلغ العملية', 'قيمة العملية', 'amount', 'transaction amount', 'amount sar'],
  balance: [
    'الرصيد',
    'الرصيد بعد العملية',
    'balance',
    'running balance',
    'available balance',
    'closing balance',
    'ledger balance',
  ],
  reference: [
    'المرجع',
    'رقم المرجع',
    'الرقم المرجعي',
    'رقم العملية',
    'reference',
    'reference number',
    'ref',
    'ref no',
    'transaction id',
    'transaction reference',
    'cheque no',
  ],
  counterparty: [
    'المستفيد',
    'اسم المستفيد',
    'المحول',
    'beneficiary',
    'counterparty',
    'payee',
    'beneficiary name',
    'sender',
  ],
}).map(([key, heads]) => ({
  column: { key, type: 'text', heads, example: '' } satisfies ImportColumn,
  words: heads.map(foldWord),
}))

/** A statement as a table: the columns by their heads, one for the amount or one for each direction. */
export async function readSheet(data: Uint8Array, field: string): Promise<Statement> {
  const rows: FileRow[] = []
  for await (const row of readTable(data, field)) rows.push(row)
  const cells = rows.map((row) => row.cells)
  const at = headRowOf(cells.slice(0, 40), known)
  const places = guessColumns(cells[at] ?? [], known)
  const hasAmount = places.amount !== undefined || places.debit !== undefined || places.credit !== undefined
  if ((places.date ?? places.value_date) === undefined || !hasAmount) throw new Refusal('statement_columns', { field })
  const body = cells.slice(at + 1)
  const order = provenOrder(body.map((row) => row[(places.date ?? places.value_date) as number] ?? '')) ?? 'dmy'
  const mark = provenMark(body.flat()) ?? '.'
  const cellOf = (row: readonly string[], key: string) => (places[key] === undefined ? '' : (row[places[key]] ?? ''))
  const figure = (row: readonly string[], key: string) => readFigure(cellOf(row, key), mark)
  const lines = body.flatMap((row): StatementLine[] => {
    const date = readDay(cellOf(row, 'date'), order) ?? readDay(cellOf(row, 'value_date'), order)
    const out = decimal(figure(row, 'debit') ?? '0').abs()
    const amount =
      figure(row, 'amount') ??
      text(
        decimal(figure(row, 'credit') ?? '0')
          .abs()
          .minus(out),
      )
    if (date === null || decimal(amount).eq(0)) return []
    return [
      {
        ...{ date, amount, balance: figure(row, 'balance') },
        ...{ description: joined(cellOf(row, 'description')), reference: cellOf(row, 'reference') || null },
        counterparty: cellOf(row, 'counterparty') || null,
      },
    ]
  })
  return statementOf(isLatestFirst(lines) ? lines.toReversed() : lines, data)
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
