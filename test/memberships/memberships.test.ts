import { beforeAll, describe, expect, test } from 'vitest'
import type { AccountSession } from '#contract/access/account.ts'
import type { DeskRow } from '#contract/reports/desk.ts'
import { type Client, createTestApp, type Reply, type TestApp } from '../harness/api.ts'
import { bodies } from '../harness/bodies.ts'
import { invite, memberIn, membersOf, numberOf, refusalOf, roleOf, switchTo } from '../harness/memberships.ts'
import {
  createOrganization,
  expectOk,
  invoiceBody,
  type Organization,
  onboardingBody,
  password,
  today,
} from '../harness/organization.ts'
import { withSuperuser } from '../harness/role.ts'

// One person with several organizations: every request acts in exactly one, with the role of that one.

let app: TestApp
let first: Organization
let second: Organization
let role: number
let people: ReturnType<typeof membersOf>
beforeAll(async () => {
  app = await createTestApp()
  people = membersOf(app)
  first = await createOrganization(app)
  second = await createOrganization(app)
  role = await roleOf(second, ['list-customer', 'read-customer', 'create-customer'])
})
const signedIn = (reply: Reply) => people.signedIn(reply)
const login = (email: string, secret = password) => people.login(email, secret)
const memberOfTwo = () => people.memberOfTwo(second, role)

