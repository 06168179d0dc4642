import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, readConfig } from '#server/config.ts'
import type { ConnectionSettings } from '#server/db/driver/pool.ts'
import { startPostgres } from '#server/db/embedded/embedded.ts'
import { isPostmaster, processState } from '#server/db/embedded/processes.ts'
import { readSecrets } from '#server/db/embedded/secrets.ts'
import { readPidFile } from '#server/db/embedded/server.ts'
import { StartRefusal } from '#server/start-refusal.ts'
import { runInvariants } from '../test/harness/invariants.ts'

/** `npm run verify`: checks every invariant on the live data, with or without a running server. */
try {
  const broken = await verify(readConfig())
  if (broken > 0) console.error(`\n${broken} broken · ${broken} مختلّة`)
  process.exitCode = broken > 0 ? 1 : 0
} catch (error) {
  console.error(`mizan: ${(error as Error).message}`)
  process.exitCode = 1
}

async function verify(config: Config): Promise<number> {
  const settings = config.database ?? runningSuperuser(config.dataDir)
  if (settings) return report(settings)
  const postgres = await startPostgres({ dataDir: config.dataDir })
  return report(postgres.superuser).finally(postgres.stop)
}

async function report(settings: ConnectionSettings): Promise<number> {
  const results = await runInvariants(settings)
  for (const { name, count, examples } of results) {
    console.log(`${count === 0 ? 'ok    ' : 'BROKEN'} ${name} ${count}`)
    for (const example of examples) console.log(`         ${JSON.stringify(example)}`)
  }
  return results.filter((one) => one.count > 0).length
}

/** The server's own PostgreSQL, when it runs, says in its pid file where it listens. */
function runningSuperuser(given: string): ConnectionSettings | undefined {
  const dataDir = realFolder(given)
  const folder = join(dataDir, 'postgres')
  const [pid, , , port, socketFolder, address] = readPidFile(folder)
  // In a copy of a folder that was at work the file came along, and names the original's server: that one is not asked.
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
