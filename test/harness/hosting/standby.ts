import { appendFileSync, chownSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { ConnectionSettings } from '#server/db/driver/pool.ts'
import { copyCluster } from '#server/db/embedded/base-backup.ts'
import { findAccount, findBinaries } from '#server/db/embedded/binaries.ts'
import { startPostgres } from '#server/db/embedded/embedded.ts'
import { readSecrets } from '#server/db/embedded/secrets.ts'
import { launchServer, stopServer } from '#server/db/embedded/server.ts'
import { chooseAddress } from '#server/db/embedded/socket.ts'
import { migrate } from '#server/db/migrate/migrate.ts'

export type Node = {
  dataDir: string
  superuser: ConnectionSettings
  kill(): void
  start(): Promise<void>
  stop(): Promise<void>
}

/** A primary and a streaming standby of it, both of the bundled PostgreSQL and on sockets. Commits wait for the standby. */
export async function createPair(folder: string): Promise<{ primary: Node; standby: Node }> {
  const [one, two] = [join(folder, 'one'), join(folder, 'two')]
  const first = await startPostgres({ dataDir: one })
  await migrate(first)
  mkdirSync(two, { mode: 0o755 })
  await copyCluster({ superuser: first.superuser, dataDir: one, to: two, atEnd: async () => {} })
  await first.stop()
  copyFileSync(join(one, 'secrets.json'), join(two, 'secrets.json'))
  const [primary, standby] = [await nodeOf(one), await nodeOf(two)]
  const { host, port, user, password } = primary.superuser
  const conninfo = `host=${host} port=${port} user=${user} password=${password} application_name=standby`
  appendFileSync(join(two, 'postgres', 'postgresql.auto.conf'), `primary_conninfo = '${conninfo}'\n`)
  const signal = join(two, 'postgres', 'standby.signal')
  writeFileSync(signal, '', { mode: 0o600 })
  const account = findAccount()
  if (account) chownSync(signal, account.uid, account.gid)
  await primary.start()
  await standby.start()
  await ask(primary.superuser, `ALTER SYSTEM SET synchronous_standby_names = '*'`)
  await ask(primary.superuser, 'SELECT pg_reload_conf()')
  while ((await ask(primary.superuser, 'SELECT sync_state FROM pg_stat_replication'))[0]?.sync_state !== 'sync')
    await new Promise((resolve) => setTimeout(resolve, 50))
  return { primary, standby }
}

/** Not supervised: what is killed stays down. */
async function nodeOf(dataDir: string): Promise<Node> {
  const account = findAccount()
  const { host, port, settings } = await chooseAddress(dataDir, account)
  const program = findBinaries({ folder: dataDir, isNew: false }).postgres
  const request = {
    program,
    account,
    folder: join(dataDir, 'postgres'),
    logPath: join(dataDir, 'postgres.log'),
    settings: { ...settings, max_connections: 60, shared_buffers: '64MB' },
  }
  let child: Awaited<ReturnType<typeof launchServer>> | undefined
  return {
    dataDir,
    superuser: { host, port, user: 'postgres', password: readSecrets(dataDir).superuser, database: 'mizan' },
    kill: () => void child?.kill('SIGKILL'),
    async start() {
      child = await launchServer(request)
    },
    async stop() {
      if (child) await stopServer(child)
    },
  }
}

export async function ask(settings: ConnectionSettings, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(settings)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}
