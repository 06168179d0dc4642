import type { Context } from '#server/kit/context.ts'

/** The financial year of a day; a day in none starts its own calendar year. */
export async function yearOf({ db }: Context, day: string): Promise<{ started_at: string; ended_at: string }> {
  const year = await db
    .selectFrom('financial_years')
    .select(['started_at', 'ended_at'])
    .where('started_at', '<=', day)
    .where('ended_at', '>=', day)
    .executeTakeFirst()
  return year ?? { started_at: `${day.slice(0, 4)}-01-01`, ended_at: `${day.slice(0, 4)}-12-31` }
}
