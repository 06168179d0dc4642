import { sql } from 'kysely'
import type { z } from 'zod'
import { type MissingTax, missingTaxes } from '#contract/reports/filters.ts'
import type { reports } from '#contract/reports/reports.ts'
import type { SheetInput, SheetRow } from '#contract/reports/sheet.ts'
import type { Range } from '#ledger/calendar.ts'
import { addDays } from '#ledger/calendar.ts'
import { type Decimal, decimal, sum, text } from '#ledger/money.ts'
import { purchaseBoxes, salesBoxes, type VatBox } from '#ledger/statements/vat-return.ts'
import type { Context } from '#server/kit/context.ts'
import { vatRoles } from '#server/vat/file-period.ts'
import { listPeriods } from '#server/vat/list-periods.ts'
import { returnOf } from '#server/vat/tax-sums.ts'
import { rangeOf } from './range-of.ts'
import { accountRow, column, sheetOf, word } from './sheet.ts'
import { sumSegments } from './sum-segments.ts'
import { missingSums } from './vat-missing.ts'

type Query = z.output<(typeof reports.vatReturn)['calls']['show']['query']>

/** The VAT return of a period, and below it what the books say to it (ledger.md 5.7). */
export async function showVatReturn(context: Context, query: Query): Promise<SheetInput> {
  const days = await daysOf(context, query)
  const figures = await returnOf(context, days)
  const accounts = await accountRows(context, days)
  const inBooks = sum(accounts.map((row) => row.figures.vat ?? 0))
  const difference = text(figures.due.plus(figures.corrections).minus(inBooks))
  const boxes = figures.boxes.map(boxRow)
  return sheetOf(
    days,
    [
      column('box', 'code'),
      column('title', 'label'),
      column('box_amount', 'amount', { query: days }),
      column('adjustment', 'amount', { query: days }),
      column('vat', 'amount', { query: days }),
    ],
    [
      ...boxes,
      plain('vat_reconciliation', 'heading', {}),
      ...accounts,
      plain('vat_in_books', 'subtotal', { vat: text(inBooks) }),
      plain('vat_difference', 'subtotal', { vat: difference }),
      plain('vat_in_no_box', 'heading', {}),
      ...missingRows(await missingSums(context, days)),
    ],
    { difference },
  )
}

/** The period asked for; without one, that of the first return not yet filed. */
async function daysOf(context: Context, query: Query): Promise<Range> {
  if (query.from || query.to) {
    const { from, to } = await rangeOf(context, query)
    return { from, to }
  }
  const periods = await listPeriods(context)
  const { from, to } = periods.find((period) => !period.is_filed) ?? (periods.at(-1) as Range)
  return { from, to }
}

const totals: Record<string, readonly string[]> = { 6: salesBoxes, 12: purchaseBoxes }
const silent = new Set(['13', '15', '16'])

function boxRow({ box, amount, adjustment, vat }: VatBox): SheetRow {
  const boxes = totals[box] ?? [box]
  return {
    key: `box:${box}`,
    style: box === '16' ? 'total' : box === '6' || box === '12' || box === '13' ? 'subtotal' : 'line',
    level: 1,
    label: word(`boxes.${box}`),
    texts: { box },
    figures: { box_amount: amount && text(amount), adjustment: adjustment && text(adjustment), vat: text(vat) },
    link: silent.has(box) ? null : { to: 'vat_details', query: { box: boxes.join() } },
  }
}

const plain = (key: string, style: SheetRow['style'], figures: SheetRow['figures']): SheetRow => ({
  ...{ key, style, level: 1, label: word(`lines.${key}`), texts: {}, figures },
})

/** What stands in no box, so that nothing is forgotten. */
const missingRows = (sums: Record<MissingTax, Decimal>): SheetRow[] =>
  missingTaxes.map((missing) => ({
    ...plain(`vat_${missing}`, 'line', { box_amount: text(sums[missing]) }),
    ...{ level: 2, link: { to: 'vat_details', query: { missing } } },
  }))

/** What moved on each VAT account, credit less debit, without what filing moved on: box 13 and 14 together (I12). */
async function accountRows(context: Context, { from, to }: Range): Promise<SheetRow[]> {
  const { db } = context
  const accounts = await db
    .selectFrom('accounts')
    .select(['id', 'number', 'name', 'name_en'])
    .where('role', 'in', vatRoles)
    .orderBy('number')
    .execute()
  const account_id = accounts.map(({ id }) => id)
  const segments = await sumSegments(context, { cuts: [from, addDays(to, 1)], account_id })
  const settled = await settledIn(context, { from, to })
  return accounts.map((account) => {
    const own = segments.filter((row) => row.account_id === account.id && row.segment === 1 && row.kind === 0)
    const moved = sum(own.map((row) => decimal(row.credit).minus(row.debit)))
    const vat = text(moved.minus(settled.get(account.id) ?? 0))
    return { ...accountRow(account), texts: {}, style: 'line', level: 2, figures: { vat } }
  })
}

async function settledIn({ db, session }: Context, { from, to }: Range): Promise<Map<number, string>> {
  const { rows } = await sql<{ account_id: number; settled: string }>`
    SELECT line.account_id, sum(line.credit - line.debit) AS settled
    FROM vat_periods AS period
    JOIN journal_lines AS line ON line.organization_id = ${session.organization_id} AND line.entry_id = period.entry_id
    WHERE period.organization_id = ${session.organization_id} AND period.ended_at BETWEEN ${from}::date AND ${to}::date
    GROUP BY 1`.execute(db)
  return new Map(rows.map((row) => [row.account_id, row.settled]))
}
