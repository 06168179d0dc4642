import { expect, test } from 'vitest'
import { permissionKeys } from '#contract/access/permissions.ts'
import { createTestApp } from '../harness/api.ts'
import { multipart } from '../harness/multipart.ts'
import { createOrganization, expectOk, invoiceBody, today } from '../harness/organization.ts'
import { clientWith, withSuperuser } from '../harness/role.ts'

const app = await createTestApp()
const owner = await createOrganization(app)
const email = () => `${crypto.randomUUID()}@example.sa`
const userBody = (change: object = {}) => ({
  name: 'مستخدم',
  email: email(),
  status: 'active',
  password: 'a long password',
  ...change,
})
const role = async (permissions: unknown, name = crypto.randomUUID()) =>
  expectOk(await owner.post('/roles', { name, permissions })).body.data.id as number

test('the permission cards contain every permission once, by category', async () => {
  const { data } = expectOk(await owner.get('/roles/new/permissions')).body
  expect(data.map((card: { key: string }) => card.key)).toEqual([
    'sales',
    'purchases',
    'accounting',
    'inventory',
    'user-managements',
    'other',
    'reports',
    'connections',
    'orders',
    'assets',
    'statements',
    'goods',
    'year_end',
    'waiting_goods',
    'prices',
    'asset_taxes',
    'places',
    'withholding',
    'matching',
    'landed_costs',
    'transit',
    'retention',
    'reorder',
    'slow_stock',
    'lots',
  ])
  const keys = data.flatMap((card: { permissions: { key: string; value: boolean }[] }) => card.permissions)
  expect(keys.map(({ key }: { key: string }) => key)).toEqual(permissionKeys)
  expect(keys.some(({ value }: { value: boolean }) => value)).toBe(false)
})

test('a role stores the enabled permissions, in either shape and spelling', async () => {
  const id = await role({
    'list-invoice': '1',
    'create-invoice': 'true',
    'delete-invoice': '0',
    'create-financial-year': '1',
  })
  const stored = expectOk(await owner.get(`/roles/${id}`)).body.data.permissions
  expect(stored).toEqual(['create-financialYear', 'create-invoice', 'list-invoice'])
  const cards = expectOk(await owner.get(`/roles/${id}/permissions`)).body.data
  expect(cards[0].permissions.find((one: { key: string }) => one.key === 'list-invoice').value).toBe(true)
  expect((await owner.post('/roles', { name: 'x', permissions: ['fly'] })).body.errors).toHaveProperty('permissions')
})

test('a role accepts flags, keys, ids and its own cards, and ignores nothing', async () => {
  const wanted = ['create-invoice', 'list-invoice']
  const cards = expectOk(await owner.get('/roles/new/permissions')).body.data as {
    permissions: { id: number; key: string }[]
  }[]
  const on = cards.map((card) => ({
    ...card,
    permissions: card.permissions.map((one) => ({ ...one, value: wanted.includes(one.key) })),
  }))
  const ids = cards.flatMap((card) => card.permissions.filter(({ key }) => wanted.includes(key)).map(({ id }) => id))
  const shapes = [
    { permissions: wanted },
    { permissions: ids },
    { permissions: ids.map(String).filter((id) => id !== '1'), 'list-invoice': '1' },
    { permissions: { 'create-invoice': 1, 'list-invoice': 1, 'delete-invoice': 0 } },
    { permissions: { 'create-invoice': true, 'list-invoice': 'on', 'delete-invoice': false } },
    { permissions: on },
    { permissions: on.flatMap((card) => card.permissions) },
    { 'create-invoice': 1, 'list-invoice': '1', 'delete-invoice': 0 },
  ]
  for (const shape of shapes) {
    const { data } = expectOk(await owner.post('/roles', { name: crypto.randomUUID(), ...shape })).body
    expect(data.permissions, JSON.stringify(shape).slice(0, 80)).toEqual(wanted)
    const form = await owner.ask('POST', '/roles', multipart({ name: crypto.randomUUID(), ...shape }))
    if (!JSON.stringify(shape).includes('[1')) expect(expectOk(form).body.data.permissions).toEqual(wanted)
  }
  for (const permissions of [['fly'], [999], ['1'], { fly: 1 }, [{ key: 'fly', value: 1 }], { 'list-invoice': 2 }])
    expect(
      (await owner.post('/roles', { name: 'x', permissions })).body.errors,
      JSON.stringify(permissions),
    ).toHaveProperty('permissions')
})

