import { type RawBuilder, sql } from 'kysely'

/** Up to when something had to be posted to be seen: a day, to its end in Riyadh, or an instant; undefined sees all. */
export type KnownAt = string | undefined

/** A condition on when a row was posted or filed; `at` is its column. */
export function knownBy(known_at: KnownAt, at: RawBuilder<unknown>): RawBuilder<unknown> {
  if (!known_at) return sql``
  return known_at.length === 10
    ? sql`AND ${at} < (${known_at}::date + 1)::timestamp AT TIME ZONE 'Asia/Riyadh'`
    : sql`AND ${at} <= ${known_at}::timestamptz`
}

/** The opposite: what happened to a row only since then. Without a time nothing has. */
export function knownAfter(known_at: KnownAt, at: RawBuilder<unknown>): RawBuilder<unknown> {
  if (!known_at) return sql`AND false`
  return known_at.length === 10
    ? sql`AND ${at} >= (${known_at}::date + 1)::timestamp AT TIME ZONE 'Asia/Riyadh'`
    : sql`AND ${at} > ${known_at}::timestamptz`
}

/** A condition on a row that names its entry: the entry had been posted by then. */
export function entryKnownBy(
  known_at: KnownAt,
  organization: number,
  entry_id: RawBuilder<unknown>,
): RawBuilder<unknown> {
  if (!known_at) return sql``
  return sql`AND EXISTS (SELECT 1 FROM journal_entries AS known
    WHERE known.organization_id = ${organization} AND known.id = ${entry_id} ${knownBy(known_at, sql`known.posted_at`)})`
}
