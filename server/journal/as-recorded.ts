import { type RawBuilder, sql } from 'kysely'
import { dayInRiyadh } from '#server/core/context.ts'

/** Up to when something had to be posted to be seen: a day, to its end in Riyadh, or an instant; undefined sees all. */
export type RecordedAsOf = string | undefined

/** The last instant of that time; of a day it is the one before the next begins in Riyadh. */
export const endOfRecordingTime = (at: string): RawBuilder<Date> =>
  at.length === 10
    ? sql`((${at}::date + 1)::timestamp AT TIME ZONE 'Asia/Riyadh' - interval '1 microsecond')`
    : sql`${at}::timestamptz`

/** A condition on when a row was posted or filed; `at` is its column. */
export const recordedBy = (known_at: RecordedAsOf, at: RawBuilder<unknown>): RawBuilder<unknown> =>
  known_at ? sql`AND ${at} <= ${endOfRecordingTime(known_at)}` : sql``

/** The opposite: what happened to a row only since then. Without a time nothing has. */
export const recordedAfter = (known_at: RecordedAsOf, at: RawBuilder<unknown>): RawBuilder<unknown> =>
  known_at ? sql`AND ${at} > ${endOfRecordingTime(known_at)}` : sql`AND false`

/**
 * What is kept (balances, tax days, open documents, trade) does not know when it was posted. But most entries are posted on
 * their own day or soon after it: what was known at a time is what is kept of the days up to that one, less what was posted
 * into them only since, and what had been posted into later days. This is the last of the days that are taken as they are kept.
 */
export function lastMaterializedDay(known_at: string, to: string): string {
  const day = known_at.length === 10 ? known_at : dayInRiyadh(new Date(known_at))
  return day < to ? day : to
}

/**
 * The entries by which what is kept of the days up to `keptThrough` differs from what was known of all days up to `to`, as rows
 * of `id, entry_date, kind, source, source_id, sign`: 1 is to be added, -1 taken away. Each day is asked by the index for those that were
 * posted after or before the time, so that no others are read, however many there are.
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

/** A condition on a row that names its entry and the entry's day: the entry had been posted by then. No row after `to` is asked. */
export function entryRecordedBy(
  known_at: RecordedAsOf,
  organization: number,
  { entry_id, day, to }: { entry_id: RawBuilder<unknown>; day: RawBuilder<unknown>; to: string },
): RawBuilder<unknown> {
  if (!known_at) return sql``
  const unlike = sql`SELECT id FROM (${entriesDelta(organization, known_at, to)}) AS unlike`
  // Within CASE, since a plan expects next to nothing of an equation, though nearly all rows meet it.
  return sql`AND CASE WHEN (${day} <= ${lastMaterializedDay(known_at, to)}::date) = ${notInIds(entry_id, unlike)} THEN true END`
}

/**
 * Whether an id is none of those that a statement lists: as an array they are always put into a hash table, whatever a plan
 * expects of their number.
 */
export const notInIds = (id: RawBuilder<unknown>, listed: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(${id} NOT IN (SELECT unnest(ARRAY (${listed}))))`

/** The lines of those entries that meet a condition on `line`, as rows of their columns and `sign, day, kind`. */
export const linesDelta = (
  organization: number,
  known_at: string,
  to: string,
  when: RawBuilder<unknown> = sql``,
): RawBuilder<unknown> => sql`
  SELECT line.*, unlike.sign, unlike.entry_date AS day, unlike.kind FROM (${entriesDelta(organization, known_at, to)}) AS unlike
  CROSS JOIN LATERAL (SELECT * FROM journal_lines AS line
    WHERE line.organization_id = ${organization} AND line.entry_id = unlike.id ${when} OFFSET 0) AS line`
