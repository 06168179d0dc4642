import { sql } from 'kysely'
import { holdsAny } from '#contract/access/permissions.ts'
import type { AccountOverview } from '#contract/reports/overviews.ts'
import { reportPermission } from '#contract/reports/report-index.ts'
import { addDays, addMonths } from '#ledger/calendar/calendar.ts'
import { type Decimal, decimal, text } from '#ledger/money.ts'
import { chartAccounts } from '#server/chart/chart-accounts.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { entryKindLabel } from '#server/journal/history/entry-label.ts'
import { beside, sourceKind, sourceNumbers } from '../account-statement/statement-rows.ts'
import { movements } from '../statements/sum-balances.ts'

const monthsShown = 12
const linesShown = 10

/** The page of an account: its balance by month and its last lines, with those of the accounts below it. */
export async function showAccountOverview(
  context: Context,
  id: number,
): Promise<Record<keyof AccountOverview, unknown>> {
  const accounts = await chartAccounts(context)
  const account = accounts.find((one) => one.id === id)
  if (!account) throw new Refusal('not_found')
  if (!holdsAny(context.session.authority, [reportPermission('account_statement')]))
    return { balance: null, months: null, lines: null, last_activity: null }
  const ids = belowOf(accounts, id)
  const [months, lines] = await Promise.all([monthsOf(context, ids, account.nature), lastLines(context, ids)])
  return { balance: months.at(-1)?.balance ?? '0', months, lines, last_activity: lines[0]?.date ?? null }
}

/** The account itself and every account below it. */
function belowOf(accounts: readonly { id: number; parent_id: number | null }[], id: number): number[] {
  const children = accounts.filter(({ parent_id }) => parent_id === id)
  return [id, ...children.flatMap((child) => belowOf(accounts, child.id))]
}

type MonthSums = { month: string; debit: string; credit: string }

/** Twelve months up to today from the materialized balances, the balance in the account's own nature. */
async function monthsOf(context: Context, account_id: readonly number[], nature: string) {
  const { db, today } = context
  const first = addMonths(`${today.slice(0, 7)}-01`, 1 - monthsShown)
  const cuts = [addDays(today, 1)]
  const { rows } = await sql<MonthSums>`
    SELECT to_char(greatest(date_trunc('month', day)::date, ${addMonths(first, -1)}::date), 'YYYY-MM') AS month, sum(debit) AS debit, sum(credit) AS credit
    FROM (${movements(context, { cuts, account_id })}) AS movement GROUP BY 1`.execute(db)
  const sums = new Map(rows.map((row) => [row.month, row]))
  const moved = (month: string): Decimal => decimal(sums.get(month)?.debit ?? 0).minus(sums.get(month)?.credit ?? 0)
  const sign = nature === 'C' ? -1 : 1
  let balance = moved(addMonths(first, -1).slice(0, 7))
  return Array.from({ length: monthsShown }, (_, index) => {
    const month = addMonths(first, index).slice(0, 7)
    balance = balance.plus(moved(month))
    const { debit = '0', credit = '0' } = sums.get(month) ?? {}
    return { month, debit, credit, balance: text(balance.times(sign)) }
  })
}

type Line = { date: string; kind: string; source: string | null }

/** Each account gives its own last lines by its index; the last of them all are shown. */
async function lastLines({ db, session, today }: Context, account_id: readonly number[]) {
  const organization = session.organization_id
  const { rows } = await sql<Line>`
    WITH page AS MATERIALIZED (
      SELECT line.* FROM unnest(${account_id}::bigint[]) AS wanted (id)
      CROSS JOIN LATERAL (
        SELECT entry_id, line_number, entry_date, account_id, debit, credit, description FROM journal_lines
        WHERE organization_id = ${organization} AND account_id = wanted.id AND entry_date <= ${today}::date
        ORDER BY entry_date DESC, entry_id DESC, line_number DESC LIMIT ${linesShown}) AS line
      ORDER BY line.entry_date DESC, line.entry_id DESC, line.line_number DESC LIMIT ${linesShown})
    SELECT page.entry_id || '.' || page.line_number AS key, page.entry_date AS date, page.debit, page.credit,
      coalesce(page.description, entry.description) AS description, entry.kind, ${sourceKind} AS source, entry.source_id, entry.entry_number,
      coalesce(document.number, payment.number, manual.number) AS number,
      json_build_object('id', account.id, 'number', account.number, 'name', account.name, 'name_en', account.name_en) AS account
    FROM page
    ${beside('journal_entries', 'entry', organization, sql`page.entry_id`)}
    ${beside('accounts', 'account', organization, sql`page.account_id`)}
    ${sourceNumbers(organization)}
    ORDER BY page.entry_date DESC, page.entry_id DESC, page.line_number DESC`.execute(db)
  return rows.map((row) => ({ ...row, kind: entryKindLabel(row) }))
}
