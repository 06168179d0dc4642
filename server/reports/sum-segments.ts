import { type RawBuilder, sql } from 'kysely'
import { isMonthStart } from '#ledger/calendar.ts'
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

/** Whole months come from the kept balances; only months that a cut divides are read line by line, by their dates. */
export async function sumSegments({ db, session }: Context, asked: SegmentsAsked): Promise<SegmentSum[]> {
  const organization = session.organization_id
  const until = asked.cuts.at(-1) as string
  const divided = dividedMonths(asked.cuts)
  const part = partOf(asked)
  const accounts = asked.account_id ? sql`AND line.account_id = ANY (${asked.account_id}::bigint[])` : sql``
  const filters = sql`${filtersOf(asked)} ${accounts}`
  const { rows } = await sql<SegmentSum>`
    WITH movements AS (
      SELECT account_id, month AS day, kind, ${part} AS part, debit, credit FROM balances AS line
      WHERE organization_id = ${organization} AND month < ${until}::date AND month <> ALL (${divided}::date[]) ${filters}
      UNION ALL
      SELECT line.account_id, entry.entry_date, ${entryKind}, ${part}, line.debit, line.credit
      FROM unnest(${divided}::date[]) AS divided (month)
      JOIN journal_entries AS entry ON entry.organization_id = ${organization}
        AND entry.entry_date >= divided.month AND entry.entry_date < least(divided.month + interval '1 month', ${until}::date)
      JOIN journal_lines AS line ON line.organization_id = ${organization} AND line.entry_id = entry.id ${filters})
    SELECT account_id, width_bucket(day, ${asked.cuts}::date[]) AS segment, kind, part, sum(debit) AS debit, sum(credit) AS credit
    FROM movements GROUP BY 1, 2, 3, 4`.execute(db)
  return rows
}

/** An entry's kind as the kept balances know it. */
export const entryKind = sql`CASE entry.kind WHEN 'opening' THEN 1 WHEN 'closing' THEN 2 ELSE 0 END`

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

/** The months that have a cut inside them. */
export function dividedMonths(cuts: readonly string[]): string[] {
  return [...new Set(cuts.filter((day) => !isMonthStart(day)).map((day) => `${day.slice(0, 7)}-01`))]
}
