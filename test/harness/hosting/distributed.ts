import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { distribute } from '#server/db/distributed/distribute.ts'
import { migrate } from '#server/db/migrate/migrate.ts'
import { startNodes } from '../../../scripts/distributed/start-nodes.ts'
import type { Cluster } from '../cluster.ts'

/** A coordinator and two workers for a whole run. Their database `mizan` is migrated and distributed, and stays empty. */
export async function startDistributedCluster(): Promise<Cluster> {
  const dataDir = mkdtempSync(join(tmpdir(), 'mizan-test-'))
  const nodes = await startNodes(dataDir, { isThrowaway: true })
  const discard = () => rmSync(dataDir, { recursive: true, force: true })
  const stop = () => nodes.stop().finally(discard)
  try {
    const { superuser, owner, app } = nodes.roles
    await migrate({ owner, app, isThrowaway: true })
    await connected(owner, async (client) => {
      // Few shards are copied quickly for each test file.
      await distribute(client, { shards: 4 })
    })
    const ports = [nodes.coordinator, ...nodes.workers].map(({ port }) => port)
    for (const port of ports) await close({ ...superuser, port })
    const roles = { ...nodes.roles, app: { ...app, isDistributed: true }, nodes: ports }
    return { roles, dataDir, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Nothing may be connected to a database that is copied, the background worker of Citus included. */
async function close({ database, ...superuser }: pg.ClientConfig): Promise<void> {
  await connected({ ...superuser, database: 'postgres' }, async (client) => {
    await client.query(`ALTER DATABASE ${database} ALLOW_CONNECTIONS false`)
    await client.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [database])
  })
}

async function connected(settings: pg.ClientConfig, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client(settings)
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