describe('the wall between the organizations of one person', () => {
  test('a session of one organization reaches no record of another organization of the person', async () => {
    const { home, there } = await memberOfTwo()
    const own = expectOk(await there.post('/customers', await bodies.customers(second))).body.data.id
    const back = signedIn(await switchTo(there, home))
    expect((await back.get(`/customers/${own}`)).status).toBe(404)
    expect((await back.get('/customers?per_page=100')).body.data.map(({ id }: { id: number }) => id)).not.toContain(own)
    const again = signedIn(await switchTo(back, second))
    expectOk(await again.get(`/customers/${own}`))
  })

  test('the permissions are those of the role in the current organization', async () => {
    const { home, there } = await memberOfTwo()
    expectOk(await there.get('/customers'))
    expect(refusalOf(await there.get('/users'))).toBe('not_permitted')
    expect(expectOk(await there.get('/auth/session')).body.data).toMatchObject({
      is_owner: false,
      organization: { id: numberOf(second) },
    })
    const back = signedIn(await switchTo(there, home))
    expectOk(await back.get('/users'))
    expect(expectOk(await back.get('/auth/session')).body.data).toMatchObject({ is_owner: true })
  })

  test('the former token is refused at once after switching, and says why', async () => {
    const { home, there } = await memberOfTwo()
    // In the cache of sessions.
    expectOk(await there.get('/customers'))
    const back = signedIn(await switchTo(there, home))
    for (const reply of [
      await there.get('/customers'),
      await there.post('/customers', await bodies.customers(second)),
      await there.get('/account/organizations'),
      await switchTo(there, second),
    ]) {
      expect(reply.status).toBe(409)
      expect(refusalOf(reply)).toBe('organization_switched')
    }
    expectOk(await back.get('/customers'))
  })

  test('an organization without a membership is unknown to the switch', async () => {
    const { there } = await memberOfTwo()
    const stranger = await switchTo(there, first)
    const nobody = await there.post('/account/switch', { organization_id: 900_000_000 })
    expect(stranger.status).toBe(404)
    expect(stranger.body).toEqual(nobody.body)
    expectOk(await there.get('/customers'))
  })

  test('idempotency keys do not cross', async () => {
    const { home, there } = await memberOfTwo()
    const key = { 'idempotency-key': crypto.randomUUID() }
    const made = expectOk(await there.post('/customers', await bodies.customers(second), key)).body.data
    const back = signedIn(await switchTo(there, home))
    const other = expectOk(await back.post('/customers', await bodies.customers(home), key))
    expect(other.headers['idempotency-replayed']).toBeUndefined()
    expect(other.body.data.id).not.toBe(made.id)
  })

  test('a key of a program is of one organization, and ends with the membership', async () => {
    const making = await roleOf(second, ['manage-api-keys', 'list-customer', 'read-customer'])
    const { home, there } = await people.memberOfTwo(second, making)
    const made = { name: 'n', permissions: ['list-customer'], expires_on: today() }
    const key = app.visitor(expectOk(await there.post('/api-keys', made)).body.data.key)
    const own = signedIn(await switchTo(there, home))
    const customer = expectOk(await own.post('/customers', await bodies.customers(home))).body.data.id
    expect((await key.get('/customers?per_page=100')).body.data.map(({ id }: { id: number }) => id)).not.toContain(
      customer,
    )
    expect(refusalOf(await key.get('/account/organizations'))).toBe('person_needed')
    expect(refusalOf(await key.post('/account/switch', { organization_id: numberOf(home) }))).toBe('person_needed')
    expectOk(await second.remove(`/users/${(await memberIn(second, home.email)).id}`))
    expect((await key.get('/customers')).status).toBe(401)
  })

  test('two requests that switch one session: one of them is refused', async () => {
    const { home, there } = await memberOfTwo()
    const replies = await Promise.all([switchTo(there, home), switchTo(there, home)])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('no administrator reads in which other organizations a member is', async () => {
    const { home, there } = await memberOfTwo()
    const shown = JSON.stringify([
      (await second.get('/users?per_page=100')).body,
      (await second.get('/audit-log')).body,
    ])
    expect(shown).not.toContain('home_organization')
    const back = signedIn(await switchTo(there, home))
    const entries = JSON.stringify((await back.get('/audit-log?per_page=100')).body)
    expect(entries).not.toContain('/account/join')
  })
})

describe('credentials of a person with several organizations', () => {
  test('no administrator of any of them changes password, address or second factor', async () => {
    const { home, there } = await memberOfTwo()
    const find = (owner: Client) => memberIn(owner, home.email)
    const member = await find(second)
    const body = { name: member.name, email: member.email, status: 'active', role_id: member.role_id }
    const change = (more: object) => second.post(`/users/${member.id}`, { ...body, ...more })
    expect((await change({ password: 'another long one' })).body.errors).toHaveProperty('password')
    expect((await change({ email: `${crypto.randomUUID()}@example.sa` })).body.errors).toHaveProperty('email')
    expect(refusalOf(await second.post(`/users/${member.id}/reset-second-factor`))).toBe('own_credentials')
    expectOk(await change({ name: 'A name for here' }))
    expectOk(await there.get('/customers'))
    // Also where the person was first.
    const back = signedIn(await switchTo(there, home))
    const own = await find(back)
    const changed = await back.post(`/users/${own.id}`, { ...own, status: 'active', password: 'another long one' })
    expect(refusalOf(changed)).not.toBeUndefined()
    expectOk(await login(home.email))
  })

  test('the own password is changed from any organization, and the sessions in all others end', async () => {
    const { home, there } = await memberOfTwo()
    const other = signedIn(await login(home.email))
    const elsewhere = signedIn(await switchTo(other, home))
    const secrets = { password: 'another long one', password_confirmation: 'another long one' }
    expectOk(await there.post('/account/password', { current_password: password, ...secrets }))
    expectOk(await there.get('/auth/session'))
    expect((await elsewhere.get('/auth/session')).status).toBe(401)
    expect(refusalOf(await login(home.email))).toBe('wrong_credentials')
    expectOk(await login(home.email, 'another long one'))
  })

  test('the own address is changed from any organization, for all of them', async () => {
    const { home, there } = await memberOfTwo()
    const email = `${crypto.randomUUID()}@example.sa`
    expect((await there.post('/account/email', { email: second.email })).body.errors).toHaveProperty('email')
    expect(expectOk(await there.post('/account/email', { email })).body.data.email).toBe(email)
    expect(refusalOf(await login(home.email))).toBe('wrong_credentials')
    const again = signedIn(await login(email))
    expect(await memberIn(second, email)).toMatchObject({ owns_credentials: true })
    expect(await memberIn(signedIn(await switchTo(again, home)), email)).toBeDefined()
    await expect.poll(() => app.outbox.some(({ to, text }) => to === home.email && text.includes(email))).toBe(true)
  })

  test('the own address is changed where the membership is disabled, too', async () => {
    const { home, there } = await memberOfTwo()
    const own = signedIn(await switchTo(there, home))
    const { id, name, role_id } = await memberIn(second, home.email)
    const change = (facts: object) => second.post(`/users/${id}`, { name, role_id, ...facts })
    expectOk(await change({ email: home.email, status: 'inactive' }))
    const email = `${crypto.randomUUID()}@example.sa`
    expectOk(await own.post('/account/email', { email }))
    expect(await memberIn(second, email)).toMatchObject({ id, status: 'inactive' })
  })

  test('refuses to say of one address after the other whether it has an account', async () => {
    const alone = await createOrganization(app)
    const asked = async () => (await alone.post('/account/email', { email: second.email })).status
    const statuses = []
    for (let tries = 0; tries < 8; tries++) statuses.push(await asked())
    expect(statuses.slice(0, 5)).toEqual(Array(5).fill(422))
    expect(statuses.at(-1)).toBe(429)
  })

  test('a form of a user that was open before the address changed is refused', async () => {
    const alone = await createOrganization(app)
    const own = await memberIn(alone, alone.email)
    const email = `${crypto.randomUUID()}@example.sa`
    expectOk(await alone.post('/account/email', { email }))
    expect(refusalOf(await alone.post(`/users/${own.id}`, own))).toBe('stale_version')
    expectOk(await login(email))
  })

  test('the list of sessions names those of every organization, and ends one or all others', async () => {
    const { home, there } = await memberOfTwo()
    const other = signedIn(await login(home.email))
    const elsewhere = signedIn(await switchTo(other, home))
    const sessions = (await there.get('/account/sessions')).body.data as AccountSession[]
    expect(sessions).toHaveLength(2)
    expect(new Set(sessions.map(({ organization }) => organization.id))).toEqual(
      new Set([numberOf(home), numberOf(second)]),
    )
    const one = sessions.find(({ is_current }) => !is_current)
    expectOk(await there.post(`/account/sessions/${one?.id}/end`))
    expect((await elsewhere.get('/auth/session')).status).toBe(401)
    const third = signedIn(await login(home.email))
    expectOk(await there.post('/account/sessions/end-others'))
    expect((await third.get('/auth/session')).status).toBe(401)
    expectOk(await there.get('/auth/session'))
  })

  test('signing out ends the session of the current organization', async () => {
    const { there } = await memberOfTwo()
    expectOk(await there.post('/auth/logout'))
    expect((await there.get('/auth/session')).status).toBe(401)
  })

  test('the identity is confirmed in the current organization', async () => {
    const { home, there } = await memberOfTwo()
    await withSuperuser(app, (client) =>
      client.query(
        `UPDATE sessions AS s SET confirmed_at = now() - interval '1 day' FROM users AS u
          WHERE u.organization_id = s.organization_id AND u.id = s.user_id AND u.email = $1`,
        [home.email],
      ),
    )
    app.app.services.forgetSessions()
    expect(refusalOf(await there.post('/account/totp/start'))).toBe('confirm_identity')
    expect(refusalOf(await there.post('/account/confirm', { password: 'wrong' }))).toBe('wrong_password')
    expect(expectOk(await there.post('/account/confirm', { password })).body.data.is_confirmed).toBe(true)
    expectOk(await there.post('/account/totp/start'))
  })

  test('the sign-in opens the organization that was used last', async () => {
    const { home, there } = await memberOfTwo()
    expect(signedIn(await login(home.email)).token).toMatch(new RegExp(`^${numberOf(second)}\\.`))
    signedIn(await switchTo(there, home))
    expect(signedIn(await login(home.email)).token).toMatch(new RegExp(`^${numberOf(home)}\\.`))
  })

  test('a reset link from the mailbox works, and ends the sessions everywhere', async () => {
    const { home, there } = await memberOfTwo()
    expectOk(await app.visitor().post('/auth/forgot-password', { email: home.email }))
    await expect
      .poll(() => app.outbox.some(({ to, text }) => to === home.email && text.includes('reset-password')))
      .toBe(true)
    const text = app.outbox.findLast((one) => one.to === home.email && one.text.includes('reset-password'))
      ?.text as string
    const token = /token=([\w-]+)/.exec(text)?.[1]
    const body = { email: home.email, token, password: 'a third long one', password_confirmation: 'a third long one' }
    expectOk(await app.visitor().post('/auth/reset-password', body))
    expect((await there.get('/auth/session')).status).toBe(401)
    expectOk(await login(home.email, 'a third long one'))
  })
})

describe('the desk', () => {
  test('lists each organization with what waits there, as far as the role shows it', async () => {
    const { home, there } = await people.memberOfTwo(second, await roleOf(second, ['list-invoice', 'create-invoice']))
    const books = signedIn(await switchTo(signedIn(await login(home.email)), home))
    expectOk(await books.post('/invoices', invoiceBody(home)))
    const rows = expectOk(await there.get('/account/desk')).body.data as DeskRow[]
    expect(rows.map(({ id, is_current }) => [id, is_current])).toEqual([
      [numberOf(home), false],
      [numberOf(second), true],
    ])
    const [own, current] = rows.map(({ waiting }) => waiting)
    expect(current).toMatchObject({ draft_bills: null, unmatched_bank_lines: null, draft_invoices: expect.any(Number) })
    expect(own).toMatchObject({ draft_bills: 0, unmatched_bank_lines: 0 })
    for (const name of ['draft_invoices', 'overdue_invoices', 'draft_bills', 'overdue_bills'] as const)
      expect(own?.[name], name).toBe(expectOk(await books.get('/reports/home')).body.data.attention[name])
  })

  test('an organization that requires a second factor shows nothing to a session without one', async () => {
    const third = await createOrganization(app)
    const { home } = await people.memberOfTwo(third, await roleOf(third, ['list-invoice']))
    await withSuperuser(app, (client) =>
      client.query('UPDATE organizations SET second_factor_required = true WHERE organization_id = $1', [
        numberOf(third),
      ]),
    )
    const there = signedIn(await login(home.email))
    const rows = expectOk(await there.get('/account/desk')).body.data as DeskRow[]
    const closed = rows.find(({ id }) => id === numberOf(third))
    expect(closed).toMatchObject({ state: 'second_factor', waiting: null })
  })
})

test('a person opens a further organization, owns it, and sets it up', async () => {
  const { home } = await memberOfTwo()
  const own = signedIn(await login(home.email))
  const opened = signedIn(await own.post('/account/organizations', { name: 'شركة ثانية' }))
  expect(expectOk(await opened.get('/auth/session')).body.data).toMatchObject({
    is_owner: true,
    email: home.email,
    organization: { name: 'شركة ثانية', status: 'pending' },
  })
  expectOk(await opened.post('/organization/onboarding/submit', onboardingBody(home.email)))
  expectOk(await opened.get('/customers'))
  expect((await opened.get('/account/organizations')).body.data).toHaveLength(3)
  const only = await createOrganization(app)
  expect(
    (await signedIn(await only.post('/account/organizations', { name: 'x' })).get('/account/organizations')).body.data,
  ).toHaveLength(2)
})

describe('the end of a membership', () => {
  test('disabling it ends access to that organization only', async () => {
    const { home, there } = await memberOfTwo()
    const member = await memberIn(second, home.email)
    const body = { name: member.name, email: member.email, status: 'inactive', role_id: member.role_id }
    expectOk(await second.post(`/users/${member.id}`, body))
    expect((await there.get('/customers')).status).toBe(401)
    const back = signedIn(await login(home.email))
    expect(numberOf(back)).toBe(numberOf(home))
    expect((await back.get('/account/organizations')).body.data).toHaveLength(1)
    expect((await switchTo(back, second)).status).toBe(404)
  })

  test('removing it leaves the credentials, and the person can be invited again', async () => {
    const { home, there } = await memberOfTwo()
    expectOk(await second.remove(`/users/${(await memberIn(second, home.email)).id}`))
    expect((await there.get('/customers')).status).toBe(401)
    const back = signedIn(await login(home.email))
    const token = await invite(second, home.email, role)
    expectOk(await signedIn(await back.post('/account/join', { token })).get('/customers'))
  })

  test('an account without any membership signs in nowhere, and an invitation opens it again', async () => {
    const email = `${crypto.randomUUID()}@example.sa`
    const person = { name: 'Sara', mobile: '0501234567', password, confirmPassword: password }
    const token = await invite(second, email, role)
    expectOk(await app.visitor().post('/auth/invitation/register', { token, ...person }))
    const there = signedIn(await login(email))
    const third = await createOrganization(app)
    const also = await invite(third, email, await roleOf(third, ['list-customer']))
    expectOk(await there.post('/account/join', { token: also }))
    for (const owner of [second, third]) expectOk(await owner.remove(`/users/${(await memberIn(owner, email)).id}`))
    expect(refusalOf(await login(email))).toBe('no_membership')
    const next = await invite(second, email, role)
    expectOk(
      await signedIn(await app.visitor().post('/auth/invitation/join', { token: next, password })).get('/customers'),
    )
  })
})
