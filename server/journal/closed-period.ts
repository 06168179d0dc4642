import { type RawBuilder, sql } from 'kysely'
import type { SideName } from '#contract/sides.ts'

type Posted = { day: RawBuilder<unknown>; entry: RawBuilder<unknown> }

/**
 * Why what an entry of a day posted can no longer be changed, as a refusal code; null while it can. It is what `lockPeriod`
 * would say, for pages that only show a record: whoever writes holds the period.
 */
export function closedPeriod(own: number, area: SideName, { day, entry }: Posted): RawBuilder<unknown> {
  const locked = (kinds: readonly string[]) => sql`EXISTS (SELECT FROM period_locks AS held
    WHERE held.organization_id = ${own} AND held.kind = ANY (${kinds}::text[]) AND held.locked_through >= ${day})`
  return sql`CASE
    WHEN NOT EXISTS (SELECT FROM financial_years AS year WHERE year.organization_id = ${own}
      AND year.started_at <= ${day} AND year.ended_at >= ${day} AND year.status = 'open') THEN 'period_locked'
    WHEN ${locked(['all', area])} THEN 'period_locked'
    WHEN ${locked(['vat'])} AND EXISTS (SELECT FROM tax_entries AS taxed WHERE taxed.organization_id = ${own}
      AND taxed.tax_date = ${day} AND taxed.entry_id = ${entry}) THEN 'vat_filed' END`
}
