import { type RawBuilder, sql } from 'kysely'
import type { Range } from '#ledger/calendar/calendar.ts'
import type { Context } from '#server/core/context.ts'
import { type RecordedAsOf, recordedBy } from '#server/journal/as-recorded.ts'

/**
 * Entries that reversed another of the same day, as `pair` next to `original`: they cancel out, so a correction shows
 * the new entry only.
 */
export const correctedPairs = (
  organization: number,
  known_at: RecordedAsOf,
  column = sql`1`,
): RawBuilder<unknown> => sql`
  SELECT ${column} FROM journal_entries AS pair
  JOIN journal_entries AS original ON original.organization_id = ${organization} AND original.id = pair.reverses_id AND original.entry_date = pair.entry_date
  WHERE pair.organization_id = ${organization} AND pair.reverses_id IS NOT NULL ${recordedBy(known_at, sql`pair.posted_at`)}`

/**
 * Entries of these days that were taken back on their own day, and those that took them back, as rows of `id`, each once: by the
 * index of reversals, from which `which` may choose by day or source. Before and behind these days they add nothing to a balance.
 */
export function correctedEntries(
  organization: number,
  known_at: RecordedAsOf,
  { from, to }: Range,
  which = sql``,
): RawBuilder<unknown> {
  const ofDays = sql`AND pair.entry_date BETWEEN ${from}::date AND ${to}::date ${which}`
  return sql`
    ${correctedPairs(organization, known_at, sql`pair.id`)} ${ofDays}
    UNION
    ${correctedPairs(organization, known_at, sql`original.id`)} ${ofDays}`
}

export type MonthMoved = { month: string; debit: string; credit: string }

/** Parties whose entries have no cash line: most corrections are theirs. */
const neverInCash = ['invoice', 'bill', 'credit_note', 'debit_note', 'supplier_credit']

/** Cash movements of business entries that were reversed on their own day, with the reversals, by month. */
export async function correctedCash(
  { db, session }: Context,
  account_ids: readonly number[],
  days: Range,
): Promise<MonthMoved[]> {
  const organization = session.organization_id
  const mayBeInCash = sql`AND pair.source <> ALL (${neverInCash}::text[]) AND pair.kind NOT IN ('opening', 'closing')`
  const { rows } = await sql<MonthMoved>`
    SELECT date_trunc('month', line.entry_date)::date AS month, sum(line.debit) AS debit, sum(line.credit) AS credit
    FROM (${correctedEntries(organization, undefined, days, mayBeInCash)}) AS hidden
    CROSS JOIN LATERAL (SELECT * FROM journal_lines AS line
      WHERE line.organization_id = ${organization} AND line.entry_id = hidden.id AND line.account_id = ANY (${account_ids}::bigint[]) OFFSET 0) AS line
    GROUP BY 1`.execute(db)
  return rows
}
