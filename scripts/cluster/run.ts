import { resolve } from 'node:path'
import { runUntilSignal } from '#server/main.ts'
import { startCluster } from './start-cluster.ts'

/** `npm run cluster`: starts a cluster of three machines on loopback, to be tried until Ctrl+C. Each run makes a new folder. */
await runUntilSignal(async (onStop) => {
  const folder = resolve(process.env.DATA_DIR ?? `data-cluster-${Date.now()}`)
  console.log(`mizan: starting three machines in ${folder}`)
  const cluster = await startCluster(folder)
  onStop(() => cluster.stop())
  const settings = Object.entries(cluster.environment).map(([name, value]) => `  ${name}='${value}'`)
  console.log(`\n  Start Mizan with:\n${settings.join('\n')}\n`)
})
