import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { startPlatform } from '#server/e-document/platform/start-platform.ts'
import { runUntilSignal } from '#server/main.ts'
import { type BrowserNotes, notesPath } from './browser-notes.ts'
import { startCluster } from './cluster.ts'

/** The real application with the built pages, on a database that goes when the browser tests end. */
await runUntilSignal(async (onStop) => {
  const port = process.argv[2] ?? ''
  const cluster = await startCluster()
  onStop(cluster.stop)
  const platform = await startPlatform()
  onStop(platform.stop)
  const environment = {
    ...{ NODE_ENV: 'test', PORT: port, DATA_DIR: join(cluster.dataDir, 'files') },
    E_INVOICE_PLATFORM: new URL(platform.addressOf('simulation')).origin,
  }
  const config = readConfig(environment)
  const notes: BrowserNotes = { superuser: cluster.roles.superuser, outbox: join(config.dataDir, 'outbox') }
  writeFileSync(notesPath(port), JSON.stringify(notes), { mode: 0o600 })
  onStop(async () => rmSync(notesPath(port), { force: true }))
  const app = await createApp({ config, database: cluster.roles.app })
  onStop(() => app.close())
  await app.listen({ host: config.host, port: config.port })
})
