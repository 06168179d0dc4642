// `npm start` behind the bootstrap: the server with its options, started again when it crashes.
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { keepRunning } from './keep-running/keep-running.mjs'
import { serverArguments } from './v8-flags.mjs'

/** A server that was killed leaves its PostgreSQL behind. When no other start took the folder, it is stopped too. */
async function stopOrphan() {
  const dataDir = resolve(process.env.DATA_DIR?.trim() || 'data')
  const folder = join(dataDir, 'postgres')
  if (process.env.DATABASE_URL || !existsSync(join(folder, 'postmaster.pid'))) return
  const [{ endOrphan }, { lockFolder }] = await Promise.all([
    import('../server/db/embedded/server.ts'),
    import('../server/db/embedded/lock.ts'),
  ])
  try {
    const giveBack = lockFolder(dataDir)
    await endOrphan(folder)
    giveBack()
  } catch {
    // Another start holds the folder: its PostgreSQL is not ours to stop.
  }
}

process.exit(await keepRunning(process.execPath, serverArguments(), { afterLast: stopOrphan }))
