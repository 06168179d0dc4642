import { Secret, TOTP } from 'otpauth'
import { beforeAll, describe, expect, test } from 'vitest'
import { recoverAccount } from '#server/memberships/recover-account.ts'
import { type Client, createTestApp, type TestApp } from '../harness/api.ts'
import { createAuthenticator } from '../harness/authenticator.ts'
import { invite, memberIn, membersOf, numberOf, refusalOf, roleOf, switchTo, tokenIn } from '../harness/memberships.ts'
import { createOrganization, expectOk, type Organization, password } from '../harness/organization.ts'

// Second factors of several organizations, invitations, leaving, handing over.

let app: TestApp
let now = new Date()
let second: Organization
let role: number
let people: ReturnType<typeof membersOf>
beforeAll(async () => {
  app = await createTestApp({ now: () => now })
  people = membersOf(app)
  second = await createOrganization(app)
  role = await roleOf(second, ['list-customer'])
})
const later = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000)
}
const codeOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now.getTime() })
async function enable(client: Client): Promise<string> {
  const { secret } = expectOk(await client.post('/account/totp/start')).body.data
  expectOk(await client.post('/account/totp/enable', { otp: codeOf(secret) }))
  later(31)
  return secret
}
const requireFactor = async (owner: Client, second_factor_required = true) =>
  expectOk(await owner.post('/security-policy', { second_factor_required, confirm_minutes: '60' }))
const newAddress = () => `${crypto.randomUUID()}@example.sa`
const person = { name: 'Sara', mobile: '0501234567', password, confirmPassword: password }

describe('second factor', () => {
  test('the app and its recovery codes move with the second membership', async () => {
    const home = await createOrganization(app)
    const secret = await enable(home)
    const token = await invite(second, home.email, role)
    const there = people.signedIn(await home.post('/account/join', { token }))
    expect((await there.get('/account/security')).body.data).toMatchObject({ recovery_codes_left: 10 })
    expect(refusalOf(await people.login(home.email))).toBe('second_factor_asked')
    expectOk(await people.login(home.email, password, { otp: codeOf(secret) }))
    expect(await memberIn(second, home.email)).toMatchObject({ has_second_factor: true })
  })

  test('a passkey opens the account after the second membership', async () => {
    const home = await createOrganization(app)
    const device = createAuthenticator({ origin: 'https://mizan.example', rpId: 'mizan.example' })
    const options = expectOk(await home.post('/account/passkeys/start')).body.data
    expectOk(await home.post('/account/passkeys', { name: 'iPhone', response: device.register(options) }))
    const token = await invite(second, home.email, role)
    const there = people.signedIn(await home.post('/account/join', { token }))
    expect((await there.get('/account/security')).body.data.passkeys).toMatchObject([{ name: 'iPhone' }])
    const asked = expectOk(await app.visitor().post('/auth/passkey/start')).body.data
    const opened = await app.visitor().post('/auth/passkey/login', { response: device.signIn(asked) })
    expect(numberOf(people.signedIn(opened))).toBe(numberOf(second))
  })

  test('an organization that requires one is entered only with it', async () => {
    const third = await createOrganization(app)
    await enable(third)
    await requireFactor(third)
    const { home, there } = await people.memberOfTwo(third, await roleOf(third, ['list-customer']))
    expect(refusalOf(await there.get('/customers'))).toBe('second_factor_missing')
    expect((await there.get('/account/security')).body.data).toMatchObject({ is_required: true })
    const back = people.signedIn(await people.login(home.email))
    expect(numberOf(back)).toBe(numberOf(third))
    const own = people.signedIn(await switchTo(back, home))
    expectOk(await own.get('/customers'))
    await enable(own)
    const again = people.signedIn(await switchTo(own, third))
    expectOk(await again.get('/customers'))
    expect(refusalOf(await again.post('/account/totp/disable'))).toBe('second_factor_required')
  })

  test('a session of the password alone does not enter where only a passkey is the second factor', async () => {
    const third = await createOrganization(app)
    const { home, there } = await people.memberOfTwo(third, await roleOf(third, ['list-customer']))
    const device = createAuthenticator({ origin: 'https://mizan.example', rpId: 'mizan.example' })
    const options = expectOk(await there.post('/account/passkeys/start')).body.data
    expectOk(await there.post('/account/passkeys', { name: 'iPhone', response: device.register(options) }))
    await enable(third)
    await requireFactor(third)
    const byPassword = people.signedIn(await people.login(home.email))
    expect(numberOf(byPassword)).toBe(numberOf(home))
    expect(refusalOf(await switchTo(byPassword, third))).toBe('passkey_needed')
    expectOk(await byPassword.get('/customers'))
    // Otherwise another factor, or none, would open the third organization.
    const [passkey] = (await byPassword.get('/account/security')).body.data.passkeys
    const changes = ['/account/totp/start', '/account/passkeys/start', `/account/passkeys/${passkey.id}/remove`]
    for (const path of changes) expect(refusalOf(await byPassword.post(path))).toBe('passkey_needed')
  })

  test('an invitation that needs a passkey stays open when the password alone is given', async () => {
    const third = await createOrganization(app)
    await enable(third)
    await requireFactor(third)
    const home = await createOrganization(app)
    const device = createAuthenticator({ origin: 'https://mizan.example', rpId: 'mizan.example' })
    const options = expectOk(await home.post('/account/passkeys/start')).body.data
    expectOk(await home.post('/account/passkeys', { name: 'iPhone', response: device.register(options) }))
    const token = await invite(third, home.email, await roleOf(third, ['list-customer']))
    const byPassword = people.signedIn(await people.login(home.email))
    expect(refusalOf(await byPassword.post('/account/join', { token }))).toBe('passkey_needed')
    const joined = await app.visitor().post('/auth/invitation/join', { token, password })
    expect(refusalOf(joined)).toBe('passkey_needed')
    const there = people.signedIn(await home.post('/account/join', { token }))
    expectOk(await there.get('/customers'))
  })
})