test('an owner sees every permission', async () => {
  const { data } = expectOk(await owner.get('/users/permissions')).body
  expect(data).toEqual(['is-owner', ...permissionKeys])
})

test('a user has exactly the rights of the role', async () => {
  const role_id = await role(['list-customer', 'read-customer'])
  const body = userBody({ role_id })
  expectOk(await owner.post('/users', body))
  const { token, user } = expectOk(
    await app.visitor().post('/auth/login', { email: body.email, password: body.password }),
  ).body.data
  expect(user.authority).toEqual(['list-customer', 'read-customer'])
  const client = app.visitor(token)
  expect((await client.get('/customers')).status).toBe(200)
  expect((await client.get('/invoices')).status).toBe(403)
  expectOk(await owner.post(`/roles/${role_id}`, { name: 'changed', permissions: ['list-invoice'] }))
  expect((await client.get('/customers')).status).toBe(403)
  expect((await client.get('/invoices')).status).toBe(200)
  expect((await owner.remove(`/roles/${role_id}`)).status).toBe(422)
})

test('without a password the user is invited, and the link sets one', async () => {
  const body = userBody({ password: '' })
  expectOk(await owner.post('/users', body))
  await app.app.services.outbox.drain()
  const mail = app.outbox.find((message) => message.to === body.email)
  const link = new URL(/https:\S+/.exec(mail?.text ?? '')?.[0] ?? '')
  const reset = {
    email: body.email,
    token: link.searchParams.get('token'),
    password: 'chosen by myself',
    password_confirmation: 'chosen by myself',
  }
  expectOk(await app.visitor().post('/auth/reset-password', reset))
  expectOk(await app.visitor().post('/auth/login', { email: body.email, password: 'chosen by myself' }))
})

test('no answer about a user contains a secret', async () => {
  const { data } = expectOk(await owner.get('/users?per_page=100')).body
  expect(JSON.stringify(data)).not.toMatch(/password|\$argon2/)
})

test('a user cannot grant permissions that he does not hold', async () => {
  const clerk = await clientWith(app, owner, [
    'create-role',
    'update-role',
    'read-role',
    'create-user',
    'update-user',
    'read-user',
    'list-role',
  ])
  expect((await clerk.post('/roles', { name: 'mine', permissions: ['create-user'] })).status).toBe(200)
  expect((await clerk.post('/roles', { name: 'more', permissions: ['delete-invoice'] })).body.errors).toHaveProperty(
    'permissions',
  )
  // A forwarded header written by the client changes nothing.
  for (const permissions of [
    ['create-user', 'delete-invoice'],
    ['delete-invoice', 'create-user'],
  ])
    expect((await clerk.post('/roles', { name: `both ${permissions[0]}`, permissions })).status).toBe(422)
  const mighty = await role(['delete-invoice'])
  expect((await clerk.post('/users', userBody({ role_id: mighty }))).body.errors).toHaveProperty('role_id')
  const raised = { name: 'raised', permissions: ['delete-invoice', 'delete-bill'] }
  expect((await clerk.post(`/roles/${mighty}`, raised)).status).toBe(422)
})

test('refuses to change or remove a person or a role with permissions that the user lacks', async () => {
  const managing = [
    'create-role',
    'update-role',
    'delete-role',
    'read-role',
    'create-user',
    'update-user',
    'delete-user',
    'read-user',
  ]
  const clerk = await clientWith(app, owner, managing)
  const mighty = await role(['delete-invoice'])
  const body = userBody({ role_id: mighty })
  const { id } = expectOk(await owner.post('/users', body)).body.data
  const changes = [
    { password: 'chosen by the clerk' },
    { email: email() },
    { status: 'inactive' },
    { role_id: '' },
    { name: 'another name' },
  ]
  for (const change of changes) {
    const reply = await clerk.post(`/users/${id}`, { ...body, password: '', ...change })
    expect([reply.status, reply.headers.refusal], JSON.stringify(change)).toEqual([422, 'holds_more_than_you'])
  }
  expect((await clerk.remove(`/users/${id}`)).headers.refusal).toBe('holds_more_than_you')
  expectOk(await app.visitor().post('/auth/login', { email: body.email, password: body.password }))
  for (const permissions of [[], ['delete-invoice'], ['read-user']]) {
    const reply = await clerk.post(`/roles/${mighty}`, { name: 'renamed', permissions })
    expect(reply.headers.refusal).toBe('holds_more_than_you')
  }
  const unused = await role(['delete-bill'])
  expect((await clerk.remove(`/roles/${unused}`)).headers.refusal).toBe('holds_more_than_you')
  expect(expectOk(await owner.get(`/roles/${mighty}`)).body.data.permissions).toEqual(['delete-invoice'])
  // A person may perform every action within their own rights.
  const peer = userBody({ role_id: await role(['read-user']) })
  const { id: peerId } = expectOk(await clerk.post('/users', peer)).body.data
  expectOk(await clerk.post(`/users/${peerId}`, { ...peer, password: 'another password' }))
  expectOk(await clerk.remove(`/users/${peerId}`))
})

