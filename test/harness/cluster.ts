import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import type { ConnectionSettings } from '#server/db/driver/pool.ts'
import { type EmbeddedPostgres, startPostgres } from '#server/db/embedded/embedded.ts'
import { migrate } from '#server/db/migrate/migrate.ts'

export type Roles = {
  superuser: ConnectionSettings
  owner: ConnectionSettings
  app: ConnectionSettings
  /** The ports of all nodes, where the database is a distributed one. */
  nodes?: number[]
}
export type Cluster = { roles: Roles; dataDir: string; stop(): Promise<void> }

declare module 'vitest' {
  interface ProvidedContext {
    roles: Roles
  }
}

/** One PostgreSQL for a whole run, in a folder that goes with it. Its database `mizan` is migrated and stays empty. */
export async function startCluster(): Promise<Cluster> {
  const dataDir = mkdtempSync(join(tmpdir(), 'mizan-test-'))
  const discard = () => rmSync(dataDir, { recursive: true, force: true })
  let postgres: EmbeddedPostgres | undefined
  try {
    postgres = await startPostgres({ dataDir, isThrowaway: true })
    const { superuser, owner, app, stop } = postgres
    await migrate({ owner, app, isThrowaway: true })
    return { roles: { superuser, owner, app }, dataDir, stop: () => stop().finally(discard) }
  } catch (error) {
    await postgres?.stop()
    discard()
    throw error
  }
}

/**
 * Vitest's global set-up of the project `api`. DISTRIBUTED names the file with the roles of a coordinator that runs, for `npm run test:distributed`.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { DISTRIBUTED } = process.env
  if (DISTRIBUTED) {
    project.provide('roles', JSON.parse(readFileSync(DISTRIBUTED, 'utf8')) as Roles)
    return async () => {}
  }
  const cluster = await startCluster()
  project.provide('roles', cluster.roles)
  return () => cluster.stop()
}
