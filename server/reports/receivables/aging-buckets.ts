import { type RawBuilder, sql } from 'kysely'
import { type Age, ages } from '#contract/reports/filters.ts'
import { addDays } from '#ledger/calendar/calendar.ts'

/** Amounts of one party by ageing bucket as of a day. */
export const agingBuckets = (to: string, amount: RawBuilder<unknown>, due: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql.join(ages.map((age) => sql`sum(${amount}) FILTER (WHERE ${inAgingBucket(to, age, due)}) AS ${sql.ref(age)}`))

/** The condition that an amount due on `due` is in this bucket as of a day. */
export function inAgingBucket(to: string, age: Age, due: RawBuilder<unknown>): RawBuilder<unknown> {
  const late = ages.indexOf(age)
  const from = sql`${due} >= ${addDays(to, late * -30)}::date`
  if (late === 0) return from
  const until = sql`${due} < ${addDays(to, (late - 1) * -30)}::date`
  return late === ages.length - 1 ? until : sql`${from} AND ${until}`
}