test('a change of address cancels the mailed link, and a user who never signed in is invited at the new address', async () => {
  const body = userBody({ password: '' })
  const { id } = expectOk(await owner.post('/users', body)).body.data
  await app.app.services.outbox.drain()
  const token = () => new URL(/https:\S+/.exec(app.outbox.at(-1)?.text ?? '')?.[0] ?? '').searchParams.get('token')
  const first = token()
  const moved = email()
  expectOk(await owner.post(`/users/${id}`, { ...body, email: moved }))
  await app.app.services.outbox.drain()
  expect(app.outbox.at(-1)?.to).toBe(moved)
  const check = async (given: string | null) =>
    (await app.visitor().post('/auth/check-reset-password-token', { email: moved, token: given })).status
  expect([await check(first), await check(token())]).toEqual([422, 200])
})

test('a deleted user is signed out and unlisted, stays named in history, and frees the address', async () => {
  const body = userBody({
    name: 'سالم العمري',
    role_id: await role(['file-vat', 'create-invoice', 'update-invoice', 'read-invoice']),
  })
  const { id } = expectOk(await owner.post('/users', body)).body.data
  const signIn = () => app.visitor().post('/auth/login', { email: body.email, password: body.password })
  const client = app.visitor(expectOk(await signIn()).body.data.token)
  const dated = { invoice_date: `${today().slice(0, 4)}-01-01`, due_date: today() }
  const invoice = expectOk(await client.post('/invoices', invoiceBody(owner, dated))).body.data
  expectOk(
    await client.post(`/invoices/${invoice.id}`, {
      ...invoiceBody(owner, dated),
      invoice_number: invoice.invoice_number,
    }),
  )
  const { periods } = expectOk(await owner.get('/vat-periods')).body.data
  const [first] = periods.slice(-1)
  expectOk(await client.post(`/vat-periods/${first.id}/file`))

  expectOk(await owner.remove(`/users/${id}`))
  expect((await client.get('/auth/session')).status).toBe(401)
  expect((await signIn()).status).toBe(422)
  expect((await owner.get(`/users/${id}`)).status).toBe(404)
  expect((await owner.post(`/users/${id}`, body)).status).toBe(404)
  expect((await owner.remove(`/users/${id}`)).status).toBe(404)
  const listed = expectOk(await owner.get('/users?per_page=100')).body.data
  expect(listed.map((row: { id: number }) => row.id)).not.toContain(id)

  const history = async (part: string) => expectOk(await owner.get(`/invoices/${invoice.id}/${part}`)).body.data
  for (const entry of await history('entries')) expect(entry.posted_by).toBe('سالم العمري')
  for (const revision of await history('revisions')) expect(revision.revised_by).toBe('سالم العمري')
  const filed = expectOk(await owner.get('/vat-periods')).body.data.periods.find(
    (one: { id: number }) => one.id === first.id,
  )
  expect(filed).toMatchObject({ status: 'filed', filed_by: 'سالم العمري', filed_at: expect.any(String) })
  const sheet = expectOk(await owner.get(`/reports/vat-return?from=${first.from}&to=${first.to}`)).body.data
  expect(sheet.notes).toContainEqual(
    expect.objectContaining({ word: 'notes.return_filed', params: expect.objectContaining({ name: 'سالم العمري' }) }),
  )

  const stranger = await createOrganization(app)
  expectOk(await stranger.post('/users', userBody({ email: body.email })))
})

test('the application cannot take a person out of the history', async () => {
  const held = await withSuperuser(app, (client) =>
    client.query("SELECT has_table_privilege('mizan_app', 'users', 'DELETE') AS deletes"),
  )
  expect(held.rows).toEqual([{ deletes: false }])
})

