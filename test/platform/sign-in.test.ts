import { beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../harness/api.ts'
import { createOrganization, expectOk, onboardingBody, password, signUp } from '../harness/organization.ts'
import { withSuperuser } from '../harness/role.ts'

let app: TestApp
let now = new Date()
beforeAll(async () => {
  app = await createTestApp({ now: () => now })
})
const login = (email: string, secret: string, more: object = {}) =>
  app.visitor().post('/auth/login', { email, password: secret, ...more })

test('registering opens a session of an organisation in waiting', async () => {
  const owner = await signUp(app)
  const { data } = (await owner.get('/auth/session')).body
  expect(data).toMatchObject({
    email: owner.email,
    is_owner: true,
    authority: ['is-owner'],
    organization: { status: 'pending', currency: { code: 'SAR' } },
  })
  expect((await owner.get('/users/permissions')).body.data).toContain('is-owner')
  expect((await owner.get('/customers')).status).toBe(422)
  expect((await owner.get('/organization/onboarding')).body.data).toMatchObject({
    id: expect.any(Number),
    username: null,
  })
})

test('registering reports errors on their fields', async () => {
  const body = { name: 'x', email: 'new@example.sa', mobile: '0501234567', password, confirmPassword: password }
  const errors = async (change: object) =>
    (await app.visitor().post('/auth/register', { ...body, ...change })).body.errors
  expect(await errors({ password: 'short', confirmPassword: 'short' })).toEqual({
    password: 'Password must be at least 8 characters',
  })
  expect(await errors({ confirmPassword: 'something else' })).toEqual({
    confirmPassword: 'Your passwords do not match',
  })
  expect(await errors({ email: 'nobody' })).toEqual({ email: 'Invalid email' })
  const taken = await signUp(app)
  expect(await errors({ email: taken.email.toUpperCase() })).toHaveProperty('email')
})

test('signing in answers token and user; every failure is one and the same', async () => {
  const owner = await signUp(app)
  const reply = expectOk(await login(owner.email, password))
  expect(reply.body).toMatchObject({
    success: true,
    data: { token: expect.stringMatching(/^\d+\.[\w-]{43}$/), user: { email: owner.email } },
  })
  const wrong = await login(owner.email, 'not the password')
  const unknown = await login('nobody@example.sa', 'not the password')
  expect(wrong.status).toBe(422)
  expect(wrong.body).toEqual(unknown.body)
  await withSuperuser(app, (client) =>
    client.query("UPDATE users SET status = 'inactive' WHERE email = $1", [owner.email]),
  )
  expect((await login(owner.email, password)).body).toEqual(wrong.body)
})

test('guessing is slowed down, and the right password then waits as well', async () => {
  const owner = await signUp(app)
  const replies = []
  for (let attempt = 0; attempt < 7; attempt++) replies.push(await login(owner.email, 'wrong'))
  expect(replies.at(-1)?.status).toBe(429)
  expect(replies.at(-1)?.headers['retry-after']).toEqual(expect.any(String))
  now = new Date(now.getTime() + 20 * 60_000)
  expectOk(await login(owner.email, password))
})

test('logging out ends this session and no other', async () => {
  const owner = await signUp(app)
  const other = app.visitor(expectOk(await login(owner.email, password)).body.data.token)
  expectOk(await owner.post('/auth/logout'))
  expect((await owner.get('/auth/session')).status).toBe(401)
  expectOk(await other.get('/auth/session'))
})

test('sessions end: idle after half a day, absolutely after a week, remembered ones after a month', async () => {
  const owner = await signUp(app)
  const remembered = app.visitor(expectOk(await login(owner.email, password, { remember: true })).body.data.token)
  const later = async (days: number) => {
    now = new Date(now.getTime() + days * 86_400_000)
    return [(await owner.get('/auth/session')).status, (await remembered.get('/auth/session')).status]
  }
  expect(await later(6.9)).toEqual([200, 200])
  expect(await later(0.2)).toEqual([401, 200])
  expect(await later(23)).toEqual([401, 401])
  const idle = await signUp(app)
  const latest = '(SELECT token_hash FROM sessions ORDER BY created_at DESC LIMIT 1)'
  const unseenFor = (hours: number) =>
    withSuperuser(app, (client) =>
      client.query(`UPDATE sessions SET last_used_at = now() - interval '${hours} hours' WHERE token_hash = ${latest}`),
    )
  const lookedAt = async () => {
    now = new Date(now.getTime() + 2_000)
    return (await idle.get('/auth/session')).status
  }
  await unseenFor(11)
  expect(await lookedAt()).toBe(200)
  const { rows } = await withSuperuser(app, (client) =>
    client.query(
      `SELECT last_used_at > now() - interval '1 minute' AS seen FROM sessions WHERE token_hash = ${latest}`,
    ),
  )
  expect(rows).toEqual([{ seen: true }])
  await unseenFor(13)
  expect(await lookedAt()).toBe(401)
})

test('a forgotten password: one answer for everybody, a link by mail, one use, every session ended', async () => {
  const owner = await signUp(app)
  const forgot = (email: string) => app.visitor().post('/auth/forgot-password', { email })
  expect((await forgot(owner.email)).body).toEqual((await forgot('nobody@example.sa')).body)
  const mails = () => app.outbox.filter((message) => message.to === owner.email && /reset-password/.test(message.text))
  await expect.poll(() => mails().length).toBe(1)
  const [mail] = mails()
  const link = new URL(/https:\S+/.exec(mail?.text ?? '')?.[0] ?? '')
  expect(link.origin + link.pathname).toBe('https://mizan.example/reset-password')
  const found = { email: link.searchParams.get('email'), token: link.searchParams.get('token') }
  const check = (body: object) => app.visitor().post('/auth/check-reset-password-token', body)
  expect((await check(found)).status).toBe(200)
  expect((await check({ ...found, token: 'wrong' })).status).toBe(422)
  const reset = (secret: string, repeated = secret) =>
    app.visitor().post('/auth/reset-password', { ...found, password: secret, password_confirmation: repeated })
  expect((await reset(password)).body.errors).toHaveProperty('password')
  expect((await reset('another password', 'typo')).body.errors).toHaveProperty('password_confirmation')
  expectOk(await reset('another password'))
  expect((await reset('a third password')).status).toBe(422)
  expect((await owner.get('/auth/session')).status).toBe(401)
  expectOk(await login(owner.email, 'another password'))
})

test('another reset request keeps the earlier link valid, and a valid link is never throttled', async () => {
  const owner = await signUp(app)
  const forgot = (headers = {}) =>
    app.visitor().ask('POST', '/auth/forgot-password', { body: { email: owner.email }, headers })
  const mails = () => app.outbox.filter((message) => message.to === owner.email && /reset-password/.test(message.text))
  expectOk(await forgot())
  await expect.poll(() => mails().length).toBe(1)
  const token = new URL(/https:\S+/.exec(mails()[0]?.text ?? '')?.[0] ?? '').searchParams.get('token')
  for (let asked = 0; asked < 30; asked++) expectOk(await forgot({ 'x-forwarded-for': `198.51.100.${asked}` }))
  await expect.poll(() => mails().length).toBe(10)
  const check = (given: string | null, headers = {}) =>
    app
      .visitor()
      .ask('POST', '/auth/check-reset-password-token', { body: { email: owner.email, token: given }, headers })
  const stranger = { 'x-forwarded-for': '203.0.113.9' }
  const wrong = []
  for (let tried = 0; tried < 25; tried++) wrong.push((await check('wrong', stranger)).status)
  expect([wrong[0], wrong.at(-1)]).toEqual([422, 429])
  expectOk(await check(token, stranger))
  const body = { email: owner.email, token, password: 'chosen by myself', password_confirmation: 'chosen by myself' }
  expectOk(await app.visitor().post('/auth/reset-password', body))
  expect((await check(token)).status).toBe(422)
})

test('a link without its address or token is answered with the specified words', async () => {
  const secret = { password: 'chosen by myself', password_confirmation: 'chosen by myself' }
  for (const part of [
    { token: 'x' },
    { token: 'x', email: '' },
    { email: 'a@example.sa' },
    { email: 'a@example.sa', token: ' ' },
  ])
    for (const [path, more] of [
      ['/auth/reset-password', secret],
      ['/auth/check-reset-password-token', {}],
    ] as const) {
      const { message, errors } = (await app.visitor().post(path, { ...part, ...more })).body
      expect([message, ...Object.values(errors)]).toEqual(['Email or token is missing', 'Email or token is missing'])
    }
})

test('a commonly guessed password is refused wherever one is chosen', async () => {
  const owner = await createOrganization(app)
  for (const common of ['password', '12345678']) {
    const person = { name: 'x', email: `${crypto.randomUUID()}@example.sa`, mobile: '0501234567' }
    const registered = await app
      .visitor()
      .post('/auth/register', { ...person, password: common, confirmPassword: common })
    expect(registered.body.errors).toEqual({ password: expect.stringMatching(/guessed/) })
    const reset = { email: owner.email, token: 'x', password: common, password_confirmation: common }
    expect((await app.visitor().post('/auth/reset-password', reset)).body.errors).toHaveProperty('password')
    const user = { name: 'x', email: person.email, status: 'active', password: common }
    expect((await owner.post('/users', user)).body.errors).toHaveProperty('password')
  }
})

test('a token is read from the header only, and only whole', async () => {
  const owner = await createOrganization(app)
  for (const token of ['', 'x', '1.', `${owner.token}x`, `0${owner.token}`, `${owner.token} `, '1.%00']) {
    expect((await app.visitor(token).get('/customers')).status, token).toBe(401)
  }
  expect(
    (await app.visitor().get(`/customers?token=${owner.token}&authorization=Bearer%20${owner.token}`)).status,
  ).toBe(401)
})

test('onboarding: both parts on their fields, once', async () => {
  const owner = await signUp(app)
  const missing = await owner.post('/organization/onboarding/submit', {
    organization_information: {},
    branch_information: {},
  })
  expect(Object.keys(missing.body.errors)).toEqual(
    expect.arrayContaining([
      'organization_information.name',
      'organization_information.username',
      'branch_information.city_id',
    ]),
  )
  // Each part is worded as what it is about; a number that is missing is no wrong number.
  const words = async (language: 'ar' | 'en', body: object) =>
    (await owner.ask('POST', '/organization/onboarding/submit', { body, language })).body.errors
  const empty = { organization_information: { mobile: '' }, branch_information: { name: '', mobile: '' } }
  expect(await words('en', empty)).toMatchObject({
    'organization_information.mobile': 'Please enter your mobile number',
    'branch_information.name': 'Branch name field is required',
    'branch_information.mobile': 'Please enter your mobile number',
  })
  expect(await words('ar', empty)).toMatchObject({
    'branch_information.name': 'حقل اسم الفرع مطلوب',
    'branch_information.mobile': 'أدخل رقم الجوال',
  })
  expect(await words('ar', {})).toEqual({
    organization_information: 'حقل بيانات المنشأة مطلوب',
    branch_information: 'حقل بيانات الفرع الأول مطلوب',
  })
  const body = onboardingBody(owner.email)
  const foreign = { ...body, organization_information: { ...body.organization_information, currency_id: 999 } }
  expect((await owner.post('/organization/onboarding/submit', foreign)).body.errors).toHaveProperty([
    'organization_information.currency_id',
  ])
  expectOk(await owner.post('/organization/onboarding/submit', body))
  expect((await owner.post('/organization/onboarding/submit', body)).status).toBe(422)
  const second = await signUp(app)
  const same = {
    ...onboardingBody(second.email),
    organization_information: {
      ...body.organization_information,
      username: body.organization_information.username.toUpperCase(),
    },
  }
  expect((await second.post('/organization/onboarding/submit', same)).body.errors).toHaveProperty([
    'organization_information.username',
  ])
})

test('an unavailable database is answered with 503, never 401', async () => {
  const other = await createTestApp()
  const owner = await signUp(other)
  const { database } = other.roles.app
  const elsewhere = {
    ...other,
    roles: { ...other.roles, superuser: { ...other.roles.superuser, database: 'postgres' } },
  }
  const gate = (open: boolean) =>
    withSuperuser(elsewhere, async (client) => {
      await client.query(`ALTER DATABASE ${database} ALLOW_CONNECTIONS ${open}`)
      await client.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [database])
    })
  await gate(false)
  const reply = await owner.get('/customers')
  expect(reply.status).toBe(503)
  expect(reply.body).toEqual({ code: reply.headers.refusal, message: expect.any(String), errors: {} })
  await gate(true)
  await expect.poll(async () => (await owner.get('/auth/session')).status).toBe(200)
})
