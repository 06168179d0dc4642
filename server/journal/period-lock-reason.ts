import { type RawBuilder, sql } from 'kysely'
import { type Area, admits, yearStatuses } from '#ledger/calendar/periods.ts'
import type { Context } from '#server/core/context.ts'
import { mayPostUnderReview } from './periods.ts'

/**
 * Why the figures of a posted row can no longer be changed, as a refusal code; null while they can, and for a row that
 * is not posted. It equals the refusal of `Calendar.open`, for pages and lists that only show it; a write locks the
 * period. Open years and locks are read once per statement, for any number of rows.
 */
export function periodLockReason(
  context: Pick<Context, 'session'>,
  areas: readonly Area[],
  { table, day }: { table: string; day: string },
): RawBuilder<string | null> {
  const own = context.session.organization_id
  const date = sql.ref(`${table}.${day}`)
  const open = yearStatuses.filter((status) => areas.every((area) => admits(status, area, mayPostUnderReview(context))))
  const lockedThrough = (
    kinds: readonly string[],
  ) => sql`(SELECT coalesce(max(held.locked_through), '-infinity') FROM period_locks AS held
    WHERE held.organization_id = ${own} AND held.kind = ANY (${kinds}::text[]))`
  // Manual entries and counts carry no tax.
  const filed = areas.every((area) => area === 'stock' || area === 'manual')
    ? sql``
    : sql`WHEN ${date} <= ${lockedThrough(['vat'])} AND EXISTS (SELECT FROM tax_entries AS taxed WHERE taxed.organization_id = ${own}
      AND taxed.tax_date = ${date} AND taxed.entry_id = ${sql.ref(`${table}.entry_id`)}) THEN 'vat_filed'`
  return sql<string | null>`CASE
    WHEN ${sql.ref(`${table}.state`)} <> 'posted' THEN NULL
    WHEN (${date} <@ (SELECT range_agg(daterange(year.started_at, year.ended_at, '[]')) FROM financial_years AS year
      WHERE year.organization_id = ${own} AND year.status = ANY (${open}::text[]))) IS NOT TRUE THEN 'period_locked'
    WHEN ${date} <= ${lockedThrough(['all', ...areas])} THEN 'period_locked'
    ${filed} END`
}
