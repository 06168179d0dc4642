import { type RawBuilder, sql } from 'kysely'
import { addDays } from '#ledger/calendar.ts'

export const ages = ['not_due', 'days_30', 'days_60', 'days_90', 'days_120', 'older'] as const
export type Age = (typeof ages)[number]

/** Amounts of one party by how late they were on a day: thirty days an age, from those that were not yet due to all older. */
export function byAge(to: string, amount: RawBuilder<unknown>, due: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql.join(
    ages.map((key, age) => {
      const from = age === ages.length - 1 ? sql`` : sql`${due} >= ${addDays(to, age * -30)}::date`
      const until = age === 0 ? sql`` : sql`${due} < ${addDays(to, (age - 1) * -30)}::date`
      const between = age === 0 || age === ages.length - 1 ? sql`` : sql` AND `
      return sql`sum(${amount}) FILTER (WHERE ${from}${between}${until}) AS ${sql.ref(key)}`
    }),
  )
}
