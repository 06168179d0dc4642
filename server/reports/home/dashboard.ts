import { sql } from 'kysely'
import { purchases, type Side, sales } from '#contract/documents/sides.ts'
import { reportPermission } from '#contract/reports/report-index.ts'
import type { Home } from '#contract/reports.ts'
import { addDays, monthStart } from '#ledger/calendar/calendar.ts'
import { decimal, ratio, sum, text } from '#ledger/money.ts'
import { bankAccountsReconciled } from '#server/closing/bank-accounts-reconciled.ts'
import type { Context } from '#server/core/context.ts'
import { questionsToAnswer } from '#server/documents/match/unanswered-bills.ts'
import { eInvoicingAttention } from '#server/e-invoicing/attention.ts'
import { waitingGoods } from '#server/goods/waiting-orders.ts'
import { countToBuy } from '#server/orders/products-to-buy.ts'
import { waitingQuotations } from '#server/orders/waiting-quotations.ts'
import { transfersToReceive } from '#server/places/read-places.ts'
import { dueRetentions } from '#server/retentions/due-retentions.ts'
import { dueReturns, listPeriods } from '#server/vat/list-periods.ts'
import { computeReturn } from '#server/vat/tax-sums.ts'
import { dueWithholding } from '#server/withholding/list-periods.ts'
import { yearOf } from '../framework/financial-year-of.ts'
import { expiringSoon } from '../inventory/expiring-stock.ts'
import { divide } from '../trade/trade-line-sql.ts'
import { monthlyFigures } from './dashboard-months.ts'

/** The figures of the first screen, all of one moment; each opens the list or report behind it. */
export async function homeFigures(context: Context): Promise<Record<keyof Home, unknown>> {
  const { started_at: since } = await yearOf(context, context.today)
  // All from materialized sums, and sent together.
  const [
    { months, accounts },
    { ages, overdue },
    counts,
    best_customers,
    best_products,
    latest_invoices,
    sold,
    { due_returns, ...vat },
    e_invoicing,
    banks,
    unverified_cities,
    quotations,
    goods,
    unanswered_bills,
    due_withholding,
    transfers_to_receive,
    products_to_buy,
    retentions,
    expiring,
  ] = await Promise.all([
    monthlyFigures(context, since),
    openByAge(context),
    documentCounts(context),
    bestCustomers(context, since),
    bestProducts(context, since),
    latestInvoices(context),
    soldLately(context),
    vatSoFar(context),
    eInvoicingAttention(context),
    bankAccountsReconciled(context),
    unverifiedCities(context),
    waitingQuotations(context),
    waitingGoods(context),
    questionsToAnswer(context),
    dueWithholding(context),
    transfersToReceive(context),
    countToBuy(context, reportPermission('what_to_buy')),
    dueRetentions(context, context.today),
    expiringSoon(context),
  ])
  const lastMonthEnd = addDays(monthStart(context.today), -1)
  const drafts = (kind: string) => counts.find((row) => row.kind === kind && row.status === 'draft')?.count ?? 0
  return {
    ...accounts,
    ...ages,
    ...vat,
    days_sales_outstanding: decimal(sold).eq(0) ? null : text(ratio(accounts.receivable, salesDays, sold, 0)),
    year_since: since,
    months,
    best_customers,
    best_products,
    latest_invoices,
    invoices_by_status: counts.filter(({ kind }) => kind === 'invoice').map(({ status, count }) => ({ status, count })),
    // Work that waits: overdue amounts, and drafts.
    attention: {
      overdue_invoices: overdue.invoices,
      overdue_bills: overdue.bills,
      draft_invoices: drafts('invoice'),
      draft_bills: drafts('bill'),
      ...quotations,
      ...goods,
      ...e_invoicing,
      products_to_buy,
      expiring_lots: expiring.count,
      expiring_value: text(expiring.value),
      transfers_to_receive,
      unanswered_bills,
      due_retentions: retentions.count,
      unreconciled_banks: banks.filter(({ day }) => (day ?? '') < lastMonthEnd).length,
      unverified_cities,
      due_returns,
      due_withholding,
    },
  }
}

