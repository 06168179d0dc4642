import type { ChildProcess } from 'node:child_process'
import { chownSync, existsSync, realpathSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartRefusal } from '#server/start-refusal.ts'
import { retryUntilAvailable } from '../driver/connection-loss.ts'
import { type ConnectionSettings, connectionsOfServer } from '../driver/pool.ts'
import { archiveSettings, recoverySettings } from './archive.ts'
import { type Account, type Binaries, findAccount, findBinaries, keepChosen, letPass, letRead } from './binaries.ts'
import { ensureCluster } from './cluster.ts'
import { makeDataFolder, unusable } from './folder.ts'
import { lockFolder } from './lock.ts'
import { prepareRoles } from './roles.ts'
import { readSecrets } from './secrets.ts'
import { launchServer, type ServerRequest, stopServer } from './server.ts'
import { chooseAddress } from './socket.ts'

export type EmbeddedPostgres = {
  /** For the making of databases and for the invariants, which look at every tenant. The application never uses it. */
  superuser: ConnectionSettings
  owner: ConnectionSettings
  app: ConnectionSettings
  stop(): Promise<void>
}
export type EmbeddedOptions = {
  dataDir: string
  /** Hears that PostgreSQL died and came back, and how far a long start is. */
  tell?: (line: string) => void
  /** For tests: a power cut may lose everything, and so it is about twice as quick. */
  isThrowaway?: boolean
  /** How many server processes connect. */
  processes?: number
  /** The PostgreSQL of a new data folder, where the installation's is not wanted. */
  postgresHome?: string | undefined
  /** Where each file of the log is stored, so that any moment can be restored. */
  archive?: string | undefined
  /** The key file with which the archive is encrypted. */
  archiveKey?: string | undefined
  /** Recovers from an archive up to a moment before anything else. */
  recovery?: { archive: string; at: Date } | undefined
  /** A restore works in its own folder before it is finished. */
  isRestore?: boolean
}

/** In a data folder while a restore fills and verifies it. One that was killed meanwhile is not taken for books. */
export const restoreMark = 'restore-unfinished'

/** Starts the PostgreSQL that came with the installation in `dataDir/postgres`, making it there the first time. */
export async function startPostgres({
  dataDir: given,
  tell = () => {},
  isThrowaway = false,
  processes = 1,
  postgresHome,
  archive,
  archiveKey,
  recovery,
  isRestore = false,
}: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const dataDir = makeDataFolder(given)
  if (!isRestore && existsSync(join(dataDir, restoreMark)))
    throw new StartRefusal(`${dataDir} is a restore that was not finished: delete it and restore again.`)
  let unlock = () => {}
  try {
    unlock = lockFolder(dataDir)
    const folder = join(dataDir, 'postgres')
    const isNew = !existsSync(join(folder, 'PG_VERSION'))
    const binaries = findBinaries({ folder: dataDir, isNew, asked: postgresHome })
    const account = findAccount()
    letPass(folder, account)
    letUse(binaries, account)
    const secrets = readSecrets(dataDir)
    requireOwner(folder, account)
    ensureCluster({ folder, binaries, account, password: secrets.superuser, isThrowaway })
    const address = await chooseAddress(dataDir, account)
    const request: ServerRequest = {
      program: binaries.postgres,
      account,
      folder,
      logPath: freshLog(dataDir),
      settings: {
        ...address.settings,
        ...settings,
        max_connections: connectionsFor(processes),
        ...(isThrowaway ? throwawaySettings : {}),
        ...(archive && archiveSettings(archive, account)),
        ...(recovery && recoverySettings(recovery.archive, recovery.at)),
      },
      recovers: recovery !== undefined,
      tell,
    }
    if (recovery) markRecovery(folder, account)
    if (isNew) keepChosen(dataDir, binaries)
    const end = await supervise(request, tell)
    const stop = () => end().finally(() => address.remove())
    const connect = (user: string, password: string, database: string): ConnectionSettings => ({
      host: address.host,
      port: address.port,
      user,
      password,
      database,
    })
    const postgres = {
      superuser: connect('postgres', secrets.superuser, 'mizan'),
      owner: connect('mizan_owner', secrets.owner, 'mizan'),
      app: connect('mizan_app', secrets.app, 'mizan'),
      stop: () => stop().finally(unlock),
    }
    return await prepared(postgres, { archive, archiveKey, tell })
  } catch (error) {
    unlock()
    // A full disk, or a folder of another user: the system's message is clear enough, its stack is not needed.
    throw (error as NodeJS.ErrnoException).syscall ? unusable(dataDir, error as Error) : error
  }
}

