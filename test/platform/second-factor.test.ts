import { Secret, TOTP } from 'otpauth'
import { beforeAll, expect, test } from 'vitest'
import { type Client, createTestApp, type TestApp } from '../harness/api.ts'
import { createOrganization, expectOk, type Organization, password } from '../harness/organization.ts'
import { withSuperuser } from '../harness/role.ts'

let app: TestApp
let now = new Date()
beforeAll(async () => {
  app = await createTestApp({ now: () => now })
})
const codeOf = (secret: string, ahead_s = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now.getTime() + ahead_s * 1000 })
const login = (email: string, more: object = {}) => app.visitor().post('/auth/login', { email, password, ...more })
const later = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000)
}
/** An app with codes for the account of the client. */
async function enable(client: Client): Promise<{ secret: string; codes: string[] }> {
  const { secret } = expectOk(await client.post('/account/totp/start')).body.data
  const { recovery_codes } = expectOk(await client.post('/account/totp/enable', { otp: codeOf(secret) })).body.data
  later(31)
  return { secret, codes: recovery_codes }
}
const nothing = { subject: '', body: '' }
const sharing = (bank_accounts: object[]) => ({
  bank_accounts,
  link_days: 90,
  accent: null,
  footer: null,
  templates: { ar: nothing, en: nothing },
})
const unconfirm = (owner: Organization) =>
  withSuperuser(app, async (client) => {
    await client.query("UPDATE sessions SET confirmed_at = now() - interval '2 days' WHERE organization_id = $1", [
      Number(owner.token?.split('.')[0]),
    ])
    app.app.services.forgetSessions()
  })

test('with a second factor the password alone opens nothing, a code of the app does', async () => {
  const owner = await createOrganization(app)
  const { secret } = await enable(owner)
  const asked = await login(owner.email)
  expect(asked).toMatchObject({ status: 422, headers: { refusal: 'second_factor_asked' } })
  expect(Object.keys(asked.body.errors)).toEqual(['otp'])
  expect((await login(owner.email, { otp: '000000' })).headers.refusal).toBe('wrong_code')
  const opened = expectOk(await login(owner.email, { otp: codeOf(secret) })).body.data
  expectOk(await app.visitor(opened.token).get('/customers'))
})

test('digits of any script and spaces are the same code', async () => {
  const owner = await createOrganization(app)
  const { secret } = await enable(owner)
  const arabic = codeOf(secret).replace(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit)))
  expectOk(await login(owner.email, { otp: `${arabic.slice(0, 3)} ${arabic.slice(3)}` }))
})

test('a code is accepted once, and not after its time', async () => {
  const owner = await createOrganization(app)
  const { secret } = await enable(owner)
  const otp = codeOf(secret)
  expectOk(await login(owner.email, { otp }))
  expect((await login(owner.email, { otp })).headers.refusal).toBe('wrong_code')
  const old = codeOf(secret, 30)
  later(120)
  expect((await login(owner.email, { otp: old })).headers.refusal).toBe('wrong_code')
})

test('guesses at the code are slowed down like guesses at the password', async () => {
  const owner = await createOrganization(app)
  await enable(owner)
  const replies = []
  for (let attempt = 0; attempt < 7; attempt++) replies.push(await login(owner.email, { otp: '000000' }))
  expect(replies.at(-1)?.status).toBe(429)
})

test('a recovery code opens the account once, and its use is announced by mail', async () => {
  const owner = await createOrganization(app)
  const { codes } = await enable(owner)
  expect(codes).toHaveLength(10)
  const [otp = ''] = codes
  expectOk(await login(owner.email, { otp: otp.toUpperCase().replaceAll('-', ' ') }))
  expect((await login(owner.email, { otp })).headers.refusal).toBe('wrong_code')
  expect((await owner.get('/account/security')).body.data.recovery_codes_left).toBe(9)
  await expect
    .poll(() => app.outbox.filter(({ to, subject }) => to === owner.email && /recovery/.test(subject)))
    .toHaveLength(1)
})

test('secret and recovery codes are in no stored answer and in no row', async () => {
  const owner = await createOrganization(app)
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const { secret } = expectOk(await owner.post('/account/totp/start', {}, headers)).body.data
  const enabling = { 'idempotency-key': crypto.randomUUID() }
  const body = { otp: codeOf(secret) }
  const { recovery_codes } = expectOk(await owner.post('/account/totp/enable', body, enabling)).body.data
  expect((await owner.post('/account/totp/enable', body, enabling)).body.data.recovery_codes).toEqual([])
  for (const text of [secret, recovery_codes[0]]) {
    const count = await withSuperuser(app, async (client) => {
      const { rows } = await client.query(
        'SELECT (SELECT count(*) FROM users AS t WHERE t::text LIKE $1) + (SELECT count(*) FROM idempotency_keys AS t WHERE t::text LIKE $1) + (SELECT count(*) FROM audit_log AS t WHERE t::text LIKE $1) AS count',
        [`%${text}%`],
      )
      return Number(rows[0].count)
    })
    expect(count).toBe(0)
  }
})

test('if the organization requires a second factor, only the account page is open without one', async () => {
  const owner = await createOrganization(app)
  const policy = { second_factor_required: true, confirm_minutes: '60' }
  expect((await owner.post('/security-policy', policy)).headers.refusal).toBe('second_factor_first')
  const { secret } = await enable(owner)
  const user = { name: 'سارة', email: `${crypto.randomUUID()}@example.sa`, status: 'active', password }
  const role = expectOk(await owner.post('/roles', { name: 'r', permissions: ['list-customer'] })).body.data.id
  expectOk(await owner.post('/users', { ...user, role_id: role }))
  const person = app.visitor(expectOk(await login(user.email)).body.data.token)
  expectOk(await person.get('/customers'))
  expect(expectOk(await owner.post('/security-policy', policy)).body.data).toMatchObject({
    people: 2,
    people_without: 1,
  })
  expect((await person.get('/customers')).headers.refusal).toBe('second_factor_missing')
  expectOk(await owner.get('/customers'))
  expect((await person.get('/account/security')).body.data.is_required).toBe(true)
  await enable(person)
  expectOk(await person.get('/customers'))
  expect((await person.post('/account/totp/disable')).headers.refusal).toBe('second_factor_required')
  expectOk(await login(owner.email, { otp: codeOf(secret) }))
})