/** Customers whose city may have been filled in by the former default. */
async function unverifiedCities({ db }: Context): Promise<number> {
  const { count } = await db
    .selectFrom('parties')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('kind', '=', 'customer')
    .where('city_unverified', '=', true)
    .where('status', '!=', 'inactive')
    .executeTakeFirstOrThrow()
  return count
}

const buckets = ['not_due', 'days_30', 'days_60', 'days_90', 'older'] as const

type OpenBucket = { kind: string; bucket: (typeof buckets)[number]; amount: string; count: number }

/**
 * Open items of either side by days overdue, from the counters by due day; a document settled by a later-dated payment
 * is open until then.
 */
export async function openByAge({ db, session, today }: Context) {
  const own = sql`organization_id = ${session.organization_id}`
  const kinds = sql`kind = ANY (${[...sales.openKinds, ...purchases.openKinds]}::text[])`
  const { rows } = await sql<OpenBucket>`
    SELECT kind, CASE WHEN ${today}::date <= due_date THEN 'not_due' WHEN ${today}::date - due_date <= 30 THEN 'days_30'
      WHEN ${today}::date - due_date <= 60 THEN 'days_60' WHEN ${today}::date - due_date <= 90 THEN 'days_90' ELSE 'older' END AS bucket,
      sum(amount) AS amount, sum(count)::bigint AS count
    FROM (
      SELECT kind, due_date, open_base AS amount, count FROM document_counts_by_due_date WHERE ${own} AND ${kinds} AND is_open
      UNION ALL
      SELECT document.kind, document.due_date, used.carrying_base, 0
      FROM (SELECT id, kind, due_date FROM documents WHERE ${own} AND ${kinds} AND last_settled_on > ${today}::date OFFSET 0) AS document
      CROSS JOIN LATERAL (SELECT carrying_base FROM allocations
        WHERE ${own} AND document_id = document.id AND allocation_date > ${today}::date OFFSET 0) AS used) AS open
    GROUP BY 1, 2`.execute(db)
  const owed = ({ openKinds }: Side) => rows.filter(({ kind }) => (openKinds as readonly string[]).includes(kind))
  const amountOf = (found: typeof rows) => text(sum(found.map(({ amount }) => decimal(amount))))
  const agesOf = (side: Side) =>
    buckets.map((bucket) => ({ bucket, amount: amountOf(owed(side).filter((row) => row.bucket === bucket)) }))
  const lateOf = (side: Side) => amountOf(owed(side).filter(({ bucket }) => bucket !== 'not_due'))
  const late = (kind: string) => rows.filter((row) => row.kind === kind && row.bucket !== 'not_due')
  const countOf = (kind: string) => late(kind).reduce((all, { count }) => all + count, 0)
  return {
    overdue: { invoices: countOf('invoice'), bills: countOf('bill') },
    ages: {
      receivable_overdue: lateOf(sales),
      payable_overdue: lateOf(purchases),
      receivable_by_age: agesOf(sales),
      payable_by_age: agesOf(purchases),
    },
  }
}

const salesDays = 90

/** Charges to customers: debit notes as well as invoices. */
const charging = ['invoice', 'debit_note'] as const

/** What was charged, tax included, over the days that days sales outstanding looks back: by months, and in the index of days. */
async function soldLately(context: Context): Promise<string> {
  const { db, session, today } = context
  const own = sql`organization_id = ${session.organization_id} AND kind IN (${sql.join(charging.map((kind) => sql.lit(kind)))})`
  const { kept, days } = await divide(context, charging, { from: addDays(today, 1 - salesDays), to: today })
  const months = kept && [
    sql`SELECT sum(net + tax) AS amount FROM trade_monthly_by_party WHERE ${own} AND month BETWEEN ${kept.from}::date AND ${kept.to}::date`,
  ]
  const rest = days.map(
    ({ from, to }) => sql`SELECT sum(total_base) AS amount FROM documents
      WHERE ${own} AND status NOT IN ('draft', 'void') AND document_date BETWEEN ${from}::date AND ${to}::date`,
  )
  const { rows } = await sql<{ amount: string }>`
    SELECT coalesce(sum(amount), 0) AS amount FROM (${sql.join([...(months ?? []), ...rest], sql` UNION ALL `)}) AS sold`.execute(
    db,
  )
  return rows[0]?.amount ?? '0'
}

