import cluster from 'node:cluster'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { type Config, readConfig } from './config.ts'
import { isDistributedAt } from './db/distributed/requirements.ts'
import { retryUntilAvailable } from './db/driver/connection-loss.ts'
import { type ConnectionSettings, connectionsOfServer } from './db/driver/pool.ts'
import { atPrimary, findPrimary } from './db/driver/primary.ts'
import { provePool } from './db/driver/prove-pool.ts'
import { type EmbeddedPostgres, startPostgres } from './db/embedded/embedded.ts'
import { makeDataFolder } from './db/embedded/folder.ts'
import { readSecrets } from './db/embedded/secrets.ts'
import { migrate } from './db/migrate/migrate.ts'
import { storePublicUrl } from './last-public-url.ts'
import { isSaid, StartRefusal, sentenceOf } from './start-refusal.ts'
import { requireSameSecret } from './vault/require-same-secret.ts'
import type { WorkerMessage } from './workers.ts'

export type OpenDatabase = Pick<EmbeddedPostgres, 'owner' | 'app' | 'stop'> & { superuser?: ConnectionSettings }
export type RunningServer = { app: FastifyInstance; database: OpenDatabase; address: string; stop(): Promise<void> }
type Start = Pick<RunningServer, 'address' | 'stop'>

const closeMaximum_ms = 10_000

/** Database, migrations, application, port: in this order, and undone in the other when one of them refuses. */
export async function startServer(config: Config): Promise<RunningServer> {
  // Some hundred modules load while PostgreSQL starts; a failure of theirs is met where they are needed.
  const loading = import('./app.ts')
  loading.catch(() => {})
  const database = await openDatabase(config)
  let app: FastifyInstance | undefined
  try {
    const { createApp } = await loading
    app = await createApp({ config, database: database.app })
    const address = await listen(app, config)
    return { app, database, address, stop: () => close(app).finally(database.stop) }
  } catch (error) {
    await close(app)
    await database.stop()
    throw error
  }
}

/** The database of `DATABASE_URL`, or our own in the data folder; migrated and proved safe to work on. */
export async function openDatabase(config: Config): Promise<OpenDatabase> {
  const database = config.database ? await existingDatabase(config, config.database) : await ownDatabase(config)
  try {
    // A PostgreSQL that dies is started again; an incomplete migration is rolled back.
    await retryUntilAvailable(() => migrate({ ...database, warn: (line) => console.error(`mizan: ${line}`) }))
    await requireSameSecret(database.owner, config.dataDir)
    if (!config.database) return database
    await proveExisting(config, database)
    const isDistributed = await isDistributedAt(database.owner)
    return { ...database, app: { ...database.app, isDistributed } }
  } catch (error) {
    await database.stop()
    throw error
  }
}

/** The PostgreSQL of the data folder, with its archive of the log encrypted where copies are. */
function ownDatabase(config: Config): Promise<OpenDatabase> {
  const { dataDir, postgresHome, walArchive: archive, backupKey: archiveKey, workers: processes } = config
  return startPostgres({ dataDir, postgresHome, archive, archiveKey, processes, tell: (line) => console.error(line) })
}

/** `WORKERS` processes on one port, and this one, which holds the database. */
async function startMany(config: Config): Promise<Start> {
  const database = await openDatabase(config)
  try {
    const { startWorkers } = await import('./workers.ts')
    const workers = await startWorkers(config, database.app, (line) => console.error(`mizan: ${line}`))
    return { address: workers.address, stop: () => workers.stop().finally(database.stop) }
  } catch (error) {
    await database.stop()
    throw error
  }
}

/** One of several processes. Its parent has prepared the database, and says how to reach it. */
async function startWorker(config: Config): Promise<Start> {
  const asked = new Promise<ConnectionSettings>((resolve) =>
    process.once('message', (message: { database: ConnectionSettings }) => resolve(message.database)),
  )
  // The parent is gone, and with it what starts this process and the database again.
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  const say = (message: WorkerMessage) => process.send?.(message)
  const { createApp } = await import('./app.ts')
  const app = await createApp({ config, database: await asked })
  try {
    const address = await listen(app, config)
    say({ ready: address })
    return { address, stop: () => close(app) }
  } catch (error) {
    say({ refused: (error as Error).message })
    await close(app)
    throw error
  }
}

