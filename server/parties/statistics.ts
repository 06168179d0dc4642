import { sql } from 'kysely'
import type { Side } from '#contract/documents/sides.ts'
import { ratio, toNumber } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'

type Figure = { value: number; growShrink: number }

/**
 * Three counts with their growth in percent: all and active against the end of last month, new ones of this month
 * against those of last month (accounting rule 5.13). Months are Riyadh's.
 */
export async function countParties(
  { db, today }: Context,
  side: Side,
): Promise<Record<'total' | 'active' | 'fresh', Figure>> {
  const month = sql`date_trunc('month', ${today}::date)`
  const created = sql`(created_at AT TIME ZONE 'Asia/Riyadh')`
  const before = sql`${created} < ${month}`
  const lastMonth = sql`${before} AND ${created} >= ${month} - interval '1 month'`
  const counts = await db
    .selectFrom('parties')
    .select([
      sql<number>`count(*)`.as('total'),
      sql<number>`count(*) FILTER (WHERE ${before})`.as('total_before'),
      sql<number>`count(*) FILTER (WHERE status = 'active')`.as('active'),
      sql<number>`count(*) FILTER (WHERE status = 'active' AND ${before})`.as('active_before'),
      sql<number>`count(*) FILTER (WHERE NOT (${before}))`.as('fresh'),
      sql<number>`count(*) FILTER (WHERE ${lastMonth})`.as('fresh_before'),
    ])
    .where('kind', '=', side.party)
    .executeTakeFirstOrThrow()
  return {
    total: figure(counts.total, counts.total_before),
    active: figure(counts.active, counts.active_before),
    fresh: figure(counts.fresh, counts.fresh_before),
  }
}

function figure(value: number, before: number): Figure {
  if (before === 0) return { value, growShrink: value > 0 ? 100 : 0 }
  return { value, growShrink: toNumber(ratio(value - before, 100, before, 1)) }
}
