import { type RawBuilder, sql } from 'kysely'
import { addDays, isMonthStart, monthStart } from '#ledger/calendar/calendar.ts'
import type { Context } from '#server/core/context.ts'
import { lastMaterializedDay, linesDelta, type RecordedAsOf } from '#server/journal/as-recorded.ts'
import { assumedMovements } from '#server/journal/assumed-movements.ts'
import type { SegmentSum } from '../framework/segment-sum.ts'

export type SegmentsQuery = {
  cuts: readonly string[]
  /** Only these accounts; all of them otherwise. */
  account_id?: readonly number[]
  branch_id?: readonly number[] | undefined
  cost_center_id?: readonly number[] | undefined
  by?: 'branch' | 'cost_center'
  /** Only what had been recorded by then. */
  known_at?: RecordedAsOf
}

/** Whole months come from the balances of months, and months that a cut divides from those of their days. */
export async function sumSegments(context: Context, asked: SegmentsQuery): Promise<SegmentSum[]> {
  const { rows } = await sql<SegmentSum>`
    SELECT account_id, width_bucket(day, ${asked.cuts}::date[]) AS segment, kind, part, sum(debit) AS debit, sum(credit) AS credit
    FROM (${movements(context, asked, partOf(asked))}) AS movement GROUP BY 1, 2, 3, 4
    -- Nothing is left of what became known only since.
    HAVING sum(debit) <> 0 OR sum(credit) <> 0`.execute(context.db)
  return rows
}

/**
 * Materialized balances as rows of `account_id, day, kind, part, debit, credit`, cut at no boundary; as recorded, with
 * the differing lines.
 */
export function movements(
  context: Context,
  asked: SegmentsQuery,
  part: RawBuilder<unknown> = sql`0::bigint`,
): RawBuilder<unknown> {
  const assumed = assumedMovements(context)
  const stored = storedMovements(context, asked, part)
  if (!assumed) return stored
  return sql`${stored}
    UNION ALL
    SELECT line.account_id, line.day, line.kind, ${part}, line.debit, line.credit FROM ${assumed}
    WHERE line.day < ${asked.cuts.at(-1)}::date ${ofAccounts(asked)} ${filtersOf(asked)}`
}

function storedMovements({ session }: Context, asked: SegmentsQuery, part: RawBuilder<unknown>): RawBuilder<unknown> {
  const organization = session.organization_id
  const { known_at, cuts } = asked
  if (!known_at) return storedBalances(organization, asked, part)
  const to = addDays(cuts.at(-1) as string, -1)
  const end = addDays(lastMaterializedDay(known_at, to), 1)
  return sql`
    ${storedBalances(organization, { ...asked, cuts: [...cuts.filter((cut) => cut < end), end] }, part)}
    UNION ALL
    SELECT line.account_id, line.day, CASE line.kind WHEN 'opening' THEN 1 WHEN 'closing' THEN 2 ELSE 0 END, ${part},
      line.sign * line.debit, line.sign * line.credit
    FROM (${linesDelta(organization, known_at, to, sql`${ofAccounts(asked)} ${filtersOf(asked)}`)}) AS line`
}

function storedBalances(organization: number, asked: SegmentsQuery, part: RawBuilder<unknown>): RawBuilder<unknown> {
  const until = asked.cuts.at(-1) as string
  const divided = dividedMonths(asked.cuts)
  const accounts = asked.account_id
    ? sql`unnest(${asked.account_id}::bigint[]) AS account (id)`
    : sql`(SELECT id FROM accounts WHERE organization_id = ${organization} AND postable) AS account`
  const months = sql`
    SELECT account_id, month AS day, kind, ${part} AS part, debit, credit FROM monthly_balances AS line
    WHERE organization_id = ${organization} AND month < ${until}::date AND month <> ALL (${divided}::date[]) ${ofAccounts(asked)} ${filtersOf(asked)}`
  if (divided.length === 0) return months
  // The days of each account, by the key of the balances.
  return sql`${months}
    UNION ALL
    SELECT account.id, line.day, line.kind, line.part, line.debit, line.credit
    FROM unnest(${divided}::date[]) AS divided (month)
    CROSS JOIN ${accounts}
    CROSS JOIN LATERAL (
      SELECT line.day, line.kind, ${part} AS part, line.debit, line.credit FROM daily_balances AS line
      WHERE line.organization_id = ${organization} AND line.account_id = account.id AND line.day >= divided.month
        AND line.day < least(divided.month + interval '1 month', ${until}::date)::date ${filtersOf(asked)}
      OFFSET 0) AS line`
}

const ofAccounts = ({ account_id }: SegmentsQuery): RawBuilder<unknown> =>
  account_id ? sql`AND line.account_id = ANY (${account_id}::bigint[])` : sql``

function partOf({ by }: SegmentsQuery): RawBuilder<unknown> {
  if (by === 'branch') return sql`line.branch_id`
  return by === 'cost_center' ? sql`coalesce(line.cost_center_id, 0)` : sql`0::bigint`
}

/**
 * Conditions on a row of balances or on a line, under the alias `line`: balances store 0 for no cost center, lines
 * store null.
 */
export function filtersOf({ branch_id, cost_center_id }: Pick<SegmentsQuery, 'branch_id' | 'cost_center_id'>) {
  const branch = branch_id ? sql`AND line.branch_id = ANY (${branch_id}::bigint[])` : sql``
  if (!cost_center_id) return branch
  // A separate condition: most lines have none, which the planner knows for the column but not for an expression.
  const none = cost_center_id.includes(0) ? sql`OR line.cost_center_id IS NULL` : sql``
  return sql`${branch} AND (line.cost_center_id = ANY (${cost_center_id}::bigint[]) ${none})`
}

/** The months that have a cut inside them. */
const dividedMonths = (cuts: readonly string[]): string[] => [
  ...new Set(cuts.filter((day) => !isMonthStart(day)).map(monthStart)),
]
