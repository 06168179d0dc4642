import { type RawBuilder, sql } from 'kysely'

/** Up to when something had to be posted to be seen: a day, to its end in Riyadh, or an instant; undefined sees all. */
export type KnownAt = string | undefined

/** The last instant of that time; of a day it is the one before the next begins in Riyadh. */
export const lastInstant = (at: string): RawBuilder<Date> =>
  at.length === 10
    ? sql`((${at}::date + 1)::timestamp AT TIME ZONE 'Asia/Riyadh' - interval '1 microsecond')`
    : sql`${at}::timestamptz`

/** A condition on when a row was posted or filed; `at` is its column. */
export const knownBy = (known_at: KnownAt, at: RawBuilder<unknown>): RawBuilder<unknown> =>
  known_at ? sql`AND ${at} <= ${lastInstant(known_at)}` : sql``

/** The opposite: what happened to a row only since then. Without a time nothing has. */
export const knownAfter = (known_at: KnownAt, at: RawBuilder<unknown>): RawBuilder<unknown> =>
  known_at ? sql`AND ${at} > ${lastInstant(known_at)}` : sql`AND false`

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