/** The folder of the programs may be a link. PostgreSQL passes through the folders above it and above its target. */
function letUse({ folder }: Binaries, account: Account | undefined): void {
  const target = realpathSync(folder)
  for (const path of new Set([folder, target])) letPass(path, account)
  letRead(target, account)
}

type Sealed = Pick<EmbeddedOptions, 'archive' | 'archiveKey'> & { tell: (line: string) => void }

/** With its roles. An archive with a key is encrypted at every start, so that no program leaves plain files of the log. */
async function prepared(postgres: EmbeddedPostgres, { archive, archiveKey, tell }: Sealed): Promise<EmbeddedPostgres> {
  try {
    await retryUntilAvailable(() => prepareRoles(postgres))
    if (!archive || !archiveKey) return postgres
    const { keepArchiveSealed } = await import('./sealed-archive.ts')
    const sealRest = await keepArchiveSealed(archive, archiveKey, tell)
    return { ...postgres, stop: () => postgres.stop().finally(sealRest) }
  } catch (error) {
    await postgres.stop()
    throw error
  }
}

/** With this file PostgreSQL recovers to the target of its settings; it removes it when it has. */
function markRecovery(folder: string, account: Account | undefined): void {
  const path = join(folder, 'recovery.signal')
  writeFileSync(path, '', { mode: 0o600 })
  if (account) chownSync(path, account.uid, account.gid)
}

/** Programs such as a backup or `npm run verify` need some as well. */
const connectionsFor = (processes: number) => 31 + processes * connectionsOfServer

const settings = {
  shared_buffers: '256MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // The details of an error contain what was sent, such as an address that is taken. They are answered, but must not be in the log.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  // After a checkpoint each page is written to the log whole once more. By the usual settings eight clients
  // came to that every other minute; at worst a crash reads a few seconds of log more.
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
}
const throwawaySettings = {
  max_connections: 100,
  shared_buffers: '128MB',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
}

/** A copy without its file owners gets an error that says what to do, not that a file could not be read. */
function requireOwner(folder: string, account: Account | undefined): void {
  const found = statSync(join(folder, 'PG_VERSION'), { throwIfNoEntry: false })
  const wanted = account?.uid ?? process.getuid?.()
  if (found && wanted !== undefined && found.uid !== wanted)
    throw new StartRefusal(
      `The database in ${folder} belongs to another user (${found.uid}): run "chown -R ${wanted}${account ? `:${account.gid}` : ''} ${folder}", or copy it with its owners (cp -a).`,
    )
}

function freshLog(dataDir: string): string {
  const path = join(dataDir, 'postgres.log')
  if (existsSync(path) && statSync(path).size > 10_000_000) renameSync(path, `${path}.old`)
  return path
}

/** Keeps one postmaster running until the answer is called: when it dies it is started again, ever less eagerly. */
async function supervise(request: ServerRequest, tell: (line: string) => void): Promise<() => Promise<void>> {
  const stopping = new AbortController()
  let child = await launchServer(request)
  const watch = async () => {
    for (;;) {
      await exit(child)
      if (stopping.signal.aborted) return
      tell('PostgreSQL ended by itself and is started again.')
      for (let delay_ms = 50; !stopping.signal.aborted; delay_ms = Math.min(delay_ms * 2, 5_000)) {
        const started = await launchServer(request).catch((error: Error) => void tell(error.message))
        if (started) {
          child = started
          tell('PostgreSQL is back.')
          break
        }
        await sleep(delay_ms, undefined, { signal: stopping.signal }).catch(() => {})
      }
      if (stopping.signal.aborted) return
    }
  }
  const watching = watch()
  // PostgreSQL ends with this process, unless that is killed.
  const takeAlong = () => void child.kill('SIGINT')
  process.once('exit', takeAlong)
  return async () => {
    stopping.abort()
    process.off('exit', takeAlong)
    await stopServer(child)
    await watching
    // A start that was under way while we stopped ends here too.
    await stopServer(child)
  }
}

function exit(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve()
    else child.once('exit', () => resolve())
  })
}
