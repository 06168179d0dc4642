import { sql } from 'kysely'
import type { Home } from '#contract/reports.ts'
import { decimal, sum, text } from '#ledger/money.ts'
import type { Context } from '#server/kit/context.ts'
import { monthlyFigures } from './home-months.ts'

/** The figures of the first screen, all of one moment; each opens the list or report behind it. */
export async function homeFigures(context: Context): Promise<Record<keyof Home, unknown>> {
  const { months, accounts } = await monthlyFigures(context)
  return {
    ...accounts,
    ...(await openByAge(context)),
    months,
    best_customers: await bestCustomers(context),
    latest_invoices: await latestInvoices(context),
    invoices_by_status: await invoicesByStatus(context),
    attention: await attention(context),
  }
}

const buckets = ['not_due', 'days_30', 'days_60', 'days_90', 'older'] as const

/** What is open on either side by days overdue, from the index of open documents alone. */
async function openByAge({ db, session, today }: Context) {
  const { rows } = await sql<{ kind: string; bucket: (typeof buckets)[number]; amount: string }>`
    SELECT kind, CASE WHEN ${today}::date <= due_date THEN 'not_due' WHEN ${today}::date - due_date <= 30 THEN 'days_30'
      WHEN ${today}::date - due_date <= 60 THEN 'days_60' WHEN ${today}::date - due_date <= 90 THEN 'days_90' ELSE 'older' END AS bucket,
      sum(total_base - settled_base) AS amount
    FROM documents
    WHERE organization_id = ${session.organization_id} AND kind IN ('invoice', 'bill') AND state = 'posted' AND settled < total
    GROUP BY 1, 2`.execute(db)
  const agesOf = (kind: string) =>
    buckets.map((bucket) => ({
      bucket,
      amount: rows.find((row) => row.kind === kind && row.bucket === bucket)?.amount ?? '0',
    }))
  const late = rows.filter(({ kind, bucket }) => kind === 'invoice' && bucket !== 'not_due')
  return {
    receivable_overdue: text(sum(late.map(({ amount }) => decimal(amount)))),
    receivable_by_age: agesOf('invoice'),
    payable_by_age: agesOf('bill'),
  }
}

/** What waits for somebody: money that is late, and what was begun and not confirmed. */
async function attention({ db, session, today }: Context) {
  const { rows } = await sql<{ kind: string; overdue: number; drafts: number }>`
    SELECT kind, count(*) FILTER (WHERE state = 'posted' AND settled < total AND due_date < ${today}::date) AS overdue,
      count(*) FILTER (WHERE state = 'draft') AS drafts
    FROM documents
    WHERE organization_id = ${session.organization_id} AND kind IN ('invoice', 'bill')
      AND (state = 'draft' OR (state = 'posted' AND settled < total))
    GROUP BY 1`.execute(db)
  const of = (kind: string) => rows.find((row) => row.kind === kind) ?? { overdue: 0, drafts: 0 }
  return {
    overdue_invoices: of('invoice').overdue,
    overdue_bills: of('bill').overdue,
    draft_invoices: of('invoice').drafts,
    draft_bills: of('bill').drafts,
  }
}

async function bestCustomers({ db, today }: Context) {
  return db
    .selectFrom('documents')
    .innerJoin('parties', 'parties.id', 'documents.party_id')
    .select(['parties.id', 'parties.name', 'parties.name_en', sql<string>`sum(documents.net_base)`.as('amount')])
    .where('documents.kind', '=', 'invoice')
    .where('documents.state', '=', 'posted')
    .where('documents.document_date', '>=', `${today.slice(0, 4)}-01-01`)
    .groupBy(['parties.organization_id', 'parties.id', 'parties.name', 'parties.name_en'])
    .orderBy('amount', 'desc')
    .limit(5)
    .execute()
}

async function latestInvoices({ db }: Context) {
  return db
    .selectFrom('documents')
    .innerJoin('parties', 'parties.id', 'documents.party_id')
    .select([
      'documents.id',
      sql<string>`coalesce(documents.number, 'DRAFT-' || documents.id)`.as('invoice_number'),
      'documents.document_date as invoice_date',
    ])
    .select(['parties.name as customer', 'parties.name_en as customer_en', 'documents.status', 'documents.total'])
    .where('documents.kind', '=', 'invoice')
    .where('documents.state', '!=', 'void')
    .orderBy('documents.document_date', 'desc')
    .orderBy('documents.id', 'desc')
    .limit(6)
    .execute()
}

async function invoicesByStatus({ db }: Context) {
  return db
    .selectFrom('documents')
    .select(['status', sql<number>`count(*)`.as('count')])
    .where('kind', '=', 'invoice')
    .where('state', '!=', 'void')
    .groupBy('status')
    .execute()
}
