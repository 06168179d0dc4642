import { addDays } from '#ledger/calendar/calendar.ts'
import type { Context } from '#server/core/context.ts'

/** The financial year of a day. A day in none belongs to its calendar year, after the last year that ended. */
export async function yearOf({ db }: Context, day: string): Promise<{ started_at: string; ended_at: string }> {
  const year = await db
    .selectFrom('financial_years')
    .select(['started_at', 'ended_at'])
    .where('started_at', '<=', day)
    .where('ended_at', '>=', day)
    .executeTakeFirst()
  if (year) return year
  const before = await db
    .selectFrom('financial_years')
    .select('ended_at')
    .where('ended_at', '<', day)
    .orderBy('ended_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const first = `${day.slice(0, 4)}-01-01`
  const next = before ? addDays(before.ended_at, 1) : first
  return { started_at: next > first ? next : first, ended_at: `${day.slice(0, 4)}-12-31` }
}
