import { beforeAll, expect, test } from 'vitest'
import { exportMaximum } from '#server/resource/export-rows.ts'
import { createTestApp, type TestApp } from '../harness/api.ts'
import { createOrganization, expectOk, type Organization } from '../harness/organization.ts'
import { withSuperuser } from '../harness/role.ts'

let app: TestApp
let owner: Organization
beforeAll(async () => {
  app = await createTestApp()
  owner = await createOrganization(app)
})
const organization = () => owner.token?.split('.')[0]
const fill = (count: number) =>
  withSuperuser(app, (client) =>
    client.query(
      "INSERT INTO units (organization_id, code, name, status) SELECT $1, 'F' || n, 'وحدة ' || n, 'inactive' FROM generate_series(1, $2::int) AS n",
      [organization(), count],
    ),
  )

test('answers the largest export completely, and refuses one more row with the number of rows', async () => {
  await withSuperuser(app, (client) =>
    client.query(
      `INSERT INTO parties (organization_id, kind, name, email, type, status) SELECT $1, 'customer', 'عميل ' || n, 'x@example.sa', 'company', 'active'
        FROM generate_series(1, $2::int) AS n`,
      [organization(), exportMaximum - 1],
    ),
  )
  const csv = expectOk(await owner.get('/customers/export?format=csv')).body as string
  expect(csv.trimEnd().split('\n')).toHaveLength(exportMaximum + 1)
  await withSuperuser(app, (client) =>
    client.query(
      "INSERT INTO parties (organization_id, kind, name, email, type, status) VALUES ($1, 'customer', 'x', 'x@example.sa', 'company', 'active')",
      [organization()],
    ),
  )
  for (const format of ['csv', 'xlsx']) {
    const reply = await owner.get(`/customers/export?format=${format}`)
    expect([reply.status, reply.headers.refusal]).toEqual([422, 'too_many_to_export'])
    expect(reply.body.message).toMatch(/50,000/)
  }
  // A filtered export fits again.
  expectOk(await owner.get('/customers/export?format=csv&keyword=%D8%B9%D9%85%D9%8A%D9%84%2077'))
}, 120_000)

test('an option list longer than one answer says its total length', async () => {
  const before = expectOk(await owner.get('/units/list')).body.meta.total
  await fill(1_200)
  await withSuperuser(app, (client) =>
    client.query("UPDATE units SET status = 'active' WHERE organization_id = $1", [organization()]),
  )
  const { data, meta } = expectOk(await owner.get('/units/list')).body
  expect([data.length, meta.total]).toEqual([1_000, before + 1_200])
})
