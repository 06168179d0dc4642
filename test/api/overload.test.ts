import { tmpdir } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { createTestApp, type TestApp } from '../harness/api.ts'
import { bodies } from '../harness/bodies.ts'
import { createOrganization, type Organization } from '../harness/organization.ts'
import { withSuperuser } from '../harness/role.ts'

// Under overload, requests above the queue limit are refused at once, and no other request is affected.

let app: TestApp
let busy: Organization
let neighbour: Organization
let address: string
let small: Awaited<ReturnType<typeof createApp>>
beforeAll(async () => {
  app = await createTestApp()
  busy = await createOrganization(app)
  neighbour = await createOrganization(app)
  const limits = { MAX_RUNNING: '8', MAX_WAITING: '40', MAX_WAITING_OF_TENANT: '10' }
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: tmpdir(), ...limits })
  small = await createApp({ config, database: app.roles.app })
  address = await small.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => small.close())

async function ask({ token }: { token: string | null }, path: string, body?: object) {
  const started = performance.now()
  const response = await fetch(`${address}/api${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${token}`,
      'accept-language': 'en',
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const answer = {
    status: response.status,
    ms: 0,
    retry: response.headers.get('retry-after'),
    refusal: response.headers.get('refusal'),
  }
  await response.arrayBuffer()
  return { ...answer, ms: performance.now() - started }
}

test('refuses a tenant above its queue at once, while other tenants and the health call are answered', async () => {
  const unit = async () => ask(busy, '/units', { ...(await bodies.units(busy)) })
  expect((await unit()).status).toBe(200)
  await withSuperuser(app, async (client) => {
    // Every write of the tenant waits for this lock.
    await client.query('BEGIN')
    await client.query('LOCK TABLE units IN ACCESS EXCLUSIVE MODE')
    const asked = Array.from({ length: 60 }, unit)
    const first = await Promise.race(asked)
    expect([first.status, first.refusal, first.retry]).toEqual([503, 'overloaded', '1'])
    const refused: Awaited<(typeof asked)[number]>[] = []
    for (const one of asked) void one.then((answer) => answer.status === 503 && refused.push(answer))
    // Six run, ten wait.
    await expect.poll(() => refused.length).toBe(44)
    const beside = await Promise.all([
      ask(neighbour, '/customers'),
      ask(neighbour, '/invoices'),
      ask(neighbour, '/health'),
      ask(neighbour, '/ready'),
    ])
    expect(beside.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    await client.query('ROLLBACK')
    const rest = await Promise.all(asked)
    expect(rest.filter(({ status }) => status === 200)).toHaveLength(16)
  })
  expect((await unit()).status).toBe(200)
})

test('a refusal takes no longer than an answer', async () => {
  // The shortest of many: other work on the machine only makes a time longer.
  const shortest = async () => {
    const times: number[] = []
    for (let tried = 0; tried < 21; tried++) times.push((await ask(busy, '/taxes')).ms)
    return Math.min(...times)
  }
  const answered = await shortest()
  await withSuperuser(app, async (client) => {
    await client.query('BEGIN')
    await client.query('LOCK TABLE units IN ACCESS EXCLUSIVE MODE')
    const held = Array.from({ length: 16 }, async () => ask(busy, '/units', await bodies.units(busy)))
    await expect.poll(async () => (await ask(busy, '/taxes')).status).toBe(503)
    expect(await shortest()).toBeLessThan(answered * 2)
    await client.query('ROLLBACK')
    await Promise.all(held)
  })
})

test('an abandoned request leaves the queue', async () => {
  await withSuperuser(app, async (client) => {
    await client.query('BEGIN')
    await client.query('LOCK TABLE units IN ACCESS EXCLUSIVE MODE')
    const patience = new AbortController()
    const headers = { authorization: `Bearer ${busy.token}` }
    const gone = Array.from({ length: 30 }, () =>
      fetch(`${address}/api/units`, { headers, signal: patience.signal }).catch(() => null),
    )
    await expect.poll(async () => (await ask(busy, '/taxes')).status).toBe(503)
    patience.abort()
    await Promise.all(gone)
    await client.query('ROLLBACK')
  })
  await expect.poll(async () => (await ask(busy, '/taxes')).status).toBe(200)
})
