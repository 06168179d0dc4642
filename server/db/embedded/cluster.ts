import { spawnSync } from 'node:child_process'
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { StartRefusal } from '#server/start-refusal.ts'
import type { Account, Binaries } from './binaries.ts'

type Request = {
  folder: string
  binaries: Binaries
  account: Account | undefined
  password: string
  isThrowaway: boolean
}

/**
 * Creates the cluster if there is none. It is built under another name and renamed when complete, so a folder with the
 * final name is always a cluster, and an interrupted start never left one.
 */
export function ensureCluster(request: Request): void {
  const { folder } = request
  if (existsSync(join(folder, 'PG_VERSION'))) return
  if (existsSync(folder)) {
    if (readdirSync(folder).length > 0) {
      throw new StartRefusal(
        `${folder} is not empty and holds no database: move it away, or restore it from your backup.`,
      )
    }
    rmdirSync(folder)
  }
  const draft = `${folder}.new`
  rmSync(draft, { recursive: true, force: true })
  initialise(request, draft)
  renameSync(draft, folder)
  if (!request.isThrowaway) flushFolder(dirname(folder))
}

/**
 * How a database sorts, as options of initdb. Sorting by ICU is the same on every machine; the C library's own is not and changes with
 * its version. The spellings of alef, with hamza or without, stand together in a list of names, as the search finds them together.
 */
export const sortingOptions: readonly string[] = [
  '--locale-provider=icu',
  '--icu-locale=und',
  '--icu-rules=&ا<<أ<<إ<<ٱ',
  `--locale=${process.platform === 'linux' ? 'C.UTF-8' : 'C'}`,
]

function initialise({ binaries, account, password, isThrowaway }: Request, draft: string): void {
  mkdirSync(draft, { mode: 0o700 })
  const passwordFile = `${draft}.password`
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (account) for (const path of [draft, passwordFile]) chownSync(path, account.uid, account.gid)
  const options = [
    [
      '-D',
      draft,
      '-U',
      'postgres',
      '--pwfile',
      passwordFile,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--data-checksums',
    ],
    sortingOptions,
    isThrowaway ? ['--no-sync'] : [],
  ]
  const result = spawnSync(binaries.initdb, options.flat(), {
    ...account,
    cwd: '/',
    encoding: 'utf8',
    env: childEnvironment(),
  })
  rmSync(passwordFile, { force: true })
  if (result.status === 0) return
  const message = result.error?.message ?? lastLine(result.stderr)
  throw new StartRefusal(`PostgreSQL could not make a database in ${dirname(draft)}: ${message}`)
}

export function flushFolder(folder: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

/** Nothing of ours, passwords and PG* settings above all, is inherited by PostgreSQL. */
export function childEnvironment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot } = process.env
  return { PATH, ...(SystemRoot ? { SystemRoot } : {}), TZ: 'UTC' }
}

/** The line of PostgreSQL's output that says what went wrong. */
export function lastLine(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim())
  return (lines.findLast((line) => /FATAL|PANIC|error:/.test(line)) ?? lines.at(-1) ?? 'it said nothing').replace(
    /^.*?(FATAL|PANIC|error):\s*/,
    '',
  )
}
