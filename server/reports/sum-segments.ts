import { type RawBuilder, sql } from 'kysely'
import { isMonthStart, monthEnd, monthStart } from '#ledger/calendar.ts'
import type { Context } from '#server/kit/context.ts'

/**
 * What every statement is made of: the debits and credits of each posting account, by the stretch of time they fall
 * into. `cuts` are the first days of the stretches, ascending; segment 0 is everything before the first, and nothing
 * on or after the last is read. Kinds are those of the kept balances: 0 business, 1 opening, 2 closing.
 */
export type SegmentSum = {
  account_id: number
  segment: number
  kind: number
  /** The branch or cost center, where sums are asked for by one of them; 0 is none. */
  part: number
  debit: string
  credit: string
}
export type SegmentsAsked = {
  cuts: readonly string[]
  /** Only these accounts; all of them otherwise. */
  account_id?: readonly number[]
  branch_id?: readonly number[] | undefined
  cost_center_id?: readonly number[] | undefined
  by?: 'branch' | 'cost_center'
}

/** Whole months come from the kept balances; only months that a cut divides are read line by line, by account and date. */
export async function sumSegments(context: Context, asked: SegmentsAsked): Promise<SegmentSum[]> {
  const { db, session } = context
  const organization = session.organization_id
  const until = asked.cuts.at(-1) as string
  const divided = await dividedMonths(context, asked.cuts)
  const part = partOf(asked)
  const accounts = asked.account_id ? sql`AND line.account_id = ANY (${asked.account_id}::bigint[])` : sql``
  const filters = sql`${filtersOf(asked)} ${accounts}`
  const { rows } = await sql<SegmentSum>`
    WITH movements AS (
      SELECT account_id, month AS day, kind, ${part} AS part, debit, credit FROM balances AS line
      WHERE organization_id = ${organization} AND month < ${until}::date AND month <> ALL (${divided}::date[]) ${filters}
      ${divided.length > 0 ? linesOf(context, divided, until, part, filters) : sql``})
    SELECT account_id, width_bucket(day, ${asked.cuts}::date[]) AS segment, kind, part, sum(debit) AS debit, sum(credit) AS credit
    FROM movements GROUP BY 1, 2, 3, 4`.execute(db)
  return rows
}

/** Each account's lines of the divided months by its index; the few entries that open or close are known beforehand. */
function linesOf(
  { session }: Context,
  divided: string[],
  until: string,
  part: RawBuilder<unknown>,
  filters: RawBuilder<unknown>,
) {
  const organization = session.organization_id
  return sql`
    UNION ALL
    SELECT line.account_id, line.entry_date, coalesce(special.kind, 0), line.part, line.debit, line.credit
    FROM unnest(${divided}::date[]) AS divided (month)
    CROSS JOIN accounts AS account
    CROSS JOIN LATERAL (
      SELECT line.account_id, line.entry_id, line.entry_date, ${part} AS part, line.debit, line.credit FROM journal_lines AS line
      WHERE line.organization_id = ${organization} AND line.account_id = account.id AND line.entry_date >= divided.month
        AND line.entry_date < least(divided.month + interval '1 month', ${until}::date)::date ${filters}
      OFFSET 0) AS line
    LEFT JOIN (
      SELECT id, CASE kind WHEN 'opening' THEN 1 ELSE 2 END AS kind FROM journal_entries
      WHERE organization_id = ${organization} AND kind IN ('opening', 'closing') AND entry_date < ${until}::date) AS special ON special.id = line.entry_id
    WHERE account.organization_id = ${organization} AND account.postable`
}

function partOf({ by }: SegmentsAsked): RawBuilder<unknown> {
  if (by === 'branch') return sql`line.branch_id`
  return by === 'cost_center' ? sql`coalesce(line.cost_center_id, 0)` : sql`0::bigint`
}

/** Conditions on a row of balances or on a line, whichever goes by the name `line`. */
export function filtersOf({ branch_id, cost_center_id }: Pick<SegmentsAsked, 'branch_id' | 'cost_center_id'>) {
  const branch = branch_id ? sql`AND line.branch_id = ANY (${branch_id}::bigint[])` : sql``
  return cost_center_id
    ? sql`${branch} AND coalesce(line.cost_center_id, 0) = ANY (${cost_center_id}::bigint[])`
    : branch
}

/**
 * The months that have a cut inside them. The last cut divides nothing while its month holds nothing later: then the
 * kept month is the month so far, which is what most people look at.
 */
export async function dividedMonths({ db }: Context, cuts: readonly string[]): Promise<string[]> {
  const inside = cuts.filter((day) => !isMonthStart(day))
  const until = cuts.at(-1) as string
  const months = new Set(inside.filter((day) => day !== until).map(monthStart))
  if (isMonthStart(until) || months.has(monthStart(until))) return [...months]
  const later = await db
    .selectFrom('journal_entries')
    .select('id')
    .where('entry_date', '>=', until)
    .where('entry_date', '<=', monthEnd(until))
    .limit(1)
    .executeTakeFirst()
  return later ? [...months, monthStart(until)] : [...months]
}
