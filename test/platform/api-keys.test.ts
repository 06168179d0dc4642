import { beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../harness/api.ts'
import { createOrganization, expectOk, type Organization, today } from '../harness/organization.ts'
import { clientWith, withSuperuser } from '../harness/role.ts'

let app: TestApp
let owner: Organization
let now = new Date()
beforeAll(async () => {
  app = await createTestApp({ now: () => now })
  owner = await createOrganization(app)
})
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const bodyOf = (change: object = {}) => ({
  name: 'Shop',
  permissions: ['list-customer', 'create-customer'],
  expires_on: inDays(30),
  ...change,
})
async function make(change: object = {}, by: Pick<Organization, 'post'> = owner) {
  const { data } = expectOk(await by.post('/api-keys', bodyOf(change))).body
  return { ...data, client: app.visitor(data.key) } as {
    id: number
    key: string
    client: ReturnType<TestApp['visitor']>
  }
}
const party = { name: 'عميل', email: 'party@example.sa', type: 'company', status: 'active' }

test('a key opens what it was granted and nothing else', async () => {
  const { client } = await make()
  expectOk(await client.get('/customers'))
  expectOk(await client.post('/customers', party))
  expect((await client.get('/suppliers')).headers.refusal).toBe('not_permitted')
  expect((await client.get('/users')).status).toBe(403)
})

test('a key never has more rights than its creator, also later', async () => {
  const maker = await clientWith(app, owner, ['manage-api-keys', 'list-customer', 'list-supplier'])
  const refused = await maker.post('/api-keys', bodyOf())
  expect(refused.headers.refusal).toBe('not_yours_to_grant')
  const { client } = await make({ permissions: ['list-customer', 'list-supplier'] }, maker)
  expectOk(await client.get('/suppliers'))
  await maker.revoke('list-supplier')
  expect((await client.get('/suppliers')).status).toBe(403)
  expectOk(await client.get('/customers'))
})

test('a key of an owner is no owner', async () => {
  const { client } = await make({ permissions: ['list-user', 'update-user', 'manage-api-keys'] })
  expect((await client.get('/auth/session')).body.data).toMatchObject({
    is_owner: false,
    authority: ['list-user', 'update-user', 'manage-api-keys'],
  })
  expect((await client.get('/users/permissions')).body.data).toEqual(['list-user', 'update-user', 'manage-api-keys'])
  const self = (await owner.get('/users')).body.data.find((user: { is_owner: boolean }) => user.is_owner)
  const refused = await client.post(`/users/${self.id}`, { ...self, status: 'inactive' })
  expect(refused.headers.refusal).toBe('person_needed')
})

test('a key cannot create or end keys, nor end sessions', async () => {
  const { client, id } = await make({ permissions: ['manage-api-keys'] })
  for (const reply of [
    await client.get('/api-keys'),
    await client.post('/api-keys', bodyOf({ permissions: ['manage-api-keys'] })),
    await client.post(`/api-keys/${id}/end`),
    await client.post('/auth/logout'),
  ])
    expect(reply.headers.refusal).toBe('person_needed')
})

test('the key is answered once: neither the list, nor the record, nor a repeated request, nor the database has it', async () => {
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const body = bodyOf({ name: 'Once' })
  const { key, id } = expectOk(await owner.post('/api-keys', body, headers)).body.data
  expect(key).toMatch(/^mizan_\d+_[\w-]{43}$/)
  const repeated = expectOk(await owner.post('/api-keys', body, headers)).body.data
  expect(repeated).toMatchObject({ id, key: null })
  expect((await owner.get(`/api-keys/${id}`)).body.data.key).toBeNull()
  const secret = key.split('_').slice(2).join('_')
  expect(JSON.stringify((await owner.get('/api-keys?per_page=100')).body)).not.toContain(secret)
  const found = await withSuperuser(app, async (client) => {
    const { rows } = await client.query('SELECT table_name FROM information_schema.tables WHERE table_schema = $1', [
      'public',
    ])
    const texts = []
    for (const { table_name } of rows) {
      const held = await client.query(`SELECT count(*)::int AS count FROM "${table_name}" AS t WHERE t::text LIKE $1`, [
        `%${secret}%`,
      ])
      if (held.rows[0].count > 0) texts.push(table_name)
    }
    return texts
  })
  expect(found).toEqual([])
})

test('an ended key is refused at once, and is not ended twice', async () => {
  const { client, id } = await make()
  expectOk(await client.get('/customers'))
  expectOk(await owner.post(`/api-keys/${id}/end`))
  expect((await client.get('/customers')).status).toBe(401)
  expect((await owner.post(`/api-keys/${id}/end`)).headers.refusal).toBe('key_ended')
  expect((await owner.get(`/api-keys/${id}`)).body.data.state).toBe('ended')
})

test('a key opens nothing after its last day', async () => {
  const { client } = await make({ expires_on: today() })
  expectOk(await client.get('/customers'))
  now = new Date(Date.now() + 86_400_000)
  expect((await client.get('/customers')).status).toBe(401)
  now = new Date()
})

test('a key ends with the person who made it', async () => {
  const user = {
    name: 'سارة',
    email: `${crypto.randomUUID()}@example.sa`,
    status: 'active',
    password: 'a long password 1',
  }
  const role = expectOk(await owner.post('/roles', { name: 'keys', permissions: ['manage-api-keys', 'list-customer'] }))
  const person = expectOk(await owner.post('/users', { ...user, role_id: role.body.data.id })).body.data
  const { token } = expectOk(await app.visitor().post('/auth/login', { email: user.email, password: user.password }))
    .body.data
  const { client, id } = await make({ permissions: ['list-customer'] }, app.visitor(token))
  expectOk(await client.get('/customers'))
  expectOk(await owner.remove(`/users/${person.id}`))
  expect((await client.get('/customers')).status).toBe(401)
  expect((await owner.get(`/api-keys/${id}`)).body.data.state).toBe('maker_left')
})

test('every response states the remaining limit, and above it the key has to wait', async () => {
  const { client } = await make({ requests_per_minute: 2 })
  const first = await client.get('/customers')
  expect(first.headers).toMatchObject({ 'ratelimit-policy': '"key";q=2;w=60', ratelimit: '"key";r=1;t=30' })
  expectOk(await client.get('/customers'))
  const refused = await client.get('/customers')
  expect(refused).toMatchObject({
    status: 429,
    headers: { refusal: 'key_limit', 'retry-after': '30', ratelimit: '"key";r=0;t=30' },
  })
  now = new Date(Date.now() + 31_000)
  expectOk(await client.get('/customers'))
  expect((await owner.get('/customers')).headers.ratelimit).toBeUndefined()
  now = new Date()
})

test('the last use is shown: when and from where', async () => {
  const { client, id } = await make()
  expect((await owner.get(`/api-keys/${id}`)).body.data.last_used_at).toBeNull()
  await client.ask('GET', '/customers', { headers: { 'x-forwarded-for': '203.0.113.7' } })
  expect((await owner.get(`/api-keys/${id}`)).body.data).toMatchObject({
    last_used_at: expect.any(String),
    last_used_from: '203.0.113.7',
  })
})

test('what a key writes is recorded with the key and its address', async () => {
  const { client, id } = await make()
  const created = await client.ask('POST', '/customers', { body: party, headers: { 'x-forwarded-for': '203.0.113.8' } })
  const { rows } = await withSuperuser(app, (connection) =>
    connection.query("SELECT ip, api_key_id::int FROM audit_log WHERE resource = 'customer' AND resource_id = $1", [
      created.body.data.id,
    ]),
  )
  expect(rows).toEqual([{ ip: '203.0.113.8', api_key_id: id }])
})

test.each([
  ['without a name', { name: '' }, 'name'],
  ['without permissions', { permissions: [] }, 'permissions'],
  ['with a permission that does not exist', { permissions: ['fly'] }, 'permissions'],
  ['that ends before today', { expires_on: inDays(-1) }, 'expires_on'],
  ['for more than two years', { expires_on: inDays(740) }, 'expires_on'],
  ['without a limit that can be counted', { requests_per_minute: 'many' }, 'requests_per_minute'],
  ['above the greatest limit', { requests_per_minute: 6001 }, 'requests_per_minute'],
])('refuses a key %s', async (_, change, field) => {
  const refused = await owner.post('/api-keys', bodyOf(change))
  expect(refused.status).toBe(422)
  expect(Object.keys(refused.body.errors)).toEqual([field])
})

test('keys of another organisation are unknown', async () => {
  const { id, key } = await make()
  const stranger = await createOrganization(app)
  expect((await stranger.get(`/api-keys/${id}`)).status).toBe(404)
  expect((await stranger.post(`/api-keys/${id}/end`)).status).toBe(404)
  expect((await stranger.get('/api-keys')).body.meta.total).toBe(0)
  const [, , secret] = key.split('_')
  expect((await app.visitor(`mizan_${stranger.token?.split('.')[0]}_${secret}`).get('/customers')).status).toBe(401)
})
