import { sql } from 'kysely'
import type { z } from 'zod'
import type { reports } from '#contract/reports/reports.ts'
import type { SheetInput, SheetRow } from '#contract/reports/sheet.ts'
import type { Range } from '#ledger/calendar/calendar.ts'
import { lawOn } from '#ledger/law/dated.ts'
import { withholdingRates } from '#ledger/law/withholding.ts'
import { type Decimal, decimal, sum, text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { type WithheldRow, withheldRows } from '#server/withholding/withheld-rows.ts'
import { rangeOf } from '../framework/date-range.ts'
import { column, named, sheetOf, withLeadingColumns, word } from '../framework/sheet.ts'

type Query = z.output<(typeof reports.withholdingByPayee)['calls']['show']['query']>

/** Who was paid what and what was withheld of it, by payee and by what it was for, and that the account of withheld tax says the same. */
export async function showWithholdingByPayee(context: Context, query: Query): Promise<SheetInput> {
  const range = await rangeOf(context, query)
  const [rows, account] = await Promise.all([withheldRows(context, range), movementOf(context, range)])
  const tax = sum(rows.map((row) => row.tax))
  const payees = Map.groupBy(rows, ({ party_id }) => party_id)
  const body = [...payees.values()].flatMap(payeeRows)
  const other = account.minus(tax)
  const proof = [
    total('withholding_total', 'total', { base: sum(rows.map((row) => row.base)), tax }),
    ...(other.eq(0) ? [] : [total('withholding_moved', 'line', { tax: other })]),
    total('withholding_account', 'subtotal', { tax: account }),
  ]
  const law = lawOn(withholdingRates, range.to)
  return sheetOf(range, columns, rows.length === 0 && account.eq(0) ? [] : [...body, ...proof], {
    notes: law ? [{ word: `notes.withholding_law_${law.state}`, params: { from: law.from } }] : [],
  })
}

const columns = withLeadingColumns(
  ['tax'],
  [
    column('payee', 'label'),
    column('country', 'text'),
    column('date', 'date'),
    column('withholding_certificate', 'text'),
    column('withholding_rate', 'percent', { query: null }),
    column('withholding_base', 'amount', { query: null }),
    column('tax', 'amount', { query: null }),
  ],
)

type Figures = { base?: Decimal; tax: Decimal }
const figuresOf = ({ base, tax }: Figures) => ({ ...(base && { withholding_base: text(base) }), tax: text(tax) })
const sumsOf = (rows: readonly WithheldRow[]): Required<Figures> => ({
  base: sum(rows.map((row) => row.base)),
  tax: sum(rows.map((row) => row.tax)),
})
const total = (key: string, style: SheetRow['style'], figures: Figures): SheetRow => ({
  key,
  style,
  level: 1,
  label: word(`lines.${key}`),
  texts: {},
  link: null,
  figures: figuresOf(figures),
})

/** A payee, each kind of payment with its sum, and the payments of it. */
function payeeRows(rows: WithheldRow[]): SheetRow[] {
  const [first] = rows as [WithheldRow]
  const kinds = Map.groupBy(rows, ({ type, rate }) => `${type ?? 'untyped'}:${rate}`)
  return [
    {
      key: `payee:${first.party_id}`,
      style: 'subtotal',
      level: 1,
      label: named(first),
      texts: { country: first.country ?? '' },
      figures: figuresOf(sumsOf(rows)),
      link: { to: 'supplier', query: { id: first.party_id } },
    },
    ...[...kinds].flatMap(([key, of]) => kindRows(`${first.party_id}:${key}`, of)),
  ]
}

function kindRows(key: string, rows: WithheldRow[]): SheetRow[] {
  const [{ type, rate }] = rows as [WithheldRow]
  return [
    {
      key: `kind:${key}`,
      style: 'line',
      level: 2,
      texts: {},
      link: null,
      label: word(`lines.withheld_${type ?? 'untyped'}`),
      figures: { withholding_rate: rate, ...figuresOf(sumsOf(rows)) },
    },
    ...rows.map(
      (row, index): SheetRow => ({
        key: `payment:${row.payment_id}:${index}`,
        style: 'line',
        level: 3,
        label: { name: row.number, name_en: null },
        texts: { date: row.day, withholding_certificate: row.certificate ?? '' },
        figures: figuresOf({ base: decimal(row.base), tax: decimal(row.tax) }),
        link: { to: 'expense_payment', query: { id: row.payment_id } },
      }),
    ),
  ]
}

/** By how much the account of withheld tax grew in some days. */
async function movementOf({ db, session }: Context, { from, to }: Range): Promise<Decimal> {
  const own = session.organization_id
  const { rows } = await sql<{ amount: string }>`
    SELECT coalesce(sum(line.credit - line.debit), 0) AS amount FROM journal_lines AS line
    WHERE line.organization_id = ${own} AND line.entry_date BETWEEN ${from}::date AND ${to}::date
      AND line.account_id = (SELECT id FROM accounts WHERE organization_id = ${own} AND role = 'WHT')`.execute(db)
  return decimal(rows[0]?.amount ?? 0)
}
