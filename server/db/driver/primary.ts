import pg from 'pg'
import { type Place, placeOf, setPlace } from './places.ts'
import type { ConnectionSettings } from './pool.ts'

const look_ms = 1_000
const answerMaximum_ms = 3_000

/** The settings with the host that is written now; the other hosts stay known. */
export function atPrimary(settings: ConnectionSettings): ConnectionSettings {
  const { host, port } = placeOf(settings)
  const others = hostsOf(settings).filter((one) => one.host !== host || one.port !== port)
  return { ...settings, host, port, ...(settings.others && { others }) }
}

const hostsOf = ({ host, port, others = [] }: ConnectionSettings): Place[] => [{ host, port }, ...others]

/**
 * Looks which of the hosts is the primary: the one that is not in recovery and, of several, the one with the newest timeline, since an old primary that comes back after a promotion
 * is behind. False if none answers as one; the place then stays.
 */
export async function findPrimary(settings: ConnectionSettings): Promise<boolean> {
  if (!settings.others) return true
  const found = await Promise.all(
    hostsOf(settings).map(async (place) => ({ place, timeline: await timelineAt(settings, place) })),
  )
  const [newest] = found.filter(({ timeline }) => timeline !== '').sort((a, b) => (a.timeline < b.timeline ? 1 : -1))
  if (newest) setPlace(settings, newest.place)
  return newest !== undefined
}

/** The timeline of a primary as text that sorts; empty for a standby and for a host that does not answer. */
async function timelineAt(settings: ConnectionSettings, place: Place): Promise<string> {
  const { others: _, ...rest } = settings
  const limits = { connectionTimeoutMillis: answerMaximum_ms, query_timeout: answerMaximum_ms }
  const client = new pg.Client({ ...rest, ...place, ...limits, application_name: 'mizan looks' })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query(
      `SELECT CASE WHEN pg_is_in_recovery() THEN '' ELSE left(pg_walfile_name(pg_current_wal_lsn()), 8) END AS timeline`,
    )
    return rows[0].timeline
  } catch {
    return ''
  } finally {
    await client.end().catch(() => {})
  }
}

/** Follows a promotion: new connections of the pools of these settings go to the new primary. */
export function followPrimary(settings: ConnectionSettings, tell: (line: string) => void): { stop(): void } {
  if (!settings.others) return { stop() {} }
  let isLooking = false
  const look = async () => {
    if (isLooking) return
    isLooking = true
    const before = placeOf(settings)
    await findPrimary(settings)
    const { host, port } = placeOf(settings)
    if (host !== before.host || port !== before.port) tell(`The database is now written at ${host}:${port}.`)
    isLooking = false
  }
  const timer = setInterval(look, look_ms).unref()
  return { stop: () => clearInterval(timer) }
}
