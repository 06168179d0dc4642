import { beforeAll, expect, test } from 'vitest'
import { type Client, createTestApp, type TestApp } from '../harness/api.ts'
import { createAuthenticator } from '../harness/authenticator.ts'
import { createOrganization, expectOk, password } from '../harness/organization.ts'
import { withSuperuser } from '../harness/role.ts'

const site = { origin: 'https://mizan.example', rpId: 'mizan.example' }
let app: TestApp
let now = new Date()
beforeAll(async () => {
  app = await createTestApp({ now: () => now })
})
const device = (own: Partial<typeof site> = {}) => createAuthenticator({ ...site, ...own })
async function add(owner: Client, authenticator = device()) {
  const options = expectOk(await owner.post('/account/passkeys/start')).body.data
  return owner.post('/account/passkeys', { name: 'iPhone', response: authenticator.register(options) })
}
async function enter(authenticator: ReturnType<typeof device>) {
  const options = expectOk(await app.visitor().post('/auth/passkey/start')).body.data
  return app.visitor().post('/auth/passkey/login', { response: authenticator.signIn(options) })
}

test('a passkey signs in without password, and the own page shows it with its last use', async () => {
  const owner = await createOrganization(app)
  const authenticator = device()
  expectOk(await add(owner, authenticator))
  const { token, user } = expectOk(await enter(authenticator)).body.data
  expect(user.email).toBe(owner.email)
  expectOk(await app.visitor(token).get('/customers'))
  expect((await owner.get('/account/security')).body.data.passkeys).toMatchObject([
    { name: 'iPhone', last_used_at: expect.any(String) },
  ])
  expectOk(await enter(authenticator))
})

test('an answer to a challenge is accepted once, and not after five minutes', async () => {
  const owner = await createOrganization(app)
  const authenticator = device()
  expectOk(await add(owner, authenticator))
  const options = expectOk(await app.visitor().post('/auth/passkey/start')).body.data
  const response = authenticator.signIn(options)
  expectOk(await app.visitor().post('/auth/passkey/login', { response }))
  expect((await app.visitor().post('/auth/passkey/login', { response })).headers.refusal).toBe('passkey_refused')
  const old = expectOk(await app.visitor().post('/auth/passkey/start')).body.data
  now = new Date(now.getTime() + 6 * 60_000)
  const late = await app.visitor().post('/auth/passkey/login', { response: authenticator.signIn(old) })
  expect(late.headers.refusal).toBe('passkey_refused')
})

test('a passkey of another site is refused', async () => {
  const owner = await createOrganization(app)
  expect((await add(owner, device({ origin: 'https://mizan.example.evil.sa' }))).headers.refusal).toBe(
    'passkey_refused',
  )
  expect((await add(owner, device({ rpId: 'evil.sa' }))).headers.refusal).toBe('passkey_refused')
})

test('a challenge given to one person adds no passkey to another', async () => {
  const [owner, other] = [await createOrganization(app), await createOrganization(app)]
  const options = expectOk(await owner.post('/account/passkeys/start')).body.data
  const refused = await other.post('/account/passkeys', { name: 'x', response: device().register(options) })
  expect(refused.headers.refusal).toBe('passkey_refused')
})

test('a removed passkey, and one of a removed person, cannot sign in', async () => {
  const owner = await createOrganization(app)
  const authenticator = device()
  const { passkeys } = expectOk(await add(owner, authenticator)).body.data
  const stranger = await createOrganization(app)
  expect((await stranger.post(`/account/passkeys/${passkeys[0].id}/remove`)).status).toBe(404)
  expectOk(await owner.post(`/account/passkeys/${passkeys[0].id}/remove`))
  expect((await enter(authenticator)).headers.refusal).toBe('passkey_refused')
  expectOk(await add(owner, authenticator))
  await withSuperuser(app, (client) =>
    client.query("UPDATE users SET status = 'inactive' WHERE email = $1", [owner.email]),
  )
  expect((await enter(authenticator)).headers.refusal).toBe('passkey_refused')
})

test('where a second factor is required and the only one is a passkey, the password alone does not sign in', async () => {
  const owner = await createOrganization(app)
  const authenticator = device()
  expectOk(await add(owner, authenticator))
  expectOk(await owner.post('/security-policy', { second_factor_required: true, confirm_minutes: '60' }))
  const alone = await app.visitor().post('/auth/login', { email: owner.email, password })
  expect(alone.headers.refusal).toBe('passkey_needed')
  const { token } = expectOk(await enter(authenticator)).body.data
  expectOk(await app.visitor(token).get('/customers'))
})

test.each([
  ['nothing', {}],
  ['no user', { id: 'a', response: {} }],
  ['a user that does not exist', { id: 'a', response: { userHandle: Buffer.from('999999.1').toString('base64url') } }],
  ['what is no passkey', { id: 1, response: { userHandle: 5, clientDataJSON: [] } }],
])('refuses a sign-in with %s without an error', async (_, response) => {
  const refused = await app.visitor().post('/auth/passkey/login', { response })
  expect(refused).toMatchObject({ status: 422, headers: { refusal: 'passkey_refused' } })
})
