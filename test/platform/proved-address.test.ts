import { expect, test } from 'vitest'
import { type Client, createTestApp } from '../harness/api.ts'
import { createAuthenticator } from '../harness/authenticator.ts'
import { createOrganization, expectOk, password } from '../harness/organization.ts'

// A link in the mailbox proves an address. A way back into an account ends what was added before that.

const app = await createTestApp()
const device = () => createAuthenticator({ origin: 'https://mizan.example', rpId: 'mizan.example' })
const securityOf = async (client: Client) => expectOk(await client.get('/account/security')).body.data

async function addPasskey(client: Client) {
  const authenticator = device()
  const options = expectOk(await client.post('/account/passkeys/start')).body.data
  expectOk(await client.post('/account/passkeys', { name: 'Phone', response: authenticator.register(options) }))
  return authenticator
}
async function enter(authenticator: ReturnType<typeof device>) {
  const options = expectOk(await app.visitor().post('/auth/passkey/start')).body.data
  return app.visitor().post('/auth/passkey/login', { response: authenticator.signIn(options) })
}
const mailTo = async (email: string, pattern: RegExp) => {
  await expect.poll(() => app.outbox.some(({ to, text }) => to === email && pattern.test(text))).toBe(true)
  const { text } = app.outbox.findLast((mail) => mail.to === email && pattern.test(mail.text)) as { text: string }
  return { text, said: (pattern.exec(text) as RegExpExecArray)[1] as string }
}
const proofOf = (email: string) => mailTo(email, /confirm=([\w-]+)/)
async function reset(email: string, chosen: string) {
  expectOk(await app.visitor().post('/auth/forgot-password', { email }))
  const { said: token } = await mailTo(email, /token=([\w-]+)/)
  const body = { email, token, password: chosen, password_confirmation: chosen }
  return expectOk(await app.visitor().post('/auth/reset-password', body)).body
}

test('who registered the address of another person loses every way in when that person resets the password', async () => {
  const stranger = await createOrganization(app)
  const passkey = await addPasskey(stranger)
  const days = { expires_on: '2027-06-30', requests_per_minute: 60 }
  const { key } = expectOk(await stranger.post('/api-keys', { name: 'K', permissions: ['list-customer'], ...days }))
    .body.data
  expectOk(await app.visitor(key).get('/customers'))
  const { data } = await reset(stranger.email, 'another password 2')
  expect(data).toEqual({ passkeys: 1, app: false, keys: 1 })
  expect((await enter(passkey)).headers.refusal).toBe('passkey_refused')
  expect((await app.visitor(key).get('/customers')).status).toBe(401)
  expect((await stranger.get('/account/security')).status).toBe(401)
  const notice = await mailTo(stranger.email, /(added before the address was confirmed)/)
  expect(notice.text).toContain('- passkeys\n- API keys')
  const body = { email: stranger.email, password: 'another password 2' }
  const again = expectOk(await app.visitor().post('/auth/login', body)).body.data
  expect((await securityOf(app.visitor(again.token))).email_proved_at).not.toBeNull()
})

test('what was added after the address was proved survives a reset', async () => {
  const owner = await createOrganization(app)
  expect((await securityOf(owner)).email_proved_at).toBeNull()
  expectOk(await owner.post('/account/email/prove', { token: (await proofOf(owner.email)).said }))
  const passkey = await addPasskey(owner)
  expect((await reset(owner.email, 'another password 2')).data).toEqual({ passkeys: 0, app: false, keys: 0 })
  expectOk(await enter(passkey))
})

test('the link proves an address only in a session of its account, and not after the address changed', async () => {
  const [owner, other] = [await createOrganization(app), await createOrganization(app)]
  const { said: token } = await proofOf(owner.email)
  expect((await app.visitor().post('/account/email/prove', { token })).status).toBe(401)
  expect((await other.post('/account/email/prove', { token })).headers.refusal).toBe('address_link_over')
  const email = `moved.${owner.email}`
  expectOk(await owner.post('/account/confirm', { password }))
  expectOk(await owner.post('/account/email', { email }))
  expect((await owner.post('/account/email/prove', { token })).headers.refusal).toBe('address_link_over')
  expectOk(await owner.post('/account/email/prove', { token: (await proofOf(email)).said }))
  expect((await owner.post('/account/email/mail-link')).headers.refusal).toBe('address_proved')
})

test('of many requests at once only five mail the link again', async () => {
  const owner = await createOrganization(app)
  const asked = await Promise.all(Array.from({ length: 12 }, () => owner.post('/account/email/mail-link')))
  expect(asked.filter(({ status }) => status === 200)).toHaveLength(5)
  expect(asked.filter(({ status }) => status === 429)).toHaveLength(7)
})
