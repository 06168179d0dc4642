import { type RawBuilder, sql } from 'kysely'
import type { Side } from '#contract/documents/sides.ts'
import type { Context } from '#server/core/context.ts'
import { periodLockReason } from '#server/journal/period-lock-reason.ts'

/**
 * Why a payment's figures can no longer be changed, as the refusal a correction of it would get; null while they can. Its
 * own day is not all of it: what was refunded of it is taken back first, each day it was applied on must take entries too,
 * and what the bank has shown is not mirrored on its day. `table` is how the statement calls the payments.
 */
export function closedPayment(context: Pick<Context, 'session'>, side: Side, table: string): RawBuilder<string | null> {
  const own = context.session.organization_id
  const column = (name: string) => sql.ref(`${table}.${name}`)
  const hasMirror = sql`SELECT FROM journal_entries AS mirror WHERE mirror.organization_id = ${own} AND mirror.reverses_id = standing.id`
  // A lock that reaches a later day reaches its own day as well: only the later year is asked for.
  const openYears = sql`(SELECT range_agg(daterange(year.started_at, year.ended_at, '[]')) FROM financial_years AS year
    WHERE year.organization_id = ${own} AND year.status = 'open')`
  // A payment names no entry of its own: what carries tax is found by what it posted.
  const filed = sql`SELECT FROM tax_entries AS taxed JOIN period_locks AS held
    ON held.organization_id = taxed.organization_id AND held.kind = 'vat' AND held.locked_through >= taxed.tax_date
    WHERE taxed.organization_id = ${own} AND taxed.tax_date = standing.entry_date AND taxed.entry_id = standing.id`
  const shownByTheBank = sql`SELECT FROM reconciled_lines AS matched
    JOIN bank_reconciliations AS reconciliation ON reconciliation.organization_id = matched.organization_id AND reconciliation.id = matched.reconciliation_id
    WHERE matched.organization_id = ${own} AND matched.entry_id = standing.id AND reconciliation.state = 'finished'`
  // What it posted that still stands, as `liveEntries` reads it; each is looked up by itself, however many payments are asked about.
  const posted = sql`SELECT min(CASE WHEN EXISTS (${hasMirror}) THEN NULL
      WHEN standing.entry_date > ${column('payment_date')} AND (standing.entry_date <@ ${openYears}) IS NOT TRUE THEN 1
      WHEN EXISTS (${filed}) THEN 2 WHEN EXISTS (${shownByTheBank}) THEN 3 END) FROM journal_entries AS standing
    WHERE standing.organization_id = ${own} AND standing.source = ${side.payment} AND standing.source_id = ${column('id')} AND standing.reverses_id IS NULL`
  return sql<string | null>`CASE WHEN ${column('state')} <> 'posted' THEN NULL
    ELSE coalesce(${periodLockReason(context, [side.name], { table, day: 'payment_date' })}, CASE WHEN ${column('refunded')} > 0 THEN 'has_refunds'
      ELSE (ARRAY['period_locked', 'vat_filed', 'bank_reconciled'])[(${posted})] END) END`
}

/**
 * The same of the payments of a page. A statement of its own: a page is planned for what it asks, and planning this took three
 * times what asking it does. Each is looked up by its key, where the plan for all would read an index of all of them.
 */
export async function closedPayments(
  { db, session }: Pick<Context, 'db' | 'session'>,
  side: Side,
  ids: readonly number[],
): Promise<Map<number, string | null>> {
  db.forceGenericPlan()
  const { rows } = await sql<{ id: number; reason: string | null }>`
    SELECT payment.id, ${closedPayment({ session }, side, 'payment')} AS reason FROM unnest(${ids}::bigint[]) AS asked (id)
    CROSS JOIN LATERAL (SELECT id, state, payment_date, entry_id, refunded FROM payments
      WHERE organization_id = ${session.organization_id} AND id = asked.id OFFSET 0) AS payment`.execute(db)
  return new Map(rows.map(({ id, reason }) => [id, reason]))
}
