import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { ConnectionSettings } from '#server/db/driver/pool.ts'
import { type Account, type Binaries, findAccount, findBinaries, letPass } from '#server/db/embedded/binaries.ts'
import { ensureCluster } from '#server/db/embedded/cluster.ts'
import { freePort } from '#server/db/embedded/free-port.ts'
import { launchServer, type ServerRequest, stopServer } from '#server/db/embedded/server.ts'
import { StartRefusal } from '#server/start-refusal.ts'

/** One PostgreSQL with Citus on loopback. */
export type DatabaseNode = {
  name: string
  port: number
  /** Ends every process at once, as when the power fails. */
  kill(): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}
export type Nodes = {
  coordinator: DatabaseNode
  workers: readonly DatabaseNode[]
  roles: Record<'superuser' | 'owner' | 'app', ConnectionSettings>
  /** What Mizan and `npm run distribute` are started with. */
  environment: Record<'DATABASE_URL' | 'DATABASE_APP_URL' | 'DATABASE_ADMIN_URL', string>
  /** One more worker, known to the coordinator. It holds no shards before they are moved to it. */
  addWorker(): Promise<DatabaseNode>
  stop(): Promise<void>
}
export type NodesOptions = { workers?: number; isThrowaway?: boolean }

const here = '127.0.0.1'
const database = 'mizan'
const extensions = ['citus', 'btree_gist', 'btree_gin', 'pg_trgm']

/**
 * The PostgreSQL 18 with Citus of `POSTGRES_HOME`. Refuses where there is none.
 */
export function findCitus(): Binaries {
  const asked = process.env.POSTGRES_HOME ?? '/usr/lib/postgresql/18'
  const library = ['lib', 'lib/postgresql'].map((folder) => join(asked, folder, 'citus.so')).find(existsSync)
  if (!library)
    throw new StartRefusal(
      `A distributed database needs a PostgreSQL 18 with Citus, and ${asked} has none: name one in POSTGRES_HOME.`,
    )
  return findBinaries({ folder: '', isNew: true, asked })
}

/** A coordinator and its workers on loopback below `folder`, with the roles of Mizan and an empty database. */
export async function startNodes(folder: string, options: NodesOptions = {}): Promise<Nodes> {
  const binaries = findCitus()
  const account = findAccount()
  mkdirSync(folder, { recursive: true, mode: 0o711 })
  letPass(join(folder, 'node'), account)
  const secrets = { postgres: password(), mizan_owner: password(), mizan_app: password() }
  const made: DatabaseNode[] = []
  const make = async (name: string) => {
    const port = await freePort()
    const request = prepareNode({ folder, name, port, binaries, account, secrets, ...options })
    const node = createNode(name, port, request)
    await node.start()
    made.push(node)
    const superuser = settingsOf(port, 'postgres', secrets.postgres)
    await prepareDatabase(superuser, secrets)
    return { node, superuser }
  }
  const stop = async () => {
    for (const node of made) await node.stop()
  }
  try {
    const { node: coordinator, superuser } = await make('coordinator')
    await ask(superuser, `SELECT citus_set_coordinator_host('${here}', ${coordinator.port})`)
    const workers: DatabaseNode[] = []
    const addWorker = async () => {
      const { node } = await make(`worker${workers.length + 1}`)
      await ask(superuser, `SELECT citus_add_node('${here}', ${node.port})`)
      workers.push(node)
      return node
    }
    for (let index = 0; index < (options.workers ?? 2); index++) await addWorker()
    const owner = settingsOf(coordinator.port, 'mizan_owner', secrets.mizan_owner)
    const app = settingsOf(coordinator.port, 'mizan_app', secrets.mizan_app)
    const environment = {
      DATABASE_URL: urlOf(owner),
      DATABASE_APP_URL: urlOf(app),
      DATABASE_ADMIN_URL: urlOf(superuser),
    }
    return { coordinator, workers, roles: { superuser, owner, app }, environment, addWorker, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

type Secrets = Record<'postgres' | 'mizan_owner' | 'mizan_app', string>
type NodeRequest = NodesOptions & {
  folder: string
  name: string
  port: number
  binaries: Binaries
  account: Account | undefined
  secrets: Secrets
}

function prepareNode({
  folder,
  name,
  port,
  binaries,
  account,
  secrets,
  isThrowaway = false,
}: NodeRequest): ServerRequest {
  const dataDir = join(folder, name)
  ensureCluster({ folder: dataDir, binaries, account, password: secrets.postgres, isThrowaway })
  return {
    program: binaries.postgres,
    account,
    folder: dataDir,
    logPath: join(folder, `${name}.log`),
    settings: {
      listen_addresses: here,
      port,
      unix_socket_directories: '',
      shared_preload_libraries: 'citus',
      max_prepared_transactions: 200,
      max_connections: 300,
      shared_buffers: '64MB',
      timezone: 'UTC',
      log_timezone: 'UTC',
      max_worker_processes: 64,
      wal_level: 'logical',
      max_replication_slots: 40,
      max_wal_senders: 40,
      'citus.node_conninfo': 'sslmode=prefer',
      'citus.local_hostname': here,
      ...(isThrowaway && { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
    },
  }
}

function createNode(name: string, port: number, request: ServerRequest): DatabaseNode {
  let child: ChildProcess | undefined
  return {
    name,
    port,
    async start() {
      child = await launchServer(request)
    },
    async kill() {
      if (!child?.pid || child.exitCode !== null || child.signalCode !== null) return
      const ended = new Promise((resolve) => child?.once('exit', resolve))
      // The whole process group: PostgreSQL was started in one of its own.
      process.kill(-child.pid, 'SIGKILL')
      await ended
    },
    stop: async () => {
      if (child) await stopServer(child)
    },
  }
}

async function prepareDatabase(superuser: ConnectionSettings, secrets: Secrets): Promise<void> {
  const owner = `mizan_owner LOGIN CREATEROLE PASSWORD ${pg.escapeLiteral(secrets.mizan_owner)}`
  const app = `mizan_app LOGIN PASSWORD ${pg.escapeLiteral(secrets.mizan_app)}`
  const onServer = { ...superuser, database: 'postgres' }
  await ask(onServer, `CREATE ROLE ${owner}`, `CREATE ROLE ${app}`, `CREATE DATABASE ${database} OWNER mizan_owner`)
  await ask(superuser, ...extensions.map((name) => `CREATE EXTENSION ${name}`))
  // Nodes sign in to each other with these. 0: to every node.
  const known = Object.entries(secrets).map(
    ([role, secret]) => `(0, ${pg.escapeLiteral(role)}, ${pg.escapeLiteral(`password=${secret}`)})`,
  )
  await ask(superuser, `INSERT INTO pg_dist_authinfo VALUES ${known.join(', ')}`)
}

async function ask(settings: ConnectionSettings, ...texts: string[]): Promise<void> {
  const client = new pg.Client(settings)
  await client.connect()
  try {
    for (const text of texts) await client.query(text)
  } finally {
    await client.end()
  }
}

const settingsOf = (port: number, user: string, secret: string): ConnectionSettings => ({
  host: here,
  port,
  user,
  password: secret,
  database,
})

const urlOf = ({ host, port, user, password: secret }: ConnectionSettings) =>
  `postgres://${user}:${secret}@${host}:${port}/${database}`

const password = () => randomBytes(18).toString('base64url')
