import { join } from 'node:path'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { runUntilSignal } from '#server/main.ts'
import { startCluster } from './cluster.ts'

/** The real application with the built pages, on a database that goes when the browser tests end. */
await runUntilSignal(async (onStop) => {
  const cluster = await startCluster()
  onStop(cluster.stop)
  const environment = { NODE_ENV: 'test', PORT: process.argv[2], DATA_DIR: join(cluster.dataDir, 'files') }
  const config = readConfig(environment)
  const app = await createApp({ config, database: cluster.roles.app })
  onStop(() => app.close())
  await app.listen({ host: config.host, port: config.port })
})
