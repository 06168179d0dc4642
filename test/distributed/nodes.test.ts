import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DatabaseNode, type Nodes, startNodes } from '../../scripts/distributed/start-nodes.ts'
import { startWriters, type Written } from '../cluster/steady-writers.ts'
import { runScript } from '../harness/hosting/run-script.ts'
import { type Caller, createCaller, registerSeller } from '../harness/hosting/writers.ts'
import { checkInvariants } from '../harness/invariants.ts'
import type { Organization } from '../harness/organization.ts'
import { type ServerProcess, startProcess } from '../harness/server-process.ts'

// A coordinator and two workers under load: nodes are lost and come back, one is added and shards move. What was acknowledged stays, each document once.

const losses = Number(process.env.LOSSES ?? 20)
const folder = mkdtempSync(join(tmpdir(), 'mizan-nodes-'))
// PostgreSQL works as another user below it.
chmodSync(folder, 0o711)
let nodes: Nodes
let server: ServerProcess
let address = ''
/** One organization on each worker. */
const sellers: { caller: Caller; owner: Organization; worker: number }[] = []

const distribute = (...given: string[]) => runScript('distributed/run-distribute', given, nodes.environment).ended

beforeAll(async () => {
  nodes = await startNodes(folder)
}, 600_000)
afterAll(async () => {
  server?.child.kill('SIGTERM')
  await server?.ended
  await nodes?.stop()
  rmSync(folder, { recursive: true, force: true })
}, 120_000)

async function ask<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client(nodes.roles.superuser)
  await client.connect()
  try {
    return (await client.query(text, values)).rows as Row[]
  } finally {
    await client.end()
  }
}

async function workerOf(organization: number): Promise<number> {
  const [found] = await ask<{ port: number }>(
    `SELECT nodeport AS port FROM citus_shards WHERE table_name = 'organizations'::regclass
     AND shardid = get_shard_id_for_distribution_column('organizations', $1::bigint)`,
    [organization],
  )
  return found?.port as number
}

test('a database is distributed after it was said what will be done, and again without a change', async () => {
  const check = await distribute('--check')
  expect([check.code, check.said]).toEqual([0, expect.stringMatching(/3 nodes.*database is empty/s)])
  // Few shards: a node that was killed reads all its files before it is back.
  const made = await distribute('--shards', '4')
  expect([made.code, made.said]).toEqual([0, expect.stringMatching(/divided by organization.*is distributed/s)])
  const again = await distribute('--check')
  expect([again.code, again.said]).toEqual([0, expect.stringMatching(/already.*nothing was changed/s)])
}, 600_000)

test('an organization on each worker signs up, issues, and is refused in the same words', async () => {
  server = startProcess({ ...nodes.environment, DATA_DIR: join(folder, 'server') })
  const said = await server.address
  if (!said) throw new Error((await server.ended).said)
  address = said
  while (new Set(sellers.map(({ worker }) => worker)).size < 2) {
    const caller = createCaller(() => address)
    const { owner } = await registerSeller(caller)
    const worker = await workerOf(Number(caller.token.split('.')[0]))
    if (!sellers.some((seller) => seller.worker === worker)) sellers.push({ caller, owner, worker })
  }
  // Refused by a constraint on the worker: the second year overlaps the first.
  const year = { name: 'y', type: 'custom', started_at: '2040-01-01', ended_at: '2040-06-30' }
  for (const { caller } of sellers) {
    expect((await caller.ask('POST', '/accounting/financial-years', year)).status).toBe(200)
    expect(await caller.ask('POST', '/accounting/financial-years', year)).toMatchObject({
      status: 422,
      body: { errors: { started_at: 'Overlaps another financial year' } },
    })
  }
  const running = await distribute('--check')
  expect([running.code, running.said]).toEqual([1, expect.stringMatching(/stop every server/)])
}, 600_000)

type Counted = Written & { seller: (typeof sellers)[number] }
const written: Counted[] = []

/** Runs `work` while every organization issues invoices, and waits until each has issued some more after it. */
async function underLoad(work: () => Promise<void>): Promise<void> {
  const running = sellers.map((seller) => ({ seller, writers: startWriters(seller.caller, seller.owner, 2) }))
  const all = (least: number) =>
    expect
      .poll(() => Math.min(...running.map(({ writers }) => writers.written.length)), { timeout: 240_000, interval: 50 })
      .toBeGreaterThanOrEqual(least)
  await all(2)
  await work()
  const before = Math.max(...running.map(({ writers }) => writers.written.length))
  await all(before + 2)
  for (const { seller, writers } of running) {
    await writers.stop()
    written.push(...writers.written.map((one) => ({ ...one, seller })))
  }
}

/** Sent again with its key, each document is answered as it was acknowledged. */
async function requireWhole(): Promise<void> {
  const lost: unknown[] = []
  for (const { key, body, id, seller } of written) {
    const stored = (await seller.caller.ask('GET', `/invoices/${id}`)).status
    const reply = await seller.caller.ask('POST', '/invoices', body, key)
    const again = reply.status === 200 ? (reply.body.data as { id: number }).id : reply.status
    if (again !== id || stored !== 200) lost.push({ id, stored, again })
  }
  expect(lost).toEqual([])
  for (const seller of sellers)
    expect((await seller.caller.ask('GET', '/invoices')).body.meta.total).toBe(
      written.filter((one) => one.seller === seller).length,
    )
  await checkInvariants(nodes.roles.superuser)
}

test(`${losses} kills of a worker and of the coordinator lose no acknowledged document and double none`, async () => {
  const all: DatabaseNode[] = [...nodes.workers, nodes.coordinator]
  for (let round = 0; round < losses; round++) {
    const node = all[round % all.length] as DatabaseNode
    await underLoad(async () => {
      await node.kill()
      await node.start()
    })
  }
  await requireWhole()
  console.log(`${losses} kills, ${written.length} acknowledged documents, each there once`)
}, 3_600_000)

test('a lost worker stops the organizations on it, and no others', async () => {
  const [lost] = nodes.workers as [DatabaseNode]
  await lost.kill()
  const reading = (on: (worker: number) => boolean) =>
    sellers.find(({ worker }) => on(worker))?.caller.ask('GET', '/invoices')
  expect((await reading((worker) => worker === lost.port))?.status).toBe(503)
  expect((await reading((worker) => worker !== lost.port))?.status).toBe(200)
  await lost.start()
  await expect
    .poll(async () => (await reading((worker) => worker === lost.port))?.status, { timeout: 60_000 })
    .toBe(200)
}, 300_000)

test('a node is added and takes its part of the shards while invoices are issued', async () => {
  const placed = () =>
    ask<{ port: number }>(`SELECT DISTINCT nodeport AS port FROM citus_shards WHERE citus_table_type = 'distributed'`)
  expect(await placed()).toHaveLength(2)
  await underLoad(async () => {
    await nodes.addWorker()
    await ask(`SELECT rebalance_table_shards('organizations', shard_transfer_mode => 'block_writes')`)
  })
  expect(await placed()).toHaveLength(3)
  await requireWhole()
  const verified = await runScript('verify', [], nodes.environment).ended
  expect(verified.code, verified.said).toBe(0)
}, 1_800_000)
