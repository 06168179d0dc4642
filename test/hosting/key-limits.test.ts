import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { createTestApp, madeApps } from '../harness/api.ts'
import { createOrganization, expectOk } from '../harness/organization.ts'
import { withSuperuser } from '../harness/role.ts'

test('what one process admits of a key is taken from its limit in the other within a second', async () => {
  let now = new Date()
  const clock = { now: () => now }
  const one = await createTestApp(clock)
  const other = await createApp({
    config: readConfig({ NODE_ENV: 'test', DATA_DIR: tmpdir() }),
    database: one.roles.app,
    clock,
  })
  madeApps.push(other)
  const owner = await createOrganization(one)
  const expires_on = new Date(Date.now() + 864e6).toISOString().slice(0, 10)
  const body = { name: 'Shop', permissions: ['list-customer'], expires_on, requests_per_minute: '60' }
  const { key } = expectOk(await owner.post('/api-keys', body)).body.data
  const here = one.visitor(key)
  const there = async () => {
    const response = await other.inject({ url: '/api/customers', headers: { authorization: `Bearer ${key}` } })
    return Number(/r=(\d+)/.exec(String(response.headers.ratelimit))?.[1])
  }
  const counted = () =>
    withSuperuser(one, async (client) => (await client.query('SELECT max(count)::int AS n FROM attempts')).rows[0].n)
  for (let count = 0; count < 20; count++) expectOk(await here.get('/customers'))
  // A process writes its count to the database once a second, with the next request.
  now = new Date(now.getTime() + 1_000)
  expectOk(await here.get('/customers'))
  await expect.poll(counted).toBe(21)
  // Its own first request, of 60: then it asks.
  expect(await there()).toBe(59)
  await expect.poll(counted).toBe(22)
  await there()
  expect(await there()).toBeLessThanOrEqual(60 - 21 - 3)
})
