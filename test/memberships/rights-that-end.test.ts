import { expect, test } from 'vitest'
import { type Client, createTestApp } from '../harness/api.ts'
import { membersOf, numberOf, refusalOf, roleOf, tokenIn } from '../harness/memberships.ts'
import { createOrganization, expectOk, type Organization, password } from '../harness/organization.ts'
import { clientWith, withSuperuser } from '../harness/role.ts'

// What a person may do ends with the rights behind it, and is not passed by way of another organization.

const app = await createTestApp()
const { memberOfTwo, signedIn } = membersOf(app)
const confirmedAgo = (client: Client, minutes: number) =>
  withSuperuser(app, (one) =>
    one.query(`UPDATE sessions SET confirmed_at = now() - make_interval(mins => $1) WHERE organization_id = $2`, [
      minutes,
      numberOf(client),
    ]),
  )
const inviteBy = (client: Client, role_id: number) =>
  client.post('/invitations', { email: `${crypto.randomUUID()}@example.sa`, role_id })
const show = (token: string) => app.visitor().post('/auth/invitation', { token })

test('the strictest policy of all organizations of a person protects the credentials', async () => {
  const strict = await createOrganization(app)
  expectOk(await strict.post('/account/confirm', { password }))
  expectOk(await strict.post('/security-policy', { second_factor_required: false, confirm_minutes: '5' }))
  await confirmedAgo(strict, 30)
  expect(refusalOf(await strict.post('/account/organizations', { name: 'شركة أخرى' }))).toBe('confirm_identity')
  expectOk(await strict.post('/account/confirm', { password }))
  const lax = signedIn(await strict.post('/account/organizations', { name: 'شركة أخرى' }))
  await confirmedAgo(lax, 30)
  const change = { email: `thief.${strict.email}` }
  expect(refusalOf(await lax.post('/account/email', change))).toBe('confirm_identity')
  expect(refusalOf(await lax.post('/account/passkeys/start'))).toBe('confirm_identity')
  expectOk(await lax.post('/account/confirm', { password }))
  expectOk(await lax.post('/account/email', change))
})

test('an invitation ends when its maker leaves or may no longer invite, until it is sent again', async () => {
  const owner = await createOrganization(app)
  const role_id = await roleOf(owner, ['list-user', 'create-user', 'list-customer'])
  const { there: clerk, home } = await memberOfTwo(owner, role_id)
  expectOk(await clerk.post('/account/confirm', { password }))
  const made = await inviteBy(clerk, role_id)
  const token = tokenIn(made)
  expectOk(await show(token))
  const members = expectOk(await owner.get('/users?per_page=100')).body.data as { id: number; email: string }[]
  const id = members.find(({ email }) => email === home.email)?.id
  expectOk(await owner.remove(`/users/${id}`))
  expect(refusalOf(await show(token))).toBe('invitation_over')
  const [row] = expectOk(await owner.get('/invitations')).body.data
  expect(row).toMatchObject({ id: made.body.data.id, state: 'expired' })
  expectOk(await owner.post('/account/confirm', { password }))
  const again = tokenIn(await owner.post(`/invitations/${row.id}/resend`))
  expectOk(await show(again))
})

test('a person does not end what a stronger one began', async () => {
  const owner: Organization = await createOrganization(app)
  const strong = await roleOf(owner, ['list-customer', 'update-customer', 'list-user', 'create-user'])
  expectOk(await owner.post('/account/confirm', { password }))
  const { id } = expectOk(await inviteBy(owner, strong)).body.data
  const weak = await clientWith(app, owner, ['list-user', 'create-user', 'manage-api-keys'])
  expect((await weak.post(`/invitations/${id}/withdraw`)).status).toBe(422)
  const key = { name: 'K', permissions: ['list-customer'], expires_on: '2027-06-30', requests_per_minute: 60 }
  const made = expectOk(await owner.post('/api-keys', key)).body.data
  expect(refusalOf(await weak.post(`/api-keys/${made.id}/end`))).toBe('holds_more_than_you')
  expectOk(await owner.post(`/api-keys/${made.id}/end`))
  expectOk(await owner.post(`/invitations/${id}/withdraw`))
})

test('ending a session that is not open is refused, and the log does not say that it was done', async () => {
  const owner = await createOrganization(app)
  expect((await owner.post('/account/sessions/987654/end')).status).toBe(404)
  const log = expectOk(await owner.get('/audit-log')).body.data as { action?: string }[]
  expect(JSON.stringify(log)).not.toContain('sessions/:id/end')
})