test('a single role can require a second factor', async () => {
  const owner = await createOrganization(app)
  const body = { name: 'cashier', permissions: ['list-customer'], second_factor_required: true }
  const role = expectOk(await owner.post('/roles', body)).body.data
  expect(role.second_factor_required).toBe(true)
  const user = {
    name: 'سارة',
    email: `${crypto.randomUUID()}@example.sa`,
    status: 'active',
    password,
    role_id: role.id,
  }
  expectOk(await owner.post('/users', user))
  const person = app.visitor(expectOk(await login(user.email)).body.data.token)
  expect((await person.get('/customers')).headers.refusal).toBe('second_factor_missing')
  expectOk(await owner.post(`/roles/${role.id}`, { name: 'cashier', second_factor_required: false }))
  expectOk(await person.get('/customers'))
})

test('an administrator removes the second factor of another person, who signs in with the password again', async () => {
  const owner = await createOrganization(app)
  const user = { name: 'سارة', email: `${crypto.randomUUID()}@example.sa`, status: 'active', password }
  const { id } = expectOk(await owner.post('/users', user)).body.data
  const person = app.visitor(expectOk(await login(user.email)).body.data.token)
  await enable(person)
  expect((await owner.get(`/users/${id}`)).body.data.has_second_factor).toBe(true)
  expect(expectOk(await owner.post(`/users/${id}/reset-second-factor`)).body.data.has_second_factor).toBe(false)
  expect((await person.get('/account/security')).status).toBe(401)
  expectOk(await login(user.email))
  const self = (await owner.get('/auth/session')).body.data.id
  expect((await owner.post(`/users/${self}/reset-second-factor`)).headers.refusal).toBe('not_own_factor')
})

test.each([
  ['a user', '/users', { name: 'n', email: 'x@example.sa', status: 'inactive', password }],
  ['a role', '/roles', { name: 'n' }],
  ['a key', '/api-keys', { name: 'n', permissions: ['list-customer'], expires_on: '2100-01-01' }],
  ['an e-invoicing unit', '/e-invoicing/units', { name: 'n', environment: 'sandbox' }],
  ['the security policy', '/security-policy', { second_factor_required: false, confirm_minutes: '5' }],
  ['the own second factor', '/account/totp/start', {}],
  ['the bank accounts on papers', '/sharing/settings', sharing([{ bank: 'Bank', iban: 'SA0380000000608010167519' }])],
  ['who is invited', '/invitations', { email: 'x@example.sa', role_id: 1 }],
  ['the owner', '/account/hand-over', { user_id: 1, role_id: 1 }],
  ['the own membership', '/account/leave', {}],
])('changing %s requires password and code again', async (_, path, body) => {
  const owner = await createOrganization(app)
  await unconfirm(owner)
  const refused = await owner.post(path, body)
  expect(refused).toMatchObject({ status: 403, headers: { refusal: 'confirm_identity' } })
  expect((await owner.post('/account/confirm', { password: 'wrong' })).headers.refusal).toBe('wrong_password')
  expectOk(await owner.post('/account/confirm', { password }))
  expect((await owner.post(path, body)).headers.refusal).not.toBe('confirm_identity')
})

test('the rest of the settings of papers is saved without', async () => {
  const owner = await createOrganization(app)
  expectOk(await owner.post('/sharing/settings', sharing([])))
  await unconfirm(owner)
  expectOk(await owner.post('/sharing/settings', { ...sharing([]), link_days: 30 }))
})

test('carrying the books away requires password and code again', async () => {
  const owner = await createOrganization(app)
  expectOk(await owner.get('/imports/export?kind=customers'))
  await unconfirm(owner)
  expect((await owner.get('/imports/export?kind=customers')).headers.refusal).toBe('confirm_identity')
})

test('closing and reopening a year require password and code again, opening a new one does not', async () => {
  const owner = await createOrganization(app)
  const [year] = (await owner.get('/accounting/financial-years')).body.data
  const change = (status: string) =>
    owner.post(`/accounting/financial-years/${year.id}/change-status`, { status, reason: 'a reason' })
  await unconfirm(owner)
  expect((await change('closed')).headers.refusal).toBe('confirm_identity')
  expectOk(await change('under_review'))
  expectOk(await change('open'))
})

test('a person with an app confirms with its code as well', async () => {
  const owner = await createOrganization(app)
  const { secret } = await enable(owner)
  await unconfirm(owner)
  expect((await owner.post('/account/confirm', { password })).headers.refusal).toBe('second_factor_asked')
  expect((await owner.post('/account/confirm', { password, otp: '000000' })).headers.refusal).toBe('wrong_code')
  expectOk(await owner.post('/account/confirm', { password, otp: codeOf(secret) }))
  expectOk(await owner.post('/account/totp/disable'))
  expectOk(await login(owner.email))
})

test('guesses at the password of an open session have to wait', async () => {
  const owner = await createOrganization(app)
  const replies = []
  for (let attempt = 0; attempt < 7; attempt++)
    replies.push(await owner.post('/account/confirm', { password: 'wrong' }))
  expect(replies.at(-1)?.status).toBe(429)
})