/** Box 13 of the period that today lies in, up to today, and since when that is; and the returns that are due. */
async function vatSoFar(context: Context) {
  const { today } = context
  const periods = await listPeriods(context)
  const due_returns = await dueReturns(context, periods)
  const running = periods.find(({ from, to }) => from <= today && today <= to)
  if (!running) return { vat_due: '0', vat_since: null, due_returns }
  const { due } = await computeReturn(context, { from: running.from, to: today })
  return { vat_due: text(due), vat_since: running.from, due_returns }
}

/** The number of documents in each status, from the counters. */
export async function documentCounts({ db }: Context) {
  return db
    .selectFrom('document_counts')
    .select(['kind', 'status', 'count'])
    .where('kind', 'in', ['invoice', 'bill'])
    .where('status', '!=', 'void')
    .where('count', '!=', 0)
    .execute()
}

/**
 * By net sales of the financial year so far, as the report of customers states them: returns count against them, and what was charged
 * in advance was no sale yet. A debit note on an invoice of last year is a sale of this one.
 */
async function bestCustomers({ db, session, today }: Context, since: string) {
  const organization = session.organization_id
  const { rows } = await sql`
    WITH best AS MATERIALIZED (
      SELECT party_id, sum(CASE kind WHEN 'credit_note' THEN -net ELSE net END) AS amount FROM trade_monthly_by_party
      WHERE organization_id = ${organization} AND kind IN ('invoice', 'debit_note', 'credit_note')
        AND month BETWEEN ${since}::date AND ${today}::date
      GROUP BY party_id HAVING sum(CASE kind WHEN 'credit_note' THEN -net ELSE net END) > 0 ORDER BY amount DESC, party_id LIMIT 5)
    SELECT party.id, party.name, party.name_en, best.amount FROM best
    CROSS JOIN LATERAL (SELECT id, name, name_en FROM parties WHERE organization_id = ${organization} AND id = best.party_id OFFSET 0) AS party
    ORDER BY best.amount DESC, party.id`.execute(db)
  return rows
}

/** By net sales of the financial year so far, as in the product report. Each product is one row for all branches. */
async function bestProducts({ db, session, today }: Context, since: string) {
  const organization = session.organization_id
  const { rows } = await sql`
    WITH best AS MATERIALIZED (
      SELECT product_id, sum(CASE kind WHEN 'credit_note' THEN -net ELSE net END) AS amount FROM trade_monthly_by_product
      WHERE organization_id = ${organization} AND kind IN ('invoice', 'debit_note', 'credit_note')
        AND month BETWEEN ${since}::date AND ${today}::date
      GROUP BY product_id HAVING sum(CASE kind WHEN 'credit_note' THEN -net ELSE net END) > 0 ORDER BY amount DESC, product_id LIMIT 5)
    SELECT product.id, product.name, product.name_en, best.amount FROM best
    CROSS JOIN LATERAL (SELECT id, name, name_en FROM products WHERE organization_id = ${organization} AND id = best.product_id OFFSET 0) AS product
    ORDER BY best.amount DESC, product.id`.execute(db)
  return rows
}

async function latestInvoices({ db, session }: Context) {
  const { rows } = await sql`
    WITH latest AS MATERIALIZED (
      SELECT id FROM documents WHERE organization_id = ${session.organization_id} AND kind = 'invoice' AND status <> 'void'
      ORDER BY document_date DESC, id DESC LIMIT 6)
    SELECT document.id, coalesce(document.number, 'DRAFT-' || document.id) AS invoice_number, document.document_date AS invoice_date,
      party.name AS customer, party.name_en AS customer_en, document.status, document.total,
      (SELECT json_build_object('code', code, 'decimals', decimals) FROM currencies WHERE id = document.currency_id) AS currency
    FROM latest
    CROSS JOIN LATERAL (SELECT * FROM documents WHERE organization_id = ${session.organization_id} AND id = latest.id OFFSET 0) AS document
    CROSS JOIN LATERAL (SELECT name, name_en FROM parties WHERE organization_id = ${session.organization_id} AND id = document.party_id OFFSET 0) AS party
    ORDER BY document.document_date DESC, document.id DESC`.execute(db)
  return rows
}
