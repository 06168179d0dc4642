import { hash } from 'node:crypto'
import type { Pool } from '#server/db/driver/pool.ts'

export type Attempts = { count: number; since: number; last_at: number }
/** `isReal`: a key that cannot be invented at will, such as an existing account. */
export type Attempt = { key: string; window_ms: number; isReal: boolean; times?: number }

/** Counts of attempts by key. All processes that work on one database see the same counts. Times are milliseconds. */
export type AttemptStore = {
  find(keys: readonly string[], now: number): Promise<Map<string, Attempts>>
  /** One more attempt for each key, or `times` of them. A count whose window is over begins again. Answers the new counts. */
  add(attempts: readonly Attempt[], now: number): Promise<Map<string, Attempts>>
  /** What was counted and then refused. */
  giveBack(key: string, times: number): Promise<void>
  clear(keys: readonly string[]): Promise<void>
  /** Deletes expired counts. Of invented keys only the latest are retained, so that they do not fill the disk. */
  sweep(now: number): Promise<void>
}

const inventedMaximum = 200_000
/** Clocks of two machines differ by less. A count from further in the future is of a clock that was wrong: it would block people until then. */
const skew_ms = 60_000
const hashOf = (key: string): Buffer => hash('sha256', key, 'buffer')
type Row = { key_hash: Buffer; count: number; since: Date; last_at: Date }

export function createAttemptStore(pool: Pool): AttemptStore {
  const byKey = (keys: readonly string[], rows: readonly Row[]) => {
    const found = new Map(rows.map((row) => [row.key_hash.toString('hex'), row]))
    return new Map(
      keys.flatMap((key) => {
        const row = found.get(hashOf(key).toString('hex'))
        return row ? [[key, { count: row.count, since: row.since.getTime(), last_at: row.last_at.getTime() }]] : []
      }),
    )
  }
  return {
    async find(keys, now) {
      const { rows } = await pool.query<Row>(
        'SELECT key_hash, count, since, last_at FROM attempts WHERE key_hash = ANY ($1) AND expires_at > $2 AND last_at <= $3',
        [keys.map(hashOf), new Date(now), new Date(now + skew_ms)],
      )
      return byKey(keys, rows)
    },
    async add(attempts, now) {
      // In the order of the keys, so that two processes never wait for each other.
      const sorted = attempts.map((one) => ({ ...one, key_hash: hashOf(one.key) }))
      sorted.sort((a, b) => a.key_hash.compare(b.key_hash))
      const { rows } = await pool.query<Row>(
        `INSERT INTO attempts AS known (key_hash, count, since, last_at, expires_at, is_real)
         SELECT key_hash, times, $4, $4, expires_at, is_real
         FROM unnest($1::bytea[], $2::timestamptz[], $3::boolean[], $5::integer[]) AS given (key_hash, expires_at, is_real, times)
         ON CONFLICT (key_hash) DO UPDATE SET
           count = CASE WHEN known.expires_at > $4 AND known.last_at <= $6 THEN known.count + excluded.count ELSE excluded.count END,
           since = CASE WHEN known.expires_at > $4 AND known.last_at <= $6 THEN known.since ELSE $4 END,
           expires_at = CASE WHEN known.expires_at > $4 AND known.last_at <= $6 THEN known.expires_at ELSE excluded.expires_at END,
           last_at = $4, is_real = known.is_real OR excluded.is_real
         RETURNING key_hash, count, since, last_at`,
        [
          sorted.map(({ key_hash }) => key_hash),
          sorted.map(({ window_ms }) => new Date(now + window_ms)),
          sorted.map(({ isReal }) => isReal),
          new Date(now),
          sorted.map(({ times = 1 }) => times),
          new Date(now + skew_ms),
        ],
      )
      return byKey(
        attempts.map(({ key }) => key),
        rows,
      )
    },
    async giveBack(key, times) {
      await pool.query('UPDATE attempts SET count = greatest(count - $2, 1) WHERE key_hash = $1', [hashOf(key), times])
    },
    async clear(keys) {
      await pool.query('DELETE FROM attempts WHERE key_hash = ANY ($1)', [keys.map(hashOf)])
    },
    async sweep(now) {
      await pool.query('DELETE FROM attempts WHERE expires_at <= $1', [new Date(now)])
      await pool.query(
        `DELETE FROM attempts WHERE key_hash IN (SELECT key_hash FROM attempts WHERE NOT is_real ORDER BY last_at DESC OFFSET $1)`,
        [inventedMaximum],
      )
    },
  }
}
