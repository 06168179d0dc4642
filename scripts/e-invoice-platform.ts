import { parseArgs } from 'node:util'
import { platformEnvironments } from '#server/e-document/environment.ts'
import { startPlatform } from '#stand-in/start-platform.ts'
import { tryPlatform } from './try-platform.ts'

/**
 * `npm run e-invoice-platform`: the stand-in of the tax authority's platform, in memory, until it is stopped. `-- --port 4101` for another
 * port; `-- --try` onboards a fictitious unit, sends a document of every kind and prints the result of each, with
 * `--out folder` leaving the files there.
 */
const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4101' },
    try: { type: 'boolean', default: false },
    out: { type: 'string' },
  },
})
const platform = await startPlatform({ port: Number(values.port) })
for (const environment of platformEnvironments) console.log(`${environment}: ${platform.addressOf(environment)}`)
if (values.try) {
  process.exitCode = (await tryPlatform(platform.addressOf('simulation'), values.out)) ? 0 : 1
  await platform.stop()
} else
  console.log('One-time password that always works: 123345. POST <address>/control/otps makes one that works once.')
