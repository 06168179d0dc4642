import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { StartRefusal } from '#server/start-refusal.ts'
import type { ConnectionSettings } from '../driver/pool.ts'
import { type EmbeddedOptions, startPostgres } from './embedded.ts'
import { isPostmaster, processState } from './processes.ts'
import { readSecrets } from './secrets.ts'
import { readPidFile } from './server.ts'

/** Works as superuser of the data folder's PostgreSQL: of the one that runs, or of one that is started for it. */
export async function asSuperuser<T>(
  dataDir: string,
  work: (superuser: ConnectionSettings) => Promise<T>,
  started: Pick<EmbeddedOptions, 'archive' | 'archiveKey' | 'recovery' | 'isRestore' | 'tell'> = {},
): Promise<T> {
  const running = runningSuperuser(dataDir)
  if (running) return work(running)
  const postgres = await startPostgres({ dataDir, ...started })
  return work(postgres.superuser).finally(postgres.stop)
}

/** The server's own PostgreSQL, when it runs, says in its pid file where it listens. */
function runningSuperuser(given: string): ConnectionSettings | undefined {
  const dataDir = realFolder(given)
  const folder = join(dataDir, 'postgres')
  const [pid, , , port, socketFolder, address] = readPidFile(folder)
  // In a copy of a folder in use the file names the original's server: that one must not be asked.
  if (!pid || processState(Number(pid)) !== 'alive' || !isPostmaster(Number(pid), folder)) return undefined
  const host = socketFolder || address || '127.0.0.1'
  return { host, port: Number(port), user: 'postgres', password: readSecrets(dataDir).superuser, database: 'mizan' }
}

function realFolder(dataDir: string): string {
  try {
    return realpathSync(dataDir)
  } catch {
    throw new StartRefusal(`There is no data folder ${dataDir}.`)
  }
}
