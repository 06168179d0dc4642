import { expect, test } from 'vitest'
import { createTestApp } from '../harness/api.ts'
import { callsOf, createOrganization } from '../harness/organization.ts'
import { withSuperuser } from '../harness/role.ts'

// The figures above the lists of customers and suppliers. A month begins in Riyadh, three hours before it does in UTC.

test.each([
  ['customers', 'Customers'],
  ['suppliers', 'Suppliers'],
])('counts all, active and new %s, each against the month before', async (path, name) => {
  const app = await createTestApp({ now: () => new Date('2028-03-15T09:00:00Z') })
  const { get, post } = callsOf(await createOrganization(app))
  const created = async (at: string, status = 'active') => {
    const { id } = await post(`/${path}`, { name: `طرف ${at}`, email: 'a@example.sa', type: 'company', status })
    await withSuperuser(app, (client) => client.query('UPDATE parties SET created_at = $1 WHERE id = $2', [at, id]))
  }
  // The one that every organisation of these tests has comes long before.
  await withSuperuser(app, (client) => client.query("UPDATE parties SET created_at = '2027-01-01'"))
  await created('2028-02-10T09:00:00Z')
  // The last second of February in Riyadh, and the first of March.
  await created('2028-02-29T20:59:59Z', 'blocked')
  await created('2028-02-29T21:00:00Z')
  await created('2028-03-10T09:00:00Z')
  await created('2028-03-11T09:00:00Z')
  expect(await get(`/${path}/statistic`)).toEqual({
    [`total${name}`]: { value: 6, growShrink: 100 },
    [`active${name}`]: { value: 5, growShrink: 150 },
    [`new${name}`]: { value: 3, growShrink: 50 },
  })
})
