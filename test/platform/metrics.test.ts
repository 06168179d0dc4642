import { expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { createTestApp } from '../harness/api.ts'
import { createOrganization } from '../harness/organization.ts'

const token = 'a-token-of-the-scraper'
const bearer = { authorization: `Bearer ${token}` }

test('with a token the metrics are those of Prometheus, by route and without names', async () => {
  const app = await createTestApp(undefined, undefined, { METRICS: token })
  const owner = await createOrganization(app)
  await owner.get('/customers/999')
  const { status, body, headers } = await app.visitor().ask('GET', '/metrics', { headers: bearer })
  expect(status).toBe(200)
  expect(headers['content-type']).toContain('text/plain')
  expect(body).toContain('mizan_request_seconds_count{method="GET",route="/api/customers/:id",status="404"} 1')
  for (const name of [
    'database_up 1',
    'outbox_waiting 0',
    'outbox_oldest_seconds 0',
    'pool_connections{state="total"}',
  ])
    expect(body).toContain(`mizan_${name}`)
  expect(body).not.toContain('example.sa')
})

test('metrics require their token, and do not exist without the setting', async () => {
  const app = await createTestApp(undefined, undefined, { METRICS: token })
  expect((await app.visitor().get('/metrics')).status).toBe(401)
  expect((await app.visitor().ask('GET', '/metrics', { headers: { authorization: 'Bearer wrong' } })).status).toBe(401)
  const plain = await createTestApp()
  expect((await plain.visitor().ask('GET', '/metrics', { headers: bearer })).status).toBe(404)
})

test('refuses a token that can be guessed', () => {
  expect(() => readConfig({ METRICS: '1' })).toThrow('METRICS')
})
