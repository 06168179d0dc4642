import { hash } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { beforeAll, expect, test } from 'vitest'
import { sweepAll } from '#server/auth/sweep.ts'
import { createTestApp, type TestApp } from '../harness/api.ts'
import { createOrganization, expectOk, type Organization, password } from '../harness/organization.ts'
import { withSuperuser } from '../harness/role.ts'

let app: TestApp
let owner: Organization
let port: number
beforeAll(async () => {
  app = await createTestApp()
  owner = await createOrganization(app)
  await app.app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.app.server.address() as AddressInfo).port
})

/** The server's response to bytes that no HTTP client would send. */
function raw(request: string): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(request))
    let text = ''
    socket.on('data', (bytes) => {
      text += bytes
    })
    socket.on('error', reject)
    socket.on('close', () => resolve({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]), text }))
  })
}
const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers}\r\n`

test.each([
  ['an address that is none', get('/api/customers/%zz'), 400],
  ['a parameter without end', get(`/api/customers/${'9'.repeat(200)}`), 404],
  ['headers beyond every measure', get('/api/health', `x-a: ${'a'.repeat(40_000)}\r\n`), 431],
  ['something that is no HTTP', 'hello\r\n\r\n', 400],
])('%s is refused in our own words', async (_name, request, status) => {
  const answer = await raw(request)
  expect(answer.status).toBe(status)
  expect(answer.text).toMatch(/^refusal: \w+/im)
  const body = JSON.parse(answer.text.slice(answer.text.indexOf('{')).replace(/\r\n0\r\n\r\n$/, ''))
  const [, code] = /^refusal: (\w+)/im.exec(answer.text) ?? []
  expect(body).toEqual({ code, message: expect.stringMatching(/[\u0600-\u06ff]/), errors: {} })
  expect(answer.text).not.toMatch(/FST_|statusCode|Exceeded|Bad Request"/)
})

test('refuses every request to a route without an admission', async () => {
  const { createApp } = await import('#server/app.ts')
  const { authenticate, createSessionCache } = await import('#server/http/authenticate.ts')
  expect(createApp).toBeDefined()
  const { default: Fastify } = await import('fastify')
  const bare = Fastify()
  authenticate(bare, app.app.services, createSessionCache(), app.app.services.pool)
  bare.get('/forgotten', async () => 'secret')
  bare.get('/open', { config: { isPublic: true } }, async () => 'hello')
  const status = async (url: string) => (await bare.inject(url)).statusCode
  expect(await status('/forgotten')).toBeGreaterThanOrEqual(400)
  expect([await status('/open'), await status('/nowhere')]).toEqual([200, 404])
})

test('deletes no session by another clock than the one it was opened by', async () => {
  const { token } = expectOk(await app.visitor().post('/auth/login', { email: owner.email, password })).body.data
  const year = 365 * 86_400_000
  const session = () =>
    withSuperuser(app, async (client) => {
      const hashed = hash('sha256', token, 'buffer')
      return (await client.query('SELECT expires_at FROM sessions WHERE token_hash = $1', [hashed])).rows[0]
    })
  // Earlier than the owner's own session, which the next tests use.
  await withSuperuser(app, (client) =>
    client.query("UPDATE sessions SET expires_at = now() + interval '1 hour' WHERE token_hash = $1", [
      hash('sha256', token, 'buffer'),
    ]),
  )
  const { expires_at } = await session()
  await sweepAll(app.app.services.pool, new Date(expires_at.getTime() - year))
  expect(await session()).toBeDefined()
  await sweepAll(app.app.services.pool, new Date(expires_at.getTime() + 1))
  expect(await session()).toBeUndefined()
})

test('deletes after their time what is of no use: messages, files of imports, devices', async () => {
  const now = new Date()
  const found = await withSuperuser(app, (client) =>
    client.query('SELECT organization_id FROM users WHERE email = $1', [owner.email]),
  )
  const put = (statement: string) =>
    withSuperuser(app, (client) => client.query(statement, [found.rows[0].organization_id]))
  const aged = ['13 months', '11 months']
  for (const [at, age] of aged.entries()) {
    const then = `now() - interval '${age}'`
    await put(`INSERT INTO known_devices (organization_id, user_id, device, network, last_seen_at)
      SELECT $1, id, 'old ${at}', 'x', ${then} FROM users WHERE organization_id = $1 LIMIT 1`)
    await put(`INSERT INTO outbox_messages (organization_id, kind, key, payload, state, sent_at, created_at)
      VALUES ($1, 'mail', 'old ${at}', '{}', 'sent', now(), ${then}), ($1, 'delivery', 'old ${at}', '{}', 'sent', now(), ${then})`)
    await put(`WITH made AS (INSERT INTO imports (organization_id, kind, file_name, heads, mapping, options, created_at)
      VALUES ($1, 'customers', 'old ${at}', '[]', '[]', '{}', ${then}) RETURNING id)
      INSERT INTO import_files (organization_id, import_id, content) SELECT $1, id, '\\x00' FROM made`)
  }
  await put(
    "INSERT INTO outbox_messages (organization_id, kind, key, payload, created_at) VALUES ($1, 'mail', 'waiting', '{}', now() - interval '2 years')",
  )
  await sweepAll(app.app.services.pool, now)
  const left = async (statement: string) => (await put(statement)).rows.map((row: { name: string }) => row.name)
  expect(
    await left("SELECT device AS name FROM known_devices WHERE organization_id = $1 AND device LIKE 'old%'"),
  ).toEqual(['old 1'])
  expect(
    await left(
      "SELECT kind || ' ' || key AS name FROM outbox_messages WHERE organization_id = $1 AND (key LIKE 'old%' OR key = 'waiting') ORDER BY 1",
    ),
  ).toEqual(['delivery old 0', 'delivery old 1', 'mail old 1', 'mail waiting'])
  expect(
    await left(
      'SELECT file_name AS name FROM imports JOIN import_files USING (organization_id) WHERE organization_id = $1 AND import_id = imports.id',
    ),
  ).toEqual(['old 1'])
  // Nothing that waits, or is young, can be deleted at all.
  await expect(put("DELETE FROM outbox_messages WHERE organization_id = $1 AND key = 'waiting'")).rejects.toThrow(
    'is not over',
  )
  await put("UPDATE outbox_messages SET state = 'sent', sent_at = now() WHERE organization_id = $1 AND key = 'waiting'")
})

test('deletes expired sessions, links and keys', async () => {
  const login = () => app.visitor().post('/auth/login', { email: owner.email, password })
  const { token } = expectOk(await login()).body.data
  const stays = expectOk(await login()).body.data.token
  const key = { 'idempotency-key': crypto.randomUUID() }
  expectOk(await owner.post('/units', { code: 'OLD', name: 'قديمة', status: 'active' }, key))
  expectOk(await app.visitor().post('/auth/forgot-password', { email: owner.email }))
  await expect.poll(() => app.outbox.filter(({ text }) => text.includes('/reset-password')).length).toBe(1)
  const hashed = hash('sha256', token, 'buffer')
  await withSuperuser(app, async (client) => {
    await client.query("UPDATE sessions SET expires_at = now() - interval '1 second' WHERE token_hash = $1", [hashed])
    await client.query("UPDATE idempotency_keys SET created_at = now() - interval '8 days'")
    await client.query("UPDATE password_resets SET expires_at = now() - interval '1 second'")
  })
  await sweepAll(app.app.services.pool)
  const countOf = async (table: string, where = '') =>
    withSuperuser(app, async (client) => (await client.query(`SELECT FROM ${table} ${where}`)).rowCount)
  const left = [
    await countOf('idempotency_keys'),
    await countOf('password_resets'),
    await countOf('sessions', `WHERE token_hash = '\\x${hashed.toString('hex')}'`),
  ]
  expect(left).toEqual([0, 0, 0])
  expectOk(await app.visitor(stays).get('/auth/session'))
})

test('a cost center is refused in words of cost centers', async () => {
  const center = async (body: object) =>
    owner.post('/accounting/cost-centers', { name: 'م', name_en: 'c', status: 'active', ...body })
  const main = expectOk(await center({ number: '8', type: 'main' })).body.data
  const sub = expectOk(await center({ number: '81', type: 'sub', parent_id: main.id })).body.data
  const words = async (language: 'ar' | 'en') => [
    (await owner.ask('DELETE', `/accounting/cost-centers/${main.id}`, { language })).body.message,
    (
      await owner.ask('POST', '/accounting/cost-centers', {
        language,
        body: { name: 'م', name_en: 'c', status: 'active', number: '811', type: 'sub', parent_id: sub.id },
      })
    ).body.errors.parent_id,
  ]
  for (const said of await words('en')) expect(said).toMatch(/cost center/)
  for (const said of await words('ar')) expect(said).toMatch(/مرك|مراكز/)
})

test('HTTPS is required where browsers connect with it', async () => {
  const { headers } = await app.visitor().get('/health')
  expect(headers['strict-transport-security']).toBe('max-age=31536000')
  expect(headers['content-security-policy']).toContain("require-trusted-types-for 'script'")
})
