import { type RawBuilder, sql } from 'kysely'
import { decimal, text } from '#ledger/money.ts'
import type { Context } from '#server/kit/context.ts'
import type { Answer } from '#server/kit/pipeline.ts'
import { requireRows } from '#server/kit/references.ts'
import { Refusal } from '#server/kit/refusal.ts'
import { yearOf } from './year-of.ts'

type Query = {
  account_id: number
  from?: string | undefined
  to?: string | undefined
  branch_id?: number | undefined
  page: number
}
export const statementPageSize = 100

/** Every movement of an account, or of all accounts below it, with the balance it left (ledger.md 5.2). */
export async function showAccountStatement(context: Context, query: Query): Promise<Answer> {
  const { db, today } = context
  await requireRows(db, { account_id: ['accounts', query.account_id], branch_id: ['branches', query.branch_id] })
  const current = await yearOf(context, query.from ?? today)
  const [from, to] = [query.from ?? current.started_at, query.to ?? current.ended_at]
  if (to < from) throw new Refusal('due_before_date', { field: 'to' })
  const account = await db
    .selectFrom('accounts')
    .select(['id', 'number', 'name', 'name_en', 'nature', 'class'])
    .where('id', '=', query.account_id)
    .executeTakeFirstOrThrow()
  // Income and expense begin anew with each year; what they held before belongs to equity.
  const since = account.class === 'R' || account.class === 'X' ? current.started_at : null
  const scope = { ids: await accountsBelow(context, account.id), from, to, since, branch_id: query.branch_id }
  const sums = await sumScope(context, scope)
  const page = await pageOf(context, scope, Math.max(1, query.page))
  const sign = account.nature === 'D' ? 1 : -1
  const natural = (debitBalance: string | { toFixed(): string }) => text(decimal(String(debitBalance)).times(sign))
  const opening = decimal(sums.opening)
  const rows = page.map(({ running, ...row }) => ({ ...row, balance: natural(text(opening.plus(running))) }))
  const closing = opening.plus(sums.debit).minus(sums.credit)
  return {
    data: {
      from,
      to,
      account,
      opening: natural(sums.opening),
      debit: sums.debit,
      credit: sums.credit,
      closing: natural(text(closing)),
      rows,
      total: sums.total,
    },
  }
}

type Scope = { ids: number[]; from: string; to: string; since: string | null; branch_id: number | undefined }

async function accountsBelow({ db, session }: Context, id: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    WITH RECURSIVE below AS (
      SELECT id FROM accounts WHERE organization_id = ${session.organization_id} AND id = ${id}
      UNION ALL
      SELECT account.id FROM accounts AS account JOIN below ON account.parent_id = below.id WHERE account.organization_id = ${session.organization_id})
    SELECT id FROM below`.execute(db)
  return rows.map((row) => row.id)
}

const linesOf = ({ session }: Context, { ids, branch_id }: Scope): RawBuilder<unknown> => sql`
  FROM journal_lines AS line
  WHERE line.organization_id = ${session.organization_id} AND line.account_id = ANY (${ids}::bigint[])
    ${branch_id === undefined ? sql`` : sql`AND line.branch_id = ${branch_id}`}`

async function sumScope(context: Context, scope: Scope) {
  const { from, to, since } = scope
  const { rows } = await sql<{ opening: string; debit: string; credit: string; total: number }>`
    SELECT coalesce(sum(line.debit - line.credit) FILTER (WHERE line.entry_date < ${from}::date AND line.entry_date >= coalesce(${since}::date, '-infinity')), 0) AS opening,
      coalesce(sum(line.debit) FILTER (WHERE line.entry_date >= ${from}::date), 0) AS debit,
      coalesce(sum(line.credit) FILTER (WHERE line.entry_date >= ${from}::date), 0) AS credit,
      count(*) FILTER (WHERE line.entry_date >= ${from}::date) AS total
    ${linesOf(context, scope)} AND line.entry_date <= ${to}::date`.execute(context.db)
  return rows[0] as { opening: string; debit: string; credit: string; total: number }
}

type PageRow = { running: string } & Record<string, unknown>

/** One page with the sum of everything up to each row; names are looked up for the page only. */
async function pageOf(context: Context, scope: Scope, page: number): Promise<PageRow[]> {
  const organization = context.session.organization_id
  const { rows } = await sql<PageRow>`
    WITH page AS (
      SELECT line.*, sum(line.debit - line.credit) OVER (ORDER BY line.entry_date, line.entry_id, line.line_number) AS running
      ${linesOf(context, scope)} AND line.entry_date BETWEEN ${scope.from}::date AND ${scope.to}::date
      ORDER BY line.entry_date, line.entry_id, line.line_number LIMIT ${statementPageSize} OFFSET ${(page - 1) * statementPageSize})
    SELECT page.entry_id, page.line_number, page.entry_date, page.debit, page.credit, page.running,
      coalesce(page.description, entry.description) AS description, entry.entry_number, entry.kind, entry.source, entry.source_id,
      account.number AS account_number, account.name AS account_name, account.name_en AS account_name_en,
      party.name AS party, party.name_en AS party_en, coalesce(document.number, payment.number) AS number
    FROM page
    JOIN journal_entries AS entry ON entry.organization_id = ${organization} AND entry.id = page.entry_id
    JOIN accounts AS account ON account.organization_id = ${organization} AND account.id = page.account_id
    LEFT JOIN parties AS party ON party.organization_id = ${organization} AND party.id = page.party_id
    LEFT JOIN documents AS document ON document.organization_id = ${organization} AND entry.source IN ('invoice', 'bill') AND document.id = entry.source_id
    LEFT JOIN payments AS payment ON payment.organization_id = ${organization} AND entry.source IN ('income_payment', 'expense_payment') AND payment.id = entry.source_id
    ORDER BY page.entry_date, page.entry_id, page.line_number`.execute(context.db)
  return rows
}
