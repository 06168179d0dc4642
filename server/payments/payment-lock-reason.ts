import { type RawBuilder, sql } from 'kysely'
import type { Side } from '#contract/documents/sides.ts'
import type { Context } from '#server/core/context.ts'
import { runPlanned } from '#server/db/tenant/verbs.ts'
import { periodLockReason } from '#server/journal/period-lock-reason.ts'

/**
 * Why a payment's figures can no longer be changed, as the refusal of a correction; null while they can. Its own date
 * is not enough: refunds must be reversed first, each allocation date must accept entries, and what the bank statement
 * confirmed cannot be reversed on its day. `table` is the alias of payments in the statement.
 */
export function closedPayment(context: Pick<Context, 'session'>, side: Side, table: string): RawBuilder<string | null> {
  const own = context.session.organization_id
  const column = (name: string) => sql.ref(`${table}.${name}`)
  const hasMirror = sql`SELECT FROM journal_entries AS mirror WHERE mirror.organization_id = ${own} AND mirror.reverses_id = standing.id`
  // A lock that covers a later day also covers the payment's own day: only the later year is checked.
  const openYears = sql`(SELECT range_agg(daterange(year.started_at, year.ended_at, '[]')) FROM financial_years AS year
    WHERE year.organization_id = ${own} AND year.status = 'open')`
  // A payment does not name its entry: whether it carries tax is found from what it posted.
  const filed = sql`SELECT FROM tax_entries AS taxed JOIN period_locks AS held
    ON held.organization_id = taxed.organization_id AND held.kind = 'vat' AND held.locked_through >= taxed.tax_date
    WHERE taxed.organization_id = ${own} AND taxed.tax_date = standing.entry_date AND taxed.entry_id = standing.id`
  const shownByTheBank = sql`SELECT FROM bank_reconciliation_lines AS matched
    JOIN bank_reconciliations AS reconciliation ON reconciliation.organization_id = matched.organization_id AND reconciliation.id = matched.reconciliation_id
    WHERE matched.organization_id = ${own} AND matched.entry_id = standing.id AND reconciliation.state = 'finished'`
  const withheld = sql`SELECT FROM withholding_periods AS held
    WHERE held.organization_id = ${own} AND held.kind = 'month' AND ${column('payment_date')} BETWEEN held.started_at AND held.ended_at
      AND (${column('withholding_rate')} > 0 OR ${column('withholding_type')} IS NOT NULL)`
  // The entries it posted that are not reversed, as `liveEntries` reads them. Each is looked up alone, however many
  // payments are listed.
  const posted = sql`SELECT min(CASE WHEN EXISTS (${hasMirror}) THEN NULL
      WHEN standing.entry_date > ${column('payment_date')} AND (standing.entry_date <@ ${openYears}) IS NOT TRUE THEN 1
      WHEN EXISTS (${filed}) THEN 2 WHEN EXISTS (${shownByTheBank}) THEN 3 END) FROM journal_entries AS standing
    WHERE standing.organization_id = ${own} AND standing.source = ${side.payment} AND standing.source_id = ${column('id')} AND standing.reverses_id IS NULL`
  return sql<string | null>`CASE WHEN ${column('state')} <> 'posted' THEN NULL
    ELSE coalesce(${periodLockReason(context, [side.name], { table, day: 'payment_date' })}, CASE WHEN ${column('refunded')} > 0 THEN 'has_refunds'
      WHEN ${side.name === 'purchases' ? sql`EXISTS (${withheld})` : sql`false`} THEN 'withholding_filed'
      ELSE (ARRAY['period_locked', 'vat_filed', 'bank_reconciled'])[(${posted})] END) END`
}

/**
 * The same for the payments of a page, as a statement of its own: pages are planned for their parameters, and planning
 * this part took three times as long as running it. Each is looked up by key; a generic plan would read an index of all
 * payments.
 */
export async function closedPayments(
  { db, session }: Pick<Context, 'db' | 'session'>,
  side: Side,
  ids: readonly number[],
): Promise<Map<number, string | null>> {
  const reasons = sql<{ id: number; reason: string | null }>`
    SELECT payment.id, ${closedPayment({ session }, side, 'payment')} AS reason FROM unnest(${ids}::bigint[]) AS asked (id)
    CROSS JOIN LATERAL (SELECT id, state, payment_date, entry_id, refunded, withholding_rate, withholding_type FROM payments
      WHERE organization_id = ${session.organization_id} AND id = asked.id OFFSET 0) AS payment`
  const { rows } = await runPlanned(db, 'once', reasons)
  return new Map(rows.map(({ id, reason }) => [id, reason]))
}
