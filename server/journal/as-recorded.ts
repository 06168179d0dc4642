import { type RawBuilder, sql } from 'kysely'
import { dayInRiyadh } from '#server/core/context.ts'

/**
 * The moment up to which an entry must have been posted to be visible: a day (to its end in Riyadh) or an instant.
 * Undefined sees everything.
 */
export type RecordedAsOf = string | undefined

/** The last instant of that moment. For a day, the one before the next day begins in Riyadh. */
export const endOfRecordingTime = (at: string): RawBuilder<Date> =>
  at.length === 10
    ? sql`((${at}::date + 1)::timestamp AT TIME ZONE 'Asia/Riyadh' - interval '1 microsecond')`
    : sql`${at}::timestamptz`

/** The condition that a row was posted or filed by then; `at` is its column. */
export const recordedBy = (known_at: RecordedAsOf, at: RawBuilder<unknown>): RawBuilder<unknown> =>
  known_at ? sql`AND ${at} <= ${endOfRecordingTime(known_at)}` : sql``

/** The opposite: what happened to a row after the moment. Without a moment, nothing did. */
export const recordedAfter = (known_at: RecordedAsOf, at: RawBuilder<unknown>): RawBuilder<unknown> =>
  known_at ? sql`AND ${at} > ${endOfRecordingTime(known_at)}` : sql`AND false`

/**
 * Materialized sums (balances, tax days, open documents, trade) do not know when they were posted. But most entries are
 * posted on their own day or soon after. With K = min(day of T, to): as-recorded(T, to) = materialized(days ≤ K) −
 * entries dated ≤ K but posted after T + entries dated in (K, to] but posted by T. This function answers K.
 */
export function lastMaterializedDay(known_at: string, to: string): string {
  const day = known_at.length === 10 ? known_at : dayInRiyadh(new Date(known_at))
  return day < to ? day : to
}

/**
 * The entries of that difference, as rows of `id, entry_date, kind, source, source_id, sign`: 1 is added, −1
 * subtracted. Each day is looked up in the index of days and moments of posting, so only the differing entries are
 * read.
 */
export function entriesDelta(organization: number, known_at: string, to: string): RawBuilder<unknown> {
  const kept = lastMaterializedDay(known_at, to)
  const ofDays = (
    sign: 1 | -1,
    first: RawBuilder<unknown>,
    last: RawBuilder<unknown>,
    when: RawBuilder<unknown>,
  ) => sql`
    SELECT entry.*, ${sign}::integer AS sign FROM (SELECT id, started_at, ended_at FROM financial_years WHERE organization_id = ${organization} OFFSET 0) AS year
    CROSS JOIN LATERAL (SELECT day::date FROM generate_series(${first}, ${last}, interval '1 day') AS day OFFSET 0) AS days
    CROSS JOIN LATERAL (SELECT id, entry_date, kind, source, source_id FROM journal_entries
      WHERE organization_id = ${organization} AND financial_year_id = year.id AND entry_date = days.day AND posted_at ${when} OFFSET 0) AS entry`
  const since = ofDays(
    -1,
    sql`year.started_at`,
    sql`least(year.ended_at, ${kept}::date)`,
    sql`> ${endOfRecordingTime(known_at)}`,
  )
  const ahead = ofDays(
    1,
    sql`greatest(year.started_at, ${kept}::date + 1)`,
    sql`least(year.ended_at, ${to}::date)`,
    sql`<= ${endOfRecordingTime(known_at)}`,
  )
  return kept < to ? sql`${since} UNION ALL ${ahead}` : since
}

/** The condition that the entry of a row (by its id and day) had been posted by then. The row must be dated by `to`. */
export function entryRecordedBy(
  known_at: RecordedAsOf,
  organization: number,
  { entry_id, day, to }: { entry_id: RawBuilder<unknown>; day: RawBuilder<unknown>; to: string },
): RawBuilder<unknown> {
  if (!known_at) return sql``
  const unlike = sql`SELECT id FROM (${entriesDelta(organization, known_at, to)}) AS unlike`
  // Inside CASE, because the planner expects an equation to match almost nothing, while nearly all rows match.
  return sql`AND CASE WHEN (${day} <= ${lastMaterializedDay(known_at, to)}::date) = ${notInIds(entry_id, unlike)} THEN true END`
}

/**
 * Whether an id is not among the ids of a statement. As an array they always go into a hash table, for any number the
 * planner expects.
 */
export const notInIds = (id: RawBuilder<unknown>, listed: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(${id} NOT IN (SELECT unnest(ARRAY (${listed}))))`

/** The lines of those entries that meet a condition on `line`: their columns with `sign, day, kind`. */
export const linesDelta = (
  organization: number,
  known_at: string,
  to: string,
  when: RawBuilder<unknown> = sql``,
): RawBuilder<unknown> => sql`
  SELECT line.*, unlike.sign, unlike.entry_date AS day, unlike.kind FROM (${entriesDelta(organization, known_at, to)}) AS unlike
  CROSS JOIN LATERAL (SELECT * FROM journal_lines AS line
    WHERE line.organization_id = ${organization} AND line.entry_id = unlike.id ${when} OFFSET 0) AS line`
