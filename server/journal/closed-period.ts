import { type RawBuilder, sql } from 'kysely'
import type { SideName } from '#contract/sides.ts'

type Posted = {
  day: RawBuilder<unknown>
  entry: RawBuilder<unknown>
  /** In which years the writer may post it. */
  open?: readonly string[]
}

/**
 * Why what an entry of a day posted can no longer be changed, as a refusal code; null while it can. It is what `lockPeriod`
 * would say, for pages that only show a record: whoever writes holds the period.
 */
export function closedPeriod(
  own: number,
  area: SideName | 'stock',
  { day, entry, open = ['open'] }: Posted,
): RawBuilder<string | null> {
  const locked = (kinds: readonly string[]) => sql`EXISTS (SELECT FROM period_locks AS held
    WHERE held.organization_id = ${own} AND held.kind = ANY (${kinds}::text[]) AND held.locked_through >= ${day})`
  return sql<string | null>`CASE
    WHEN NOT EXISTS (SELECT FROM financial_years AS year WHERE year.organization_id = ${own}
      AND year.started_at <= ${day} AND year.ended_at >= ${day} AND year.status = ANY (${open}::text[])) THEN 'period_locked'
    WHEN ${locked(['all', area])} THEN 'period_locked'
    WHEN ${locked(['vat'])} AND EXISTS (SELECT FROM tax_entries AS taxed WHERE taxed.organization_id = ${own}
      AND taxed.tax_date = ${day} AND taxed.entry_id = ${entry}) THEN 'vat_filed' END`
}
