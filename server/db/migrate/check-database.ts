import { type Kysely, sql } from 'kysely'
import { StartRefusal } from '#server/start-refusal.ts'

/** The release that `npm ci` installs and every test uses. Migrations fail on older ones. */
export const oldestRelease = 18

/**
 * Refuses a database that cannot hold the books: an older PostgreSQL, text that is not Unicode, or (unless everything
 * in it may be lost) one that forgets at a power cut what it confirmed. Asked before anything is written to it.
 */
export async function checkDatabase(
  database: Kysely<unknown>,
  isThrowaway: boolean,
  warn: (line: string) => void = () => {},
): Promise<void> {
  const { rows } = await sql<{ name: string; setting: string }>`
    SELECT name, current_setting(name) AS setting
    FROM unnest(${['server_version', 'server_encoding', ...settingsThatKeep]}::text[]) AS name
  `.execute(database)
  const settings = new Map(rows.map(({ name, setting }) => [name, setting]))
  const release = settings.get('server_version') as string
  if (isTooOld(release)) {
    throw new StartRefusal(`This is PostgreSQL ${release}: Mizan needs ${oldestRelease} or newer.`)
  }
  const behind = warningAboutRelease(release)
  if (behind) warn(behind)
  const encoding = settings.get('server_encoding')
  if (encoding !== 'UTF8') {
    throw new StartRefusal(`The database keeps text as ${encoding}: create it with ENCODING 'UTF8'.`)
  }
  const forgetful = settingsThatKeep.find((name) => settings.get(name) === 'off')
  if (forgetful && !isThrowaway) {
    throw new StartRefusal(
      `PostgreSQL runs with ${forgetful} = off: a power cut could lose confirmed documents. Turn it on.`,
    )
  }
}

/** Of what PostgreSQL calls its version: `17.9 (Debian 17.9-1)`, `19beta1`. */
export const isTooOld = (release: string): boolean => Number.parseInt(release, 10) < oldestRelease

/** For each major release the first minor one with the security fixes of August 2026. */
const fixedMinors: Record<number, number> = { 18: 6 }

/** Names the update, where a release lacks fixes that are known to matter. */
export function warningAboutRelease(release: string): string | undefined {
  const [, major, minor] = /^(\d+)\.(\d+)/.exec(release) ?? []
  const fixed = fixedMinors[Number(major)]
  if (fixed === undefined || Number(minor) >= fixed) return undefined
  return `PostgreSQL ${release} lacks the security fixes of ${major}.${fixed}: install ${major}.${fixed} or newer on this machine, or set DATABASE_URL.`
}

const settingsThatKeep = ['fsync', 'full_page_writes', 'synchronous_commit']
