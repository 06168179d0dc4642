import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { calls, resources } from '#contract/index.ts'
import { tenantTables } from '#server/db/schema.ts'
import { createTestApp, type TestApp } from '../harness/api.ts'
import { actionBody, bodies } from '../harness/bodies.ts'
import { capture, type Sent } from '../harness/explain.ts'
import { createOrganization, type Organization } from '../harness/organization.ts'

// Every statement names its tenant by value: each scan of a tenant's table in its plan has `organization_id` equal to a parameter or a constant, not only to a
// column of another table, and not only through row security. It is a second wall, and lets a distributed database send each statement to one node (decision 0097).

let app: TestApp
let owner: Organization
let client: pg.Client
const sent: Sent[] = []

beforeAll(async () => {
  app = await createTestApp()
  // A superuser plans without row security: what is left are the conditions of the statement.
  client = new pg.Client(app.roles.superuser)
  await client.connect()
})
afterAll(() => client.end())

/** Creating, reading, changing and removing every resource, every list and every report, as far as one body reaches. */
async function everyCall(): Promise<void> {
  owner = await createOrganization(app)
  const names = Object.keys(resources) as (keyof typeof resources)[]
  for (const name of names) {
    const made = await owner.post(resources[name].path, await bodies[name](owner))
    const id = String(made.body.data?.id ?? 1)
    for (const call of calls.filter(
      ({ path }) => path === resources[name].path || path.startsWith(`${resources[name].path}/`),
    )) {
      const path = call.path.replace(':id', id).replace(/:\w+/g, '1')
      const isAction = call.kind === 'action' || call.kind === 'preview'
      if (call.method === 'GET') await owner.get(path)
      else if (call.method === 'POST')
        await owner.post(path, isAction ? actionBody(call, owner) : await bodies[name](owner))
    }
    await owner.get(`${resources[name].path}?keyword=a&per_page=10`)
  }
  for (const call of calls) if (call.method === 'GET') await owner.get(call.path.replace(/:\w+/g, '1'))
}

type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Index Cond'?: string
  'Recheck Cond'?: string
  Filter?: string
  Plans?: Node[]
}
const isScan = (type: string) => /Scan$/.test(type) && type !== 'Bitmap Index Scan'
const namesTenant = (node: Node) =>
  /organization_id = (\$\d+|'?\d+'?(::bigint)?|ANY)/.test(
    [node['Index Cond'], node['Recheck Cond'], node.Filter].join(' '),
  )

function withoutTenant(node: Node): { table: string; condition: string }[] {
  const table = node['Relation Name']
  const isOpen = table !== undefined && isScan(node['Node Type']) && tenantTables.has(table)
  const condition = node['Index Cond'] ?? node.Filter ?? 'no condition'
  const own = isOpen && !namesTenant(node) ? [{ table, condition }] : []
  return [...own, ...(node.Plans ?? []).flatMap(withoutTenant)]
}

test('each scan of a tenant’s table is by the tenant’s own number', async () => {
  sent.push(...(await capture(everyCall)))
  const texts = [...new Set(sent.map(({ text }) => text))]
  const statements = texts.filter((text) => /^\s*(select|with|update|delete|insert)/i.test(text))
  expect(statements.length).toBeGreaterThan(300)
  const open: string[] = []
  for (const text of statements) {
    const { rows } = await client.query(`EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${text}`).catch((error: Error) => {
      throw new Error(`${error.message}: ${text}`)
    })
    for (const { table, condition } of withoutTenant((rows[0]['QUERY PLAN'] as [{ Plan: Node }])[0].Plan)) {
      open.push(`${table}: ${condition}\n    in ${text.replace(/\s+/g, ' ').slice(0, 400)}`)
    }
  }
  expect(open).toEqual([])
})
