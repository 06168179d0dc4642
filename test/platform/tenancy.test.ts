import { beforeAll, describe, expect, test } from 'vitest'
import { permissionKeys } from '#contract/access/permissions.ts'
import { calls, resources } from '#contract/index.ts'
import type { Call } from '#contract/kit/resource.ts'
import { tenantTables } from '#server/db/schema.ts'
import { createTestApp, type TestApp } from '../harness/api.ts'
import { actionBody, type Body, bodies } from '../harness/bodies.ts'
import { invite, roleOf } from '../harness/memberships.ts'
import { fileUpload } from '../harness/multipart.ts'
import { createOrganization, expectOk, type Organization, password } from '../harness/organization.ts'
import { withSuperuser } from '../harness/role.ts'

// Every id position of every call, with an id of another tenant: the answer equals that of an unknown id, and the other
// tenant's rows do not change. Generated from the contract. The caller is a member of the other organization too, with every
// permission there: a session reaches its own organization alone.

type Name = keyof typeof resources
const names = Object.keys(resources) as Name[]
let app: TestApp
let attacker: Organization
let victim: Organization
const victimIds = {} as Record<Name, number>

beforeAll(async () => {
  app = await createTestApp()
  attacker = await createOrganization(app)
  victim = await createOrganization(app)
  const token = await invite(victim, attacker.email, await roleOf(victim, [...permissionKeys]))
  expectOk(await app.visitor().post('/auth/invitation/join', { token, password }))
  for (const name of names) {
    const reply = expectOk(await victim.post(resources[name].path, await bodies[name](victim)))
    victimIds[name] = reply.body.data.id
  }
})

/** One hash for all rows of the victim, in every tenant table. */
const fingerprint = () =>
  withSuperuser(app, async (client) => {
    const organization = Number(victim.token?.split('.')[0])
    const hashes: string[] = []
    for (const table of tenantTables) {
      // Sessions note when they were last used; nothing else moves by itself.
      if (table === 'sessions') continue
      const { rows } = await client.query(
        `SELECT coalesce(sum(hashtextextended(t::text, 0)), 0) AS hash FROM ${table} AS t WHERE organization_id = $1`,
        [organization],
      )
      hashes.push(`${table} ${rows[0].hash}`)
    }
    return hashes.join('\n')
  })

const paper = Buffer.from('%PDF-1.7 of a stranger')
const missing = 900_000_000_000
const pathOf = (call: Call, id: number) => call.path.replace(':id', String(id)).replace(/:\w+/, '1')
const without = (text: string, id: number) => text.replaceAll(String(id), '#')

describe.each(names)('%s', (name) => {
  const resource = resources[name]
  test('an id of another organization in the path is not found', async () => {
    const before = await fingerprint()
    const own = calls.filter((call) => call.path.startsWith(`${resource.path}/:id`))
    for (const call of own) {
      const valid =
        call.kind === 'action' || call.kind === 'preview' ? actionBody(call, attacker) : await bodies[name](attacker)
      const sent = call.path.endsWith('/attachments') ? fileUpload('attached_file', 'a.pdf', paper) : { body: valid }
      const body = call.method === 'POST' ? sent : {}
      const stranger = await attacker.ask(call.method, pathOf(call, victimIds[name]), body)
      const nobody = await attacker.ask(call.method, pathOf(call, missing), body)
      expect(stranger.status, `${call.method} ${call.path}`).toBe(404)
      expect(without(JSON.stringify(stranger.body), victimIds[name])).toBe(
        without(JSON.stringify(nobody.body), missing),
      )
    }
    expect(await fingerprint()).toBe(before)
  })

  test("T10: a stranger's id in the body is refused on its field", async () => {
    const body = await bodies[name](attacker)
    const before = await fingerprint()
    for (const path of idPaths(body)) {
      const stranger = strangersId(path.at(-1) as string)
      if (stranger === undefined) continue
      const reply = await attacker.post(resource.path, replaced(body, path, stranger))
      const nobody = await attacker.post(resource.path, replaced(body, path, missing))
      expect(reply.status, path.join('.')).toBe(422)
      expect(Object.keys(reply.body.errors), path.join('.')).toContain(path.join('.'))
      expect(JSON.stringify(reply.body)).toBe(JSON.stringify(nobody.body))
    }
    expect(await fingerprint()).toBe(before)
  })

  test("a stranger's rows are in no list, option list or export", async () => {
    const reply = await attacker.get(`${resource.path}?per_page=100`)
    expect(reply.body.data.map((row: { id: number }) => row.id)).not.toContain(victimIds[name])
    if (!resource.calls.options) return
    const options = await attacker.get(`${resource.path}/list`)
    expect(options.body.data.map((row: { id: number }) => row.id)).not.toContain(victimIds[name])
  })
})

/** The victim's record behind an id field. Global rows (countries, currencies ...) belong to nobody. */
function strangersId(field: string): number | undefined {
  const own: Record<string, number> = {
    customer_id: victimIds.customers,
    supplier_id: victimIds.suppliers,
    branch_id: victim.ids.branch,
    tax_id: victim.ids.tax,
    product_id: victim.ids.service,
    unit_id: victim.ids.unit,
    product_category_id: victim.ids.category,
    payment_method_id: victim.ids.method,
    reference_id: victimIds.invoices,
    role_id: victimIds.roles,
  }
  return own[field]
}

function idPaths(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return path.at(-1)?.endsWith('_id') ? [path] : []
  return Object.entries(value).flatMap(([key, child]) => idPaths(child, [...path, key]))
}

function replaced(body: Body, path: string[], id: number): Body {
  const copy = structuredClone(body)
  const parent = path.slice(0, -1).reduce<Body>((target, key) => target[key] as Body, copy)
  parent[path.at(-1) as string] = id
  return copy
}

test('the tenant comes only from the token', async () => {
  const organization = Number(victim.token?.split('.')[0])
  const hints = {
    'organization-id': String(organization),
    'x-organization-id': String(organization),
    'x-tenant': String(organization),
  }
  const reply = await attacker.ask('GET', '/customers?per_page=100', { headers: hints })
  expect(reply.body.data.map((row: { id: number }) => row.id)).not.toContain(victimIds.customers)
  expect((await attacker.get(`/customers?organization_id=${organization}`)).status).toBe(422)
  const body = await bodies.customers(attacker)
  for (const hint of [{ organization_id: organization }, { id: victimIds.customers }])
    expect((await attacker.post('/customers', { ...body, ...hint })).status).toBe(422)
  const created = await attacker.ask('POST', '/customers', { body, headers: hints })
  expect((await attacker.get(`/customers/${created.body.data.id}`)).status).toBe(200)
  expect((await victim.get(`/customers/${created.body.data.id}`)).status).toBe(404)
})

test("another organisation's number in front of a token opens nothing", async () => {
  const [, secret] = (attacker.token as string).split('.')
  const forged = app.visitor(`${victim.token?.split('.')[0]}.${secret}`)
  expect((await forged.get('/customers')).status).toBe(401)
})
