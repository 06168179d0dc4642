import pg from 'pg'
import type { Config } from '#server/config.ts'
import type { ConnectionSettings } from '#server/db/driver/pool.ts'
import { atPrimary, findPrimary } from '#server/db/driver/primary.ts'
import { asSuperuser } from '#server/db/embedded/running.ts'

/**
 * Works on the database of DATABASE_URL as its owner, on the primary of several hosts; or on the embedded one as its superuser, whose
 * log is archived and encrypted as by the server.
 */
export async function inDatabase<T>(
  { database, dataDir, walArchive: archive, backupKey: archiveKey }: Config,
  work: (settings: ConnectionSettings) => Promise<T>,
): Promise<T> {
  if (!database) return asSuperuser(dataDir, work, { archive, archiveKey })
  await findPrimary(database)
  return work(atPrimary(database))
}

/** The same with one connection. */
export function withConnection<T>(config: Config, work: (client: pg.Client) => Promise<T>): Promise<T> {
  return inDatabase(config, async (settings) => {
    const client = new pg.Client(settings)
    // A lost connection fails the next statement, which says so.
    client.on('error', () => {})
    await client.connect()
    try {
      return await work(client)
    } finally {
      await client.end()
    }
  })
}
