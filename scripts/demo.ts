import pg from 'pg'
import { readConfig } from '#server/config.ts'
import { type RunningServer, runUntilSignal, startServer } from '#server/main.ts'

/** What `server/db/seed/demo.ts` exports. */
type DemoSeed = {
  demoSignIn: { email: string; password: string }
  seedDemo(app: RunningServer['app']): Promise<void>
}

await runUntilSignal(async (onStop) => {
  const server = await startServer(readConfig({ DATA_DIR: 'data-demo', ...process.env }))
  onStop(server.stop)
  // Read only here: `npm start` carries no demonstration.
  const seedModule: string = '#server/db/seed/demo.ts'
  const { seedDemo, demoSignIn } = (await import(seedModule)) as DemoSeed
  if (await hasNoOrganization(server)) {
    console.log('mizan: filling the demonstration · تعبئة البيانات التجريبية')
    await seedDemo(server.app)
  }
  console.log(`\n  ميزان جاهز · Mizan is ready: ${server.address}\n  ${demoSignIn.email}  ${demoSignIn.password}\n`)
})

async function hasNoOrganization({ database }: RunningServer): Promise<boolean> {
  const client = new pg.Client(database.app)
  await client.connect()
  try {
    // The directory stands outside row security: it exists to find the tenant of a name.
    const { rows } = await client.query('SELECT exists(SELECT FROM organization_directory) AS found')
    return !rows[0].found
  } finally {
    await client.end()
  }
}
