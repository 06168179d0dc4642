import { beforeAll, describe, expect, test } from 'vitest'
import { permissionKeys } from '#contract/access/permissions.ts'
import { calls } from '#contract/index.ts'
import type { Call } from '#contract/kit/resource.ts'
import { type Client, createTestApp, type TestApp } from '../harness/api.ts'
import { createOrganization, type Organization } from '../harness/organization.ts'
import { clientWith } from '../harness/role.ts'

// Every call, without its permission, with only it, signed out: generated from the contract, so a new call is covered
// the moment it exists.

let app: TestApp
let owner: Organization
let clients: { all: Client; none: Client }
beforeAll(async () => {
  app = await createTestApp()
  owner = await createOrganization(app)
  clients = { all: await clientWith(app, owner, permissionKeys), none: await clientWith(app, owner, []) }
})

const guarded = calls.filter((call) => Array.isArray(call.admission))
const path = (call: Call) => call.path.replace(/:\w+/g, '999999999')
const ask = (client: Client, call: Call) =>
  client.ask(call.method, path(call), call.method === 'POST' ? { body: {} } : {})

test('the contract names the calls', () => expect(guarded.length).toBeGreaterThan(60))

describe.each(guarded.map((call) => [`${call.method} ${call.path}`, call] as const))('%s', (_name, call) => {
  test('is refused without its permission, and allowed with it', async () => {
    const wanted = call.admission as readonly string[]
    expect((await ask(app.visitor(), call)).status).toBe(401)
    const refused = await ask(clients.none, call)
    expect(refused.status).toBe(403)
    expect(refused.body).toEqual({ code: refused.headers.refusal, message: expect.any(String), errors: {} })
    expect(refused.headers.refusal).toBe('not_permitted')
    const others = permissionKeys.filter((key) => !wanted.includes(key))
    expect((await ask(await clientWith(app, owner, others), call)).status).toBe(403)
    for (const key of wanted) expect((await ask(await clientWith(app, owner, [key]), call)).status).not.toBe(403)
    expect((await ask(owner, call)).status).not.toBe(403)
  })
  test('requires only permissions that a role can have', () => {
    for (const key of call.admission as readonly string[]) expect(permissionKeys).toContain(key)
  })
})

test.each([
  ['set-off-balances', ['/branches', '/customers', '/suppliers', '/invoices', '/bills']],
  ['create-customs-declaration', ['/branches', '/suppliers', '/products']],
  ['update-financialYear', ['/branches', '/accounting/accounts', '/customers', '/suppliers', '/products']],
  ['file-vat', ['/branches', '/accounting/accounts']],
  ['read-journal-entry', ['/branches']],
  ['create-credit-note', ['/invoices', '/payment-methods', '/accounting/accounts']],
  ['create-supplier-credit', ['/bills', '/payment-methods', '/accounting/accounts']],
  ['update-income-payment', ['/invoices', '/payment-methods', '/accounting/accounts']],
  ['update-expense-payment', ['/bills', '/payment-methods', '/accounting/accounts']],
  ['write-off-invoice', ['/accounting/accounts']],
  ['write-off-bill', ['/accounting/accounts']],
])('a user who may %s may read the options of its forms', async (permission, lists) => {
  const role = await clientWith(app, owner, [permission])
  for (const list of lists) expect((await role.get(`${list}/list`)).status, list).toBe(200)
})

test('the public calls are these and no others', () => {
  const open = calls.filter((call) => call.admission === 'public').map((call) => `${call.method} ${call.path}`)
  expect(open.sort()).toEqual(
    [
      'GET /files/:name',
      'GET /mail-stops/:token',
      'POST /mail-stops/:token',
      'GET /shared/:token',
      'GET /shared/:token/pdf',
      'GET /shared/:token/picture',
      'GET /shared/:token/xml',
      'POST /shared/:token/answer',
      'POST /shared/:token/remarks',
      'POST /auth/check-reset-password-token',
      'POST /auth/forgot-password',
      'POST /auth/invitation',
      'POST /auth/invitation/join',
      'POST /auth/invitation/register',
      'POST /auth/login',
      'POST /auth/passkey/login',
      'POST /auth/passkey/start',
      'POST /auth/register',
      'POST /auth/reset-password',
    ].sort(),
  )
})

test('every mounted route is a call of the contract', () => {
  const mounted = app.app.printRoutes({ commonPrefix: false, includeHooks: false })
  for (const call of calls)
    expect(app.app.hasRoute({ method: call.method, url: `/api${call.path}` }), `${call.method} ${call.path}`).toBe(true)
  expect(mounted).toContain('api')
})

test('removed rights are gone at once', async () => {
  const role = await clientWith(app, owner, ['list-customer'])
  expect((await role.get('/customers')).status).toBe(200)
  await role.revoke('list-customer')
  expect((await role.get('/customers')).status).toBe(403)
})