test('the operator recovers an account of several organizations whose second factor is lost', async () => {
  const { home, there } = await people.memberOfTwo(second, role)
  await enable(there)
  const address = { email: home.email, publicUrl: 'https://mizan.example' }
  const link = new URL(await recoverAccount(app.roles.superuser, address))
  app.app.services.forgetSessions()
  expect((await there.get('/auth/session')).status).toBe(401)
  const body = { email: home.email, token: link.searchParams.get('token') }
  const chosen = { password: 'another long one', password_confirmation: 'another long one' }
  expectOk(await app.visitor().post('/auth/reset-password', { ...body, ...chosen }))
  expectOk(await people.login(home.email, 'another long one'))
  await expect(recoverAccount(app.roles.superuser, { ...address, email: 'x@example.sa' })).rejects.toThrow(/no account/)
})

describe('invitations', () => {
  const show = (token: string) => app.visitor().post('/auth/invitation', { token })

  test('the invited person sees which organization and which role, and joins with a new account', async () => {
    const email = newAddress()
    const token = await invite(second, email, role)
    await expect.poll(() => app.outbox.find((mail) => mail.to === email)?.text).toContain(token)
    const shown = expectOk(await show(token)).body.data
    expect(shown).toMatchObject({ organization: { name: 'شركة الاختبار' }, email, has_account: false })
    const there = people.signedIn(await app.visitor().post('/auth/invitation/register', { token, ...person }))
    expectOk(await there.get('/customers'))
    expect(refusalOf(await there.get('/users'))).toBe('not_permitted')
    const [row] = (await second.get(`/invitations?keyword=${encodeURIComponent(email)}`)).body.data
    expect(row).toMatchObject({ state: 'accepted', user_id: (await memberIn(second, email)).id })
    expect(refusalOf(await show(token))).toBe('invitation_over')
  })

  test('a person with an account joins by password, or signed in', async () => {
    const home = await createOrganization(app)
    const token = await invite(second, home.email, role)
    expect(expectOk(await show(token)).body.data).toMatchObject({ has_account: true })
    const join = (secret: string) => app.visitor().post('/auth/invitation/join', { token, password: secret })
    expect(refusalOf(await app.visitor().post('/auth/invitation/register', { token, ...person }))).toBe(
      'account_exists',
    )
    expect(refusalOf(await join('wrong'))).toBe('wrong_credentials')
    const there = people.signedIn(await join(password))
    expect((await there.get('/account/organizations')).body.data).toHaveLength(2)
    const known = await there.post('/account/join', { token })
    expect(refusalOf(known)).toBe('invitation_over')
  })

  test('a person who was disabled in the only organization joins another one, and enters only that', async () => {
    const email = newAddress()
    const token = await invite(second, email, role)
    expectOk(await app.visitor().post('/auth/invitation/register', { token, ...person }))
    const member = await memberIn(second, email)
    expectOk(await second.post(`/users/${member.id}`, { name: member.name, email, status: 'inactive', role_id: role }))
    expect(refusalOf(await people.login(email))).toBe('wrong_credentials')
    const third = await createOrganization(app)
    const next = await invite(third, email, await roleOf(third, ['list-customer']))
    const there = people.signedIn(await app.visitor().post('/auth/invitation/join', { token: next, password }))
    expect(numberOf(there)).toBe(numberOf(third))
    expect((await there.get('/account/organizations')).body.data).toHaveLength(1)
    expect(numberOf(people.signedIn(await people.login(email)))).toBe(numberOf(third))
    expect((await switchTo(there, second)).status).toBe(404)
  })

  test('a new user with the address of an account is refused with the way out', async () => {
    const home = await createOrganization(app)
    const body = { name: 'Sara', email: home.email, status: 'active', role_id: role }
    expect(refusalOf(await second.post('/users', body))).toBe('invite_instead')
  })

  test('a link that was passed on opens nothing for another person', async () => {
    const other = await createOrganization(app)
    const token = await invite(second, newAddress(), role)
    expect(refusalOf(await other.post('/account/join', { token }))).toBe('invitation_for_another')
    expect(refusalOf(await app.visitor().post('/auth/invitation/join', { token, password }))).toBe('account_unknown')
  })

  test('an invitation expires, is sent again with another link, and is withdrawn', async () => {
    const email = newAddress()
    const token = await invite(second, email, role)
    expect((await second.post('/invitations', { email, role_id: role })).body.errors).toHaveProperty('email')
    const [row] = (await second.get(`/invitations?keyword=${encodeURIComponent(email)}`)).body.data
    expect(row.state).toBe('open')
    expect(row).not.toHaveProperty('link')
    const next = tokenIn(await second.post(`/invitations/${row.id}/resend`))
    expect(refusalOf(await show(token))).toBe('invitation_over')
    later(73 * 3600)
    expect(refusalOf(await show(next))).toBe('invitation_over')
    const third = tokenIn(await second.post(`/invitations/${row.id}/resend`))
    expectOk(await show(third))
    expect(expectOk(await second.post(`/invitations/${row.id}/withdraw`)).body.data.state).toBe('withdrawn')
    expect(refusalOf(await show(third))).toBe('invitation_over')
    expect(refusalOf(await second.post(`/invitations/${row.id}/resend`))).toBe('invitation_ended')
    tokenIn(await second.post('/invitations', { email, role_id: role }))
  })

  test('one link makes one membership, also when it is used twice at once', async () => {
    const email = newAddress()
    const token = await invite(second, email, role)
    const use = () => app.visitor().post('/auth/invitation/register', { token, ...person })
    expect((await Promise.all([use(), use()])).filter(({ status }) => status === 200)).toHaveLength(1)
    const home = await createOrganization(app)
    const also = await invite(second, home.email, role)
    const join = () => home.post('/account/join', { token: also })
    expect((await Promise.all([join(), join()])).filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('an invitation to a role with permissions that the inviter lacks is refused', async () => {
    const strong = await roleOf(second, ['list-customer', 'delete-customer'])
    const inviting = await roleOf(second, ['list-user', 'create-user'])
    const { there } = await people.memberOfTwo(second, inviting)
    const refused = await there.post('/invitations', { email: newAddress(), role_id: strong })
    expect(refusalOf(refused)).toBe('not_yours_to_grant')
    expect((await there.post('/invitations', { email: second.email, role_id: inviting })).body.errors).toHaveProperty(
      'email',
    )
  })

  test('a role with an open invitation is not deleted; ended invitations stay without it', async () => {
    const passing = await roleOf(second, ['list-customer'])
    const email = newAddress()
    await invite(second, email, passing)
    expect(refusalOf(await second.remove(`/roles/${passing}`))).toBe('role_invited')
    const rows = async () => (await second.get(`/invitations?keyword=${encodeURIComponent(email)}`)).body.data
    expectOk(await second.post(`/invitations/${(await rows())[0].id}/withdraw`))
    expectOk(await second.remove(`/roles/${passing}`))
    expect(await rows()).toMatchObject([{ state: 'withdrawn', role: null }])
  })

  test('the sixth mail to one address within an hour has to wait', async () => {
    const email = newAddress()
    await invite(second, email, role)
    const [{ id }] = (await second.get(`/invitations?keyword=${encodeURIComponent(email)}`)).body.data
    for (let sent = 2; sent <= 5; sent++) expectOk(await second.post(`/invitations/${id}/resend`))
    expect((await second.post(`/invitations/${id}/resend`)).status).toBe(429)
  })
})

describe('leaving', () => {
  test('the last owner cannot leave', async () => {
    const owner = await createOrganization(app)
    expect(refusalOf(await owner.post('/account/leave'))).toBe('last_owner_stays')
    expectOk(await owner.get('/customers'))
  })

  test('a member leaves, works on in the next organization, and what was entered keeps the name', async () => {
    const { home, there } = await people.memberOfTwo(second, role)
    const next = people.signedIn(await there.post('/account/leave'))
    expect(numberOf(next)).toBe(numberOf(home))
    expectOk(await next.get('/users'))
    expect((await there.get('/customers')).status).toBe(401)
    expect(await memberIn(second, home.email)).toBeUndefined()
    const entries = (await second.get('/audit-log?per_page=100')).body.data as { action: string }[]
    expect(entries.some(({ action }) => action === 'POST /account/leave')).toBe(true)
  })

  test('a member without another organization is signed out, and the account ends', async () => {
    const email = newAddress()
    const token = await invite(second, email, role)
    const there = people.signedIn(await app.visitor().post('/auth/invitation/register', { token, ...person }))
    expect(expectOk(await there.post('/account/leave')).body.data).toBeNull()
    expect((await there.get('/customers')).status).toBe(401)
    expect(refusalOf(await people.login(email))).toBe('wrong_credentials')
  })
})

describe('handing over', () => {
  test('another member becomes the owner, at once and in the log, and the former owner may leave', async () => {
    const owner = await createOrganization(app)
    const weak = await roleOf(owner, ['list-customer'])
    const { home, there } = await people.memberOfTwo(owner, weak)
    const next = await memberIn(owner, home.email)
    expect(refusalOf(await there.post('/account/hand-over', { user_id: next.id, role_id: weak }))).toBe('owner_only')
    expect(
      (await owner.post('/account/hand-over', { user_id: 900_000_000, role_id: weak })).body.errors,
    ).toHaveProperty('user_id')
    expectOk(await owner.post('/account/hand-over', { user_id: next.id, role_id: weak }))
    expect(refusalOf(await owner.get('/users'))).toBe('not_permitted')
    expectOk(await there.get('/users'))
    const entries = (await there.get('/audit-log?per_page=100')).body.data as { action: string }[]
    expect(entries.some(({ action }) => action === 'POST /account/hand-over')).toBe(true)
    await expect.poll(() => app.outbox.filter(({ subject }) => /has a new owner/.test(subject)).length).toBe(2)
    expectOk(await owner.post('/account/leave'))
  })

  test('of two owners who hand over at once, one organization has exactly one owner', async () => {
    const owner = await createOrganization(app)
    const weak = await roleOf(owner, ['list-customer'])
    const one = await people.memberOfTwo(owner, weak)
    const other = await people.memberOfTwo(owner, weak)
    const ids = [await memberIn(owner, one.home.email), await memberIn(owner, other.home.email)].map(({ id }) => id)
    const replies = await Promise.all(
      ids.map((user_id) => owner.post('/account/hand-over', { user_id, role_id: weak })),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('an inactive member cannot become the owner', async () => {
    const owner = await createOrganization(app)
    const weak = await roleOf(owner, ['list-customer'])
    const { home } = await people.memberOfTwo(owner, weak)
    const member = await memberIn(owner, home.email)
    expectOk(
      await owner.post(`/users/${member.id}`, {
        name: member.name,
        email: member.email,
        role_id: weak,
        status: 'inactive',
      }),
    )
    expect((await owner.post('/account/hand-over', { user_id: member.id, role_id: weak })).body.errors).toHaveProperty(
      'user_id',
    )
  })
})