async function existingDatabase(config: Config, given: ConnectionSettings): Promise<OpenDatabase> {
  await findPrimary(given)
  const owner = atPrimary(given)
  const client = new pg.Client({ ...owner, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    const { message, code } = error as { message: string; code?: string }
    throw new StartRefusal(
      `The database of DATABASE_URL (${owner.host}:${owner.port}) does not answer: ${message || code}`,
    )
  } finally {
    await client.end().catch(() => {})
  }
  if (config.databaseApp) await findPrimary(config.databaseApp)
  const app = (config.databaseApp && atPrimary(config.databaseApp)) ?? {
    ...owner,
    user: 'mizan_app',
    password: readSecrets(makeDataFolder(config.dataDir)).app,
  }
  return { owner, app, stop: async () => {} }
}

/** What a pooler may not be able to do, and whether there are connections enough. */
async function proveExisting({ workers }: Config, { owner, app }: OpenDatabase): Promise<void> {
  await provePool(app)
  const client = new pg.Client({ ...owner, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query('SHOW max_connections')
    const wanted = workers * connectionsOfServer
    if (Number(rows[0].max_connections) < wanted + 5)
      console.error(
        `mizan: ${workers} processes use up to ${wanted} connections; max_connections is ${rows[0].max_connections}.`,
      )
  } finally {
    await client.end()
  }
}

async function listen(app: FastifyInstance, config: Config): Promise<string> {
  try {
    await app.listen({ host: config.host, port: config.port })
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    const reasons: Record<string, string> = {
      EADDRINUSE: `Port ${config.port} is taken: stop what uses it, or choose another (PORT=${config.port + 1} npm start).`,
      EACCES: `Port ${config.port} needs more rights: choose one above 1023 (PORT=4000).`,
      EADDRNOTAVAIL: `HOST=${config.host} is no address of this machine.`,
      ENOTFOUND: `HOST=${config.host} is no address of this machine.`,
    }
    throw new StartRefusal(reasons[code ?? ''] ?? message)
  }
  // Port 0 asks the system for a free one, which is only known now.
  const publicUrl = config.publicUrl.replace(/:0$/, `:${(app.server.address() as AddressInfo).port}`)
  storePublicUrl(config.dataDir, publicUrl)
  return publicUrl
}

/** Requests under way are answered; who takes longer than the limit is cut off. */
async function close(app: FastifyInstance | undefined): Promise<void> {
  if (!app) return
  const patience = new AbortController()
  await Promise.race([app.close(), sleep(closeMaximum_ms, undefined, { signal: patience.signal }).catch(() => {})])
  patience.abort()
  app.server.closeAllConnections()
}

/**
 * Runs `work`, which starts things, and keeps them until SIGINT or SIGTERM. Functions given to `onStop` run in reverse
 * order, also after a partial failure. Ends the process, with 0 on success.
 */
export async function runUntilSignal(
  work: (onStop: (undo: () => Promise<unknown>) => void) => Promise<void>,
): Promise<never> {
  const ended = Promise.race([nextSignal(), nextFailure()])
  const undos: (() => Promise<unknown>)[] = []
  let failure: unknown
  try {
    await work((undo) => undos.unshift(undo))
    failure = await ended
  } catch (error) {
    failure = error
  }
  for (const undo of undos) await undo().catch((error) => console.error(error))
  if (failure) console.error(isSaid(failure) ? `mizan: ${sentenceOf(failure)}` : failure)
  process.exit(failure ? 1 : 0)
}

function nextSignal(): Promise<undefined> {
  return new Promise((resolve) => {
    let first_ms: number | undefined
    for (const name of ['SIGINT', 'SIGTERM'] as const) {
      process.on(name, () => {
        // npm passes Ctrl-C on although the terminal sent it to us already: only a later one means "now".
        if (first_ms !== undefined && Date.now() - first_ms > 1_000) process.exit(130)
        first_ms ??= Date.now()
        resolve(undefined)
      })
    }
  })
}

/** An uncaught error shuts the server down in an orderly way. A second error must not interrupt that. */
function nextFailure(): Promise<unknown> {
  return new Promise((resolve) => process.on('uncaughtException', resolve).on('unhandledRejection', resolve))
}

/** Says to scripts/keep-running/keep-running.mjs that a crash from now on is one to start again after, and ends with it. */
function reportReady(): void {
  if (process.env.MIZAN_KEPT_RUNNING === undefined) return
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.send?.({ ready: true })
}

if (import.meta.main) {
  await runUntilSignal(async (onStop) => {
    const config = readConfig()
    const start = cluster.isWorker ? startWorker : config.workers > 1 ? startMany : startServer
    const server: Start = await start(config)
    onStop(server.stop)
    if (cluster.isWorker) return
    console.log(`\n  ميزان جاهز · Mizan is ready: ${server.address}\n`)
    reportReady()
  })
}
