import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/main.ts'
import { runInvariants } from '../test/harness/invariants.ts'
import { startProcess } from '../test/harness/server-process.ts'
import { pageSizes } from './bundle.ts'
import { cloneOrganization } from './clone.ts'
import { fill } from './fill.ts'
import type { Ground } from './ground.ts'
import { shorten } from './measure.ts'
import { environmentOf } from './measured-server.ts'
import { measure } from './measures.ts'
import { write } from './results.ts'
import { layGround } from './seed-database.ts'

/**
 * `npm run bench`: a company of 200,000 invoices, 20,000 bills and a million journal lines with 200 neighbours, filled
 * by SQL and checked by the invariants, then measured over HTTP in turns with the bare work of the same machine. `--
 * --size 20000` for another size; the data stays in `data-bench` for the next run, `-- --refill` fills it again. `-- --brief`
 * makes a hundredth of the calls, writes no results, and shows whether the benchmark works.
 */
const { values } = parseArgs({
  options: {
    size: { type: 'string', default: '200000' },
    neighbours: { type: 'string', default: '200' },
    refill: { type: 'boolean', default: false },
    brief: { type: 'boolean', default: false },
  },
})
if (values.brief) shorten(0.01)
const size = Number(values.size)
const neighbours = Number(values.neighbours)
const dataDir = resolve(process.env.DATA_DIR ?? 'data-bench')
const stamp = `${dataDir}/filled.json`
const crowd = 8

if (values.refill || !isFilled()) rmSync(dataDir, { recursive: true, force: true })
mkdirSync(dataDir, { recursive: true })
const config = readConfig({ DATA_DIR: dataDir, NODE_ENV: 'test' })
const database = await openDatabase(config)
try {
  const grounds = isFilled() ? readStamp().grounds : await make()
  process.env.NODE_ENV = 'production'
  const pages = values.brief ? [] : (await said('building the pages', pageSizes)).pages
  const environment = environmentOf(dataDir, database)
  // The first start compiles and keeps what it compiled; what is measured is the second, as every later one is.
  await said('starting once', async () => {
    const first = startProcess(environment)
    await first.address
    first.child.kill('SIGTERM')
    await first.ended
  })
  const started = performance.now()
  const server = startProcess(environment)
  const address = await server.address
  if (!address) throw new Error(`the server did not start: ${(await server.ended).said}`)
  const start_ms = performance.now() - started
  try {
    const measured = await measure({ address, grounds, database: database.app, pid: server.child.pid as number })
    if (!values.brief) write(measured, { size, neighbours, start_ms, pages })
  } finally {
    server.child.kill('SIGTERM')
    await server.ended
  }
} finally {
  await database.stop()
}

function isFilled(): boolean {
  return existsSync(stamp) && readStamp().size === size && readStamp().neighbours === neighbours
}

function readStamp(): { size: number; neighbours: number; grounds: Ground[] } {
  return JSON.parse(readFileSync(stamp, 'utf8'))
}

/** The big one, eight for the crowd, one for the floor, and a small one that is copied. */
async function make(): Promise<Ground[]> {
  const names = ['big', ...Array.from({ length: crowd }, (_, index) => `crowd${index + 1}`), 'floor', 'small']
  const grounds = await said('laying the ground', () => layGround(config, database.app, names))
  const client = new pg.Client({ ...(database.superuser ?? database.owner) })
  await client.connect()
  try {
    const [big, small] = [grounds[0], grounds.at(-1)] as [Ground, Ground]
    await said(`filling ${size.toLocaleString('en')} invoices`, () => fill(client, big, size))
    await said(`copying ${neighbours} neighbours`, async () => {
      await fill(client, small, 500)
      await cloneOrganization(client, small.organization, neighbours)
    })
    await said('sealing the entries', () => seal(client))
    await said('vacuum and analyse', () => client.query('VACUUM (ANALYZE)'))
  } finally {
    await client.end()
  }
  await said('asking the invariants', async () => {
    const broken = (await runInvariants(database.superuser ?? database.owner)).filter((one) => one.count > 0)
    if (broken.length > 0) throw new Error(`the generated books break ${JSON.stringify(broken)}`)
  })
  writeFileSync(stamp, JSON.stringify({ size, neighbours, grounds }))
  return grounds
}

/** The chain of hashes that a server which has run has written behind everybody's back. */
async function seal(client: pg.Client): Promise<void> {
  const most = 2_000
  const { rows } = await client.query('SELECT organization_id AS id FROM organizations ORDER BY 1')
  for (const { id } of rows as { id: string }[])
    for (let sealed = most; sealed === most; ) {
      const answer = await client.query('SELECT extend_hash_chain($1::bigint, $2::integer) AS sealed', [id, most])
      sealed = answer.rows[0].sealed
    }
}

async function said<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  const start = performance.now()
  const result = await work()
  console.log(`${what}: ${((performance.now() - start) / 1000).toFixed(1)} s`)
  return result
}
