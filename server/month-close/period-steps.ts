import { sql } from 'kysely'
import { addDays, type Range } from '#ledger/calendar/calendar.ts'
import { decimal, sum, text } from '#ledger/money.ts'
import { foreignBalances } from '#server/closing/foreign-balances.ts'
import type { Context } from '#server/core/context.ts'
import { sumRole } from '#server/journal/balances-as-of.ts'
import { listPeriods } from '#server/vat/list-periods.ts'
import { filedMonth, listWithholding } from '#server/withholding/list-periods.ts'
import type { StepFacts } from './step-facts.ts'

type Done = { day: string; amount: string | null; by: string | null; at: Date | null }

/** If goods are stocked, they are counted in the month. */
export async function countsStep({ db, session }: Context, { from, to }: Range): Promise<StepFacts> {
  const own = session.organization_id
  const [{ rows }, held] = await Promise.all([
    sql<Done>`
      SELECT count_date AS day, value AS amount, person.name AS by, count.created_at AS at FROM stock_counts AS count
      LEFT JOIN users AS person ON person.organization_id = ${own} AND person.id = count.created_by
      WHERE count.organization_id = ${own} AND state = 'posted' AND count_date BETWEEN ${from}::date AND ${to}::date
      ORDER BY count_date DESC, count.id DESC LIMIT 1`.execute(db),
    db.selectFrom('stock_items').select('product_id').where('quantity', '>', '0').limit(1).executeTakeFirst(),
  ])
  if (rows[0]) return { state: 'done', ...rows[0] }
  return { state: held ? 'open' : 'none' }
}

/** Balances in foreign currencies are revalued as of the last day of the month. */
export async function revaluationStep(context: Context, { to }: Range): Promise<StepFacts> {
  const own = context.session.organization_id
  const [{ rows }, balances] = await Promise.all([
    sql<Done>`
      SELECT revaluation_date AS day, gain - loss AS amount, person.name AS by, made.created_at AS at FROM fx_revaluations AS made
      LEFT JOIN users AS person ON person.organization_id = ${own} AND person.id = made.created_by
      WHERE made.organization_id = ${own} AND state = 'posted' AND revaluation_date = ${to}::date`.execute(context.db),
    foreignBalances(context, to),
  ])
  if (rows[0]) return { state: 'done', ...rows[0] }
  const held = balances.filter((balance) => balance.is_held)
  return { state: held.length > 0 ? 'open' : 'none', count: held.length }
}

/** The VAT return whose period ends in the month is filed. */
export async function vatStep(context: Context, { from, to }: Range): Promise<StepFacts> {
  const period = (await listPeriods(context)).find((one) => one.to >= from && one.to <= to)
  if (!period) return { state: 'none' }
  if (!period.is_filed) return { state: 'open', day: period.to }
  const own = context.session.organization_id
  const { rows } = await sql<Done>`
    SELECT ended_at AS day, net AS amount, person.name AS by, filed_at AS at FROM vat_periods AS filed
    LEFT JOIN users AS person ON person.organization_id = ${own} AND person.id = filed.filed_by
    WHERE filed.organization_id = ${own} AND filed.id = ${period.id}`.execute(context.db)
  return { state: 'done', ...rows[0] }
}

/** The return of tax withheld in the month is filed, where something was withheld. */
export async function withholdingStep(context: Context, month: Range): Promise<StepFacts> {
  const own = (await listWithholding(context)).find(({ kind, to }) => kind === 'month' && to === month.to)
  if (!own) return { state: 'none' }
  if (own.is_filed) return { state: 'done', ...(await filedMonth(context, month)) }
  return { state: 'open', count: own.untyped, amount: own.tax, day: own.to }
}

const statementDays = 31

/** Customers who owe something were sent a statement that reaches the end of the month. */
export async function statementsStep(context: Context, { to }: Range): Promise<StepFacts> {
  const { db, session } = context
  const [{ rows }, balances] = await Promise.all([
    sql<{ count: number; at: Date | null }>`
      SELECT count(DISTINCT record_id)::integer AS count, max(created_at) AS at FROM deliveries
      WHERE organization_id = ${session.organization_id} AND kind = 'customer_statement'
        AND coalesce(to_day, (created_at AT TIME ZONE 'Asia/Riyadh')::date) BETWEEN ${to}::date AND ${addDays(to, statementDays)}::date`.execute(
      db,
    ),
    sumRole(context, to, 'AR'),
  ])
  const { count, at } = rows[0] ?? { count: 0, at: null }
  const owed = sum(balances.map(({ balance }) => decimal(balance)))
  if (count > 0) return { state: 'done', count, at, amount: text(owed) }
  return { state: owed.eq(0) ? 'none' : 'open', count, amount: text(owed) }
}

/** Nothing can be posted into the month: by a lock of all postings, or because its year is closed. */
export async function lockStep({ db, session }: Context, { to }: Range): Promise<StepFacts> {
  const own = session.organization_id
  const [lock, year, { rows }] = await Promise.all([
    db.selectFrom('period_locks').select('locked_through').where('kind', '=', 'all').executeTakeFirst(),
    db
      .selectFrom('financial_years')
      .select(['status', 'closed_at'])
      .where('started_at', '<=', to)
      .where('ended_at', '>=', to)
      .executeTakeFirst(),
    sql<{ by: string | null; at: Date }>`
      SELECT person.name AS by, log.at FROM audit_log AS log
      LEFT JOIN users AS person ON person.organization_id = ${own} AND person.id = log.user_id
      WHERE log.organization_id = ${own} AND log.resource = 'period_lock' ORDER BY log.id DESC LIMIT 1`.execute(db),
  ])
  if (year?.status === 'closed') return { state: 'done', day: to, at: year.closed_at }
  const day = lock?.locked_through ?? null
  if (day !== null && day >= to) return { state: 'done', day, ...rows[0] }
  return { state: 'open', day }
}
