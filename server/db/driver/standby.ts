import type { Pool } from './pool.ts'

/** Where reports and exports are read. */
export type Reading = {
  /** A standby whose data contain everything that this process has written for the organization, with the moment they are of; otherwise null: the primary. */
  standbyFor(organizationId: number): { pool: Pool; as_of: Date } | null
  /** An organization has written: until the standby has replayed it, it reads from the primary. */
  wrote(organizationId: number): void
  /** The standby failed: it is not asked until it has answered again. */
  failed(): void
  /** Seconds that the standby is behind; null where it is not used. */
  lag_s(): number | null
  stop(): Promise<void>
}

const look_ms = 1_000
const marksMaximum = 600
type Mark = { at_ms: number; lsn: string }

export const onlyPrimary: Reading = {
  standbyFor: () => null,
  wrote() {},
  failed() {},
  lag_s: () => null,
  stop: async () => {},
}

/**
 * The position of the primary is noted each second. A standby that has replayed a noted position contains everything from before its moment: this needs no clock of
 * another machine, and shows a standby that has lost its primary as what it is. A standby that is too far behind, that does not answer, or that was promoted is not used.
 */
export function createReading(
  { primary, standby, lagMaximum_s }: { primary: Pool; standby: Pool; lagMaximum_s: number },
  now: () => number = Date.now,
): Reading & { look(): Promise<void> } {
  let marks: Mark[] = []
  let asOf_ms: number | null = null
  let isLooking = false
  const written = new Map<number, number>()

  async function look(): Promise<void> {
    if (isLooking) return
    isLooking = true
    try {
      const at_ms = now()
      const position = await primary.query<{ lsn: string }>('SELECT pg_current_wal_insert_lsn()::text AS lsn')
      marks = [...marks.slice(-marksMaximum), { at_ms, lsn: position.rows[0]?.lsn ?? '0/0' }]
    } catch {
      // The primary is away: the standby still has what it had, and is the older the longer this lasts.
    }
    try {
      const { rows } = await standby.query<{ replayed: boolean[]; standby: boolean }>(
        `SELECT pg_is_in_recovery() AS standby,
          array(SELECT coalesce(pg_last_wal_replay_lsn() >= lsn, false) FROM unnest($1::pg_lsn[]) WITH ORDINALITY AS mark (lsn, place) ORDER BY place) AS replayed`,
        [marks.map(({ lsn }) => lsn)],
      )
      const newest = rows[0]?.standby ? rows[0].replayed.lastIndexOf(true) : -1
      asOf_ms = marks[newest]?.at_ms ?? null
      if (newest > 0) marks = marks.slice(newest)
      for (const [id, at_ms] of written) if (asOf_ms !== null && at_ms < asOf_ms) written.delete(id)
    } catch {
      asOf_ms = null
    } finally {
      isLooking = false
    }
  }

  const timer = setInterval(look, look_ms).unref()
  const isFresh = () => asOf_ms !== null && now() - asOf_ms <= lagMaximum_s * 1_000
  return {
    look,
    standbyFor(organizationId) {
      if (asOf_ms === null || !isFresh()) return null
      if ((written.get(organizationId) ?? 0) >= asOf_ms) return null
      return { pool: standby, as_of: new Date(asOf_ms) }
    },
    wrote: (organizationId) => void written.set(organizationId, now()),
    failed() {
      asOf_ms = null
    },
    lag_s: () => (asOf_ms !== null && isFresh() ? (now() - asOf_ms) / 1_000 : null),
    async stop() {
      clearInterval(timer)
      await standby.end()
    },
  }
}
