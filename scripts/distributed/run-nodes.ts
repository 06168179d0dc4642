import { resolve } from 'node:path'
import { runUntilSignal } from '#server/main.ts'
import { startNodes } from './start-nodes.ts'

/** `npm run distributed`: a coordinator and two workers on loopback, to be tried until Ctrl+C. Each run makes a new folder. */
await runUntilSignal(async (onStop) => {
  const folder = resolve(process.env.DATA_DIR ?? `data-distributed-${Date.now()}`)
  console.log(`mizan: starting a coordinator and two workers in ${folder}`)
  const nodes = await startNodes(folder)
  onStop(() => nodes.stop())
  const settings = Object.entries(nodes.environment).map(([name, value]) => `  ${name}='${value}'`)
  console.log(`\n  Distribute the database, and start Mizan, with:\n${settings.join('\n')}\n`)
})