test('only owners change owners, and the last one cannot be removed', async () => {
  const { data } = expectOk(await owner.get('/auth/session')).body
  const clerk = await clientWith(app, owner, ['update-user', 'delete-user', 'read-user'])
  const self = { name: data.name, email: data.email, status: 'inactive' }
  expect((await clerk.post(`/users/${data.id}`, { ...self, status: 'active' })).status).toBe(422)
  expect((await clerk.remove(`/users/${data.id}`)).status).toBe(422)
  expect((await owner.post(`/users/${data.id}`, self)).body.errors).toHaveProperty('status')
  expect((await owner.remove(`/users/${data.id}`)).status).toBe(422)
  expectOk(await owner.get('/auth/session'))
})

test('of two owners who remove each other concurrently one stays', async () => {
  const organization = await createOrganization(app)
  const body = userBody()
  const { id } = expectOk(await organization.post('/users', body)).body.data
  await withSuperuser(app, (client) => client.query('UPDATE users SET is_owner = true WHERE id = $1', [id]))
  const other = app.visitor(
    expectOk(await app.visitor().post('/auth/login', { email: body.email, password: body.password })).body.data.token,
  )
  const first = expectOk(await organization.get('/auth/session')).body.data
  const out = (user: { id: number; name: string; email: string }) => ({
    name: user.name,
    email: user.email,
    status: 'inactive',
  })
  await Promise.all([
    organization.post(`/users/${id}`, out({ ...body, id })),
    other.post(`/users/${first.id}`, out(first)),
  ])
  const owners = await withSuperuser(
    app,
    async (client) =>
      (
        await client.query(
          "SELECT count(*)::int AS n FROM users WHERE organization_id = $1 AND is_owner AND status = 'active'",
          [organization.token?.split('.')[0]],
        )
      ).rows[0].n,
  )
  expect(owners).toBe(1)
})

test('sessions end when an administrator sets a password, or changes or removes the role', async () => {
  const role_id = await role(['list-customer'])
  const body = userBody({ role_id })
  const { id } = expectOk(await owner.post('/users', body)).body.data
  const signedIn = async (password = body.password) =>
    app.visitor(expectOk(await app.visitor().post('/auth/login', { email: body.email, password })).body.data.token)
  const everywhere = [await signedIn(), await signedIn(), await signedIn()]
  const statuses = async (path: string) => Promise.all(everywhere.map(async (one) => (await one.get(path)).status))
  expect(await statuses('/customers')).toEqual([200, 200, 200])
  expectOk(await owner.post(`/users/${id}`, { ...body, password: '', name: 'renamed' }))
  expect(await statuses('/customers')).toEqual([200, 200, 200])
  expectOk(await owner.post(`/users/${id}`, { ...body, password: '', role_id: '' }))
  expect(await statuses('/customers')).toEqual([403, 403, 403])
  expectOk(await owner.post(`/users/${id}`, { ...body, password: 'set by the administrator' }))
  expect(await statuses('/auth/session')).toEqual([401, 401, 401])
  const again = await signedIn('set by the administrator')
  expect((await again.get('/customers')).status).toBe(200)
  expectOk(await owner.remove(`/users/${id}`))
  expect((await again.get('/auth/session')).status).toBe(401)
})

test('a user who becomes inactive or gets a new password is signed out at once; an e-mail address is unique', async () => {
  const body = userBody()
  const { id } = expectOk(await owner.post('/users', body)).body.data
  const signedIn = async () =>
    app.visitor(
      expectOk(await app.visitor().post('/auth/login', { email: body.email, password: body.password })).body.data.token,
    )
  const client = await signedIn()
  expectOk(await client.get('/auth/session'))
  expectOk(await owner.post(`/users/${id}`, { ...body, password: '', status: 'inactive' }))
  expect((await client.get('/auth/session')).status).toBe(401)
  const stranger = await createOrganization(app)
  expect((await stranger.post('/users', userBody({ email: body.email }))).body.errors).toHaveProperty('email')
  const moved = email()
  expectOk(await owner.post(`/users/${id}`, { ...body, email: moved }))
  expectOk(await app.visitor().post('/auth/login', { email: moved, password: body.password }))
  expectOk(await owner.remove(`/users/${id}`))
  expect((await app.visitor().post('/auth/login', { email: moved, password: body.password })).status).toBe(422)
})
