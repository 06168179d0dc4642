import { mkdirSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import pg from 'pg'
import { type Config, readConfig } from '#server/config.ts'
import { openDatabase } from '#server/main.ts'
import { startProcess } from '../test/harness/server-process.ts'
import type { Ground } from './ground.ts'
import { layGround } from './seed-database.ts'

type OpenDatabase = Awaited<ReturnType<typeof openDatabase>>
/** A running server with its process, a client that sees every organization, and the organizations by their order. */
export type MeasuredServer = { address: string; pid: number; client: pg.Client; grounds: Ground[] }

/** Measures a server on a new database of its own, which is deleted afterwards. `fill` adds data before the server starts. */
export async function measureServer(
  folder: string,
  names: readonly string[],
  measure: (server: MeasuredServer) => Promise<void>,
  fill: (client: pg.Client, grounds: Ground[]) => Promise<void> = async () => {},
): Promise<void> {
  const dataDir = resolve('data-bench', folder)
  rmSync(dataDir, { recursive: true, force: true })
  mkdirSync(dataDir, { recursive: true })
  const config: Config = readConfig({ DATA_DIR: dataDir, NODE_ENV: 'test' })
  const database = await openDatabase(config)
  const client = new pg.Client({ ...(database.superuser ?? database.owner) })
  try {
    const grounds = await layGround(config, database.app, names)
    await client.connect()
    await fill(client, grounds)
    process.env.NODE_ENV = 'production'
    const server = startProcess(environmentOf(dataDir, database))
    try {
      const address = await server.address
      if (!address) throw new Error(`the server did not start: ${(await server.ended).said}`)
      await measure({ address, pid: server.child.pid as number, client, grounds })
    } finally {
      server.child.kill('SIGTERM')
      await server.ended
    }
  } finally {
    await client.end()
    await database.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** The variables by which another process reaches this database, and the keys of its data folder. */
export function environmentOf(
  dataDir: string,
  { owner, app }: Pick<OpenDatabase, 'owner' | 'app'>,
): Record<string, string> {
  const at = `@x:${owner.port}/${owner.database}?host=${encodeURIComponent(owner.host)}`
  const urlOf = ({ user, password }: typeof owner) => `postgres://${user}:${encodeURIComponent(password)}${at}`
  return { DATA_DIR: dataDir, DATABASE_URL: urlOf(owner), DATABASE_APP_URL: urlOf(app) }
}
