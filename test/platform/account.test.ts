import { beforeAll, expect, test } from 'vitest'
import { deviceLabel } from '#server/auth/device-label.ts'
import { createTestApp, type TestApp } from '../harness/api.ts'
import { createOrganization, expectOk, password, signUp, today } from '../harness/organization.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0'
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1'
const login = (email: string, headers: Record<string, string> = {}, secret = password) =>
  app.visitor().ask('POST', '/auth/login', { body: { email, password: secret }, headers })
const mailsTo = (email: string, subject: RegExp) =>
  app.outbox.filter((message) => message.to === email && subject.test(message.subject))

test.each([
  [firefox, 'Firefox · Linux'],
  [safari, 'Safari · iPhone'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
    'Edge · Windows',
  ],
  ['curl/8.5.0', 'curl'],
  ['', '?'],
])('the device of %s is %s', (userAgent, label) => expect(deviceLabel(userAgent)).toBe(label))

test('the list of sessions shows device, address and the current one', async () => {
  const { email } = await signUp(app)
  const headers = { 'user-agent': firefox, 'x-forwarded-for': '203.0.113.9' }
  const here = app.visitor(expectOk(await login(email, headers)).body.data.token)
  const sessions = expectOk(await here.get('/account/sessions')).body.data
  expect(sessions).toHaveLength(2)
  expect(sessions.filter((one: { is_current: boolean }) => one.is_current)).toMatchObject([
    { device: 'Firefox · Linux', ip: '203.0.113.9' },
  ])
})

test('one session or all others can be ended, and the current one stays', async () => {
  const first = await signUp(app)
  const here = app.visitor(expectOk(await login(first.email)).body.data.token)
  const third = app.visitor(expectOk(await login(first.email)).body.data.token)
  const sessions = expectOk(await here.get('/account/sessions')).body.data as { id: number; is_current: boolean }[]
  const current = sessions.find((one) => one.is_current) as { id: number }
  expect((await here.post(`/account/sessions/${current.id}/end`)).headers.refusal).toBe('not_this_session')
  const own = (await first.get('/account/sessions')).body.data.find((one: { is_current: boolean }) => one.is_current)
  expectOk(await here.post(`/account/sessions/${own.id}/end`))
  expect((await first.get('/auth/session')).status).toBe(401)
  expectOk(await here.post('/account/sessions/end-others'))
  expect((await third.get('/auth/session')).status).toBe(401)
  expectOk(await here.get('/auth/session'))
})

test('sessions of other people are unknown', async () => {
  const [one, other] = [await signUp(app), await signUp(app)]
  const [session] = (await other.get('/account/sessions')).body.data
  expect((await one.post(`/account/sessions/${session.id}/end`)).status).toBe(404)
  expectOk(await other.get('/auth/session'))
})

test('a sign-in from a new device or network is announced by mail, a known one and the first one are not', async () => {
  const { email } = await signUp(app)
  const home = { 'user-agent': firefox, 'x-forwarded-for': '203.0.113.20' }
  expect(mailsTo(email, /new sign-in/)).toHaveLength(0)
  expectOk(await login(email, home))
  await expect.poll(() => mailsTo(email, /new sign-in/)).toHaveLength(1)
  expect(mailsTo(email, /new sign-in/)[0]?.text).toContain('Firefox · Linux')
  expectOk(await login(email, home))
  expectOk(await login(email, { ...home, 'user-agent': firefox.replaceAll('141', '142') }))
  expectOk(await login(email, { ...home, 'user-agent': safari }))
  await expect.poll(() => mailsTo(email, /new sign-in/)).toHaveLength(2)
  expectOk(await login(email, { ...home, 'x-forwarded-for': '198.51.100.4' }))
  await expect.poll(() => mailsTo(email, /new sign-in/)).toHaveLength(3)
})

test('the own password is changed with the current one, and the other sessions end', async () => {
  const first = await signUp(app)
  const here = app.visitor(expectOk(await login(first.email)).body.data.token)
  const change = (body: object) =>
    here.post('/account/password', {
      current_password: password,
      password: 'another long one',
      password_confirmation: 'another long one',
      ...body,
    })
  expect((await change({ current_password: 'wrong' })).headers.refusal).toBe('wrong_password')
  expect((await change({ password_confirmation: 'typo' })).body.errors).toHaveProperty('password_confirmation')
  expect((await change({ password, password_confirmation: password })).headers.refusal).toBe('password_unchanged')
  expectOk(await change({}))
  expectOk(await here.get('/auth/session'))
  expect((await first.get('/auth/session')).status).toBe(401)
  expect((await login(first.email)).headers.refusal).toBe('wrong_credentials')
  expectOk(await login(first.email, {}, 'another long one'))
  await expect.poll(() => mailsTo(first.email, /was changed/)).toHaveLength(1)
})

test.each(['rush2112', 'Rush2112', 'fuckyou1'])('a password of known breaches is refused: %s', async (secret) => {
  const owner = await signUp(app)
  const body = { current_password: password, password: secret, password_confirmation: secret }
  const changed = await owner.post('/account/password', body)
  expect(changed.headers.refusal).toBe('password_breached')
  expect(Object.keys(changed.body.errors)).toEqual(['password'])
  const registration = { name: 'x', email: `${crypto.randomUUID()}@example.sa`, mobile: '0501234567' }
  const registered = await app
    .visitor()
    .post('/auth/register', { ...registration, password: secret, confirmPassword: secret })
  expect(registered.headers.refusal).toBe('password_breached')
})

test('of many wrong passwords at once no more than the free ones are looked at', async () => {
  const { email } = await signUp(app)
  const headers = { 'x-forwarded-for': '203.0.113.77' }
  const answers = await Promise.all(Array.from({ length: 12 }, () => login(email, headers, 'not the password')))
  const codes = answers.map((answer) => answer.headers.refusal)
  expect(codes.filter((code) => code === 'wrong_credentials').length).toBeLessThanOrEqual(5)
  expect(codes.filter((code) => code === 'too_many_requests').length).toBeGreaterThanOrEqual(7)
  const own = await signUp(app)
  const change = {
    current_password: 'not the password',
    password: 'another long one',
    password_confirmation: 'another long one',
  }
  const refused = await Promise.all(Array.from({ length: 12 }, () => own.post('/account/password', change)))
  expect(refused.filter(({ headers }) => headers.refusal === 'wrong_password').length).toBeLessThanOrEqual(5)
})

test('with a new password the keys of programs and the passkeys end where the person wants it', async () => {
  const owner = await createOrganization(app)
  const made = async () =>
    expectOk(await owner.post('/api-keys', { name: 'Key', permissions: ['list-customer'], expires_on: today() })).body
      .data
  const { key } = await made()
  const change = async (current_password: string, password: string, more = {}) =>
    expectOk(
      await owner.post('/account/password', { current_password, password, password_confirmation: password, ...more }),
    )
  await change(password, 'a second long one')
  expectOk(await app.visitor(key).get('/customers'))
  await change('a second long one', 'a third long one', { end_keys: true, end_passkeys: true })
  expect((await app.visitor(key).get('/customers')).status).toBe(401)
})
