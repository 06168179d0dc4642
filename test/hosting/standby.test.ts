import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPool } from '#server/db/driver/pool.ts'
import { readSecrets } from '#server/db/embedded/secrets.ts'
import { attemptTransaction } from '#server/db/tenant/transaction.ts'
import { ask, createPair, type Node } from '../harness/hosting/standby.ts'
import {
  acknowledged,
  createCaller,
  expectEachOnce,
  registerSeller,
  type Sent,
  sendInvoice,
  writeUntil,
} from '../harness/hosting/writers.ts'
import { checkInvariants } from '../harness/invariants.ts'
import type { Organization } from '../harness/organization.ts'
import { type ServerProcess, startProcess } from '../harness/server-process.ts'

// Reports from a streaming standby, and a promotion under load while the server stays as it is.

const folder = mkdtempSync(join(tmpdir(), 'mizan-standby-'))
let pair: { primary: Node; standby: Node }
let server: ServerProcess
let address = ''
let owner: Organization
const caller = createCaller(() => address)

beforeAll(async () => {
  pair = await createPair(folder)
  const { app, owner: password } = readSecrets(pair.primary.dataDir)
  const hosts = [pair.primary, pair.standby].map(({ superuser }) => superuser.host).join(',')
  const port = pair.primary.superuser.port
  const urlOf = (user: string, secret: string, host: string) =>
    `postgres://${user}:${secret}@localhost/mizan?host=${host}&port=${port}`
  server = startProcess({
    DATA_DIR: join(folder, 'server'),
    DATABASE_URL: urlOf('mizan_owner', password, hosts),
    DATABASE_APP_URL: urlOf('mizan_app', app, hosts),
    DATABASE_READ_URL: urlOf('mizan_app', app, pair.standby.superuser.host),
  })
  const said = await server.address
  if (!said) throw new Error((await server.ended).said)
  address = said
  owner = (await registerSeller(caller)).owner
})
afterAll(async () => {
  server?.child.kill('SIGTERM')
  await server?.ended
  await pair?.standby.stop()
  await pair?.primary.stop()
  rmSync(folder, { recursive: true, force: true })
})

type Sheet = { data: unknown }
async function report(): Promise<{ sheet: Sheet; asOf: string | null }> {
  const response = await fetch(`${address}/api/reports/trial-balance`, {
    headers: { authorization: `Bearer ${caller.token}` },
  })
  expect(response.status).toBe(200)
  return { sheet: (await response.json()) as Sheet, asOf: response.headers.get('data-as-of') }
}

test('a report comes from the standby, says of which moment it is, and equals that of the primary', async () => {
  const fromPrimary = await report()
  // What was just written is read where it was written, until the standby has it.
  await expect.poll(async () => (await report()).asOf).not.toBeNull()
  expect((await report()).sheet.data).toEqual(fromPrimary.sheet.data)
  const health = (await (await fetch(`${address}/api/health`)).json()) as {
    standby: { is_used: boolean; lag_s: number }
  }
  expect(health.standby).toEqual({ is_used: true, lag_s: expect.any(Number) })
  const { data } = (await caller.ask('GET', '/copies')).body as unknown as { data: { standby: object } }
  expect(data.standby).toEqual({ lag_seconds: expect.any(Number) })
})

test('a report always contains what its reader has written before', async () => {
  const totals = async () => JSON.stringify((await report()).sheet)
  for (let round = 0; round < 3; round++) {
    const before = await totals()
    expect((await sendInvoice(caller, owner)).status).toBe(200)
    expect(await totals()).not.toBe(before)
  }
})

test('a standby that stops is not asked, and the primary answers', async () => {
  await expect.poll(async () => (await report()).asOf).not.toBeNull()
  // The commits of the primary would wait for it.
  await ask(pair.primary.superuser, 'ALTER SYSTEM RESET synchronous_standby_names')
  await ask(pair.primary.superuser, 'SELECT pg_reload_conf()')
  await pair.standby.stop()
  expect((await report()).asOf).toBeNull()
  await pair.standby.start()
  await ask(pair.primary.superuser, `ALTER SYSTEM SET synchronous_standby_names = '*'`)
  await ask(pair.primary.superuser, 'SELECT pg_reload_conf()')
  await expect.poll(async () => (await report()).asOf).not.toBeNull()
})

test('a write is never begun on a standby, not even to look for its stored answer', async () => {
  const pool = createPool(pair.standby.superuser, 1)
  try {
    expect(await attemptTransaction(pool, 1, 'write', async () => 'written')).toMatchObject({
      error: { code: '57P03' },
      isRepeatable: true,
    })
    expect(await attemptTransaction(pool, 1, 'read', async () => 'read')).toEqual({ result: 'read' })
  } finally {
    await pool.end()
  }
})

test('the primary is killed under load and the standby promoted: each acknowledged document is there once, numbers have no gaps', async () => {
  const before = (await caller.ask('GET', '/invoices')).body.meta.total
  const sent: Sent[] = []
  let isOver = false
  const writers = Array.from({ length: 6 }, () => writeUntil(() => isOver, caller, owner, sent))
  await expect.poll(() => acknowledged(sent), { interval: 20 }).toBeGreaterThan(10)
  pair.primary.kill()
  await ask(pair.standby.superuser, 'SELECT pg_promote()')
  const at = acknowledged(sent)
  // The same process: it finds the new primary by itself.
  await expect.poll(() => acknowledged(sent), { interval: 20 }).toBeGreaterThan(at + 6)
  isOver = true
  await Promise.all(writers)
  await expectEachOnce(caller, sent, before)
  await checkInvariants(pair.standby.superuser)
  // The promoted one is written now, so reports come from it as the primary.
  expect((await report()).asOf).toBeNull()
  expect((await fetch(`${address}/api/ready`)).status).toBe(200)
})
