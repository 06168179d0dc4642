import { type RawBuilder, sql } from 'kysely'
import type { Side } from '#contract/sides.ts'
import { closedPeriod } from '#server/journal/closed-period.ts'
import type { Context } from '#server/kit/context.ts'

/**
 * Why a payment's figures can no longer be changed, as the refusal a correction of it would get; null while they can. Its
 * own day is not all of it: what was refunded of it is taken back first, each day it was applied on must take entries too,
 * and what the bank has shown is not mirrored on its day. `table` is how the statement calls the payments.
 */
export function closedPayment(context: Pick<Context, 'session'>, side: Side, table: string): RawBuilder<string | null> {
  const own = context.session.organization_id
  const column = (name: string) => sql.ref(`${table}.${name}`)
  // What it posted that still stands, as `liveEntries` reads it.
  const posted = sql`FROM journal_entries AS standing WHERE standing.organization_id = ${own}
    AND standing.source = ${side.payment} AND standing.source_id = ${column('id')} AND standing.reverses_id IS NULL
    AND NOT EXISTS (SELECT FROM journal_entries AS mirror WHERE mirror.organization_id = ${own} AND mirror.reverses_id = standing.id)`
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
  return sql<string | null>`CASE WHEN ${column('state')} <> 'posted' THEN NULL
    ELSE coalesce(${closedPeriod(context, [side.name], { table, day: 'payment_date' })}, CASE
      WHEN ${column('refunded')} > 0 THEN 'has_refunds'
      WHEN EXISTS (SELECT ${posted}
        AND standing.entry_date > ${column('payment_date')} AND (standing.entry_date <@ ${openYears}) IS NOT TRUE) THEN 'period_locked'
      WHEN EXISTS (SELECT ${posted} AND EXISTS (${filed})) THEN 'vat_filed'
      WHEN EXISTS (SELECT ${posted} AND EXISTS (${shownByTheBank})) THEN 'bank_reconciled' END) END`
}
