import { parseArgs } from 'node:util'
import pg from 'pg'
import { readConfig } from '#server/config.ts'
import { type RunningServer, runUntilSignal, startServer } from '#server/main.ts'
import type { RunningPlatform } from '#stand-in/start-platform.ts'

/** The exports of `server/db/seed/demo.ts`. */
type DemoSeed = {
  demoSignIn: { email: string; password: string }
  seedDemo(
    app: RunningServer['app'],
    weather: (fault: string, call: string) => Promise<void>,
    isBrief: boolean,
  ): Promise<void>
  resumeDemo(app: RunningServer['app']): Promise<void>
}
type StandIn = { startPlatform(): Promise<RunningPlatform> }

// `-- --brief` fills three months, and shows whether the demonstration works.
const { values } = parseArgs({ options: { brief: { type: 'boolean', default: false } } })

await runUntilSignal(async (onStop) => {
  // Read only here: `npm start` carries no demonstration and no stand-in of the tax authority's platform.
  const seedModule: string = '#server/db/seed/demo.ts'
  const standInModule: string = '#stand-in/start-platform.ts'
  const { seedDemo, resumeDemo, demoSignIn } = (await import(seedModule)) as DemoSeed
  const { startPlatform } = (await import(standInModule)) as StandIn
  const platform = await startPlatform()
  onStop(platform.stop)
  const address = platform.addressOf('simulation')
  const settings = { DATA_DIR: 'data-demo', E_INVOICE_PLATFORM: new URL(address).origin }
  const server = await startServer(readConfig({ ...settings, ...process.env }))
  onStop(server.stop)
  if (await hasNoOrganization(server)) {
    console.log('mizan: filling the demonstration · تعبئة البيانات التجريبية')
    const weather = async (fault: string, call: string) => {
      await fetch(`${address}/control/faults`, { method: 'POST', body: JSON.stringify({ fault, call }) })
    }
    await seedDemo(server.app, weather, values.brief)
  } else await resumeDemo(server.app)
  console.log(`\n  ميزان جاهز · Mizan is ready: ${server.address}\n  ${demoSignIn.email}  ${demoSignIn.password}\n`)
})

async function hasNoOrganization({ database }: RunningServer): Promise<boolean> {
  const client = new pg.Client(database.app)
  await client.connect()
  try {
    // The directory is outside row security: it exists to find the tenant of a name.
    const { rows } = await client.query('SELECT exists(SELECT FROM organization_directory) AS found')
    return !rows[0].found
  } finally {
    await client.end()
  }
}
