import { type RawBuilder, sql } from 'kysely'
import type { Range } from '#ledger/calendar.ts'
import { type KnownAt, knownBy } from '#server/journal/known-at.ts'
import type { Context } from '#server/kit/context.ts'

/** Entries that took back another of the same day, as `pair` beside `original`: together they are nothing, a correction only shows the new one. */
export const correctedPairs = (organization: number, known_at: KnownAt, column = sql`1`): RawBuilder<unknown> => sql`
  SELECT ${column} FROM journal_entries AS pair
  JOIN journal_entries AS original ON original.organization_id = ${organization} AND original.id = pair.reverses_id AND original.entry_date = pair.entry_date
  WHERE pair.organization_id = ${organization} AND pair.reverses_id IS NOT NULL ${knownBy(known_at, sql`pair.posted_at`)}`

/** The ids of entries that were taken back on their own day, and of those that took them back; each once. */
export const correctedEntries = (organization: number, known_at: KnownAt): RawBuilder<unknown> => sql`
  ${correctedPairs(organization, known_at, sql`pair.id`)}
  UNION
  ${correctedPairs(organization, known_at, sql`original.id`)}`

export type MonthMoved = { month: string; debit: string; credit: string }

/** Whose entries have no line in an account of cash; most of what is corrected is theirs. */
const neverInCash = ['invoice', 'bill', 'credit_note', 'debit_note', 'supplier_credit']

/**
 * What business entries that were taken back on their own day moved in accounts of cash, with what took them back, by month: by
 * the index of reversals, and few, for what is taken back on another day is an event of that day.
 */
export async function correctedCash(
  { db, session }: Context,
  account_ids: readonly number[],
  { from, to }: Range,
): Promise<MonthMoved[]> {
  const organization = session.organization_id
  const { rows } = await sql<MonthMoved>`
    SELECT date_trunc('month', entry_date)::date AS month, sum(debit) AS debit, sum(credit) AS credit
    FROM (SELECT id, entry_date, reverses_id FROM journal_entries WHERE organization_id = ${organization} AND reverses_id IS NOT NULL
      AND entry_date BETWEEN ${from}::date AND ${to}::date AND source <> ALL (${neverInCash}::text[]) AND kind NOT IN ('opening', 'closing') OFFSET 0) AS pair
    CROSS JOIN LATERAL (SELECT id FROM journal_entries AS original
      WHERE original.organization_id = ${organization} AND original.id = pair.reverses_id AND original.entry_date = pair.entry_date OFFSET 0) AS original
    CROSS JOIN LATERAL (SELECT line.debit, line.credit FROM journal_lines AS line
      WHERE line.organization_id = ${organization} AND line.entry_id IN (pair.id, original.id) AND line.account_id = ANY (${account_ids}::bigint[]) OFFSET 0) AS line
    GROUP BY 1`.execute(db)
  return rows
}
