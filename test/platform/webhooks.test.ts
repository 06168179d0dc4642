import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { webhookEvents, webhookReads } from '#contract/access/webhooks.ts'
import { createTestApp, type TestApp } from '../harness/api.ts'
import { createOrganization, expectOk, invoiceBody, type Organization, paymentBody } from '../harness/organization.ts'
import { clientWith, withSuperuser } from '../harness/role.ts'

type Received = { headers: IncomingMessage['headers']; body: string; event: { type: string; data: { id: number } } }
let app: TestApp
let owner: Organization
let receiver: Server
let url: string
let received: Received[] = []
/** The receiver's response: a status, or a status with a header. */
type Answer = number | [number, Record<string, string>]
let answers: (received: Received) => Answer | Promise<Answer> = () => 204

beforeAll(async () => {
  app = await createTestApp(undefined, undefined, { WEBHOOK_NETWORKS: '127.0.0.0/8' })
  owner = await createOrganization(app)
  receiver = createServer((request, response) => {
    const parts: Buffer[] = []
    request
      .on('data', (part) => parts.push(part))
      .on('end', async () => {
        const body = Buffer.concat(parts).toString()
        const one = { headers: request.headers, body, event: JSON.parse(body) }
        received.push(one)
        const answer = await answers(one)
        const [status, headers] = Array.isArray(answer) ? answer : [answer, {}]
        response.writeHead(status, headers).end(`answer ${status}`)
      })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
})
afterAll(() => receiver.close())
beforeEach(() => {
  received = []
  answers = () => 204
})

afterEach(async () => {
  for (const { id } of expectOk(await owner.get('/webhooks?per_page=100')).body.data)
    expectOk(await owner.remove(`/webhooks/${id}`))
})

const everyEvent = Object.values(webhookEvents).flat()
async function endpoint(change: object = {}, by: Organization = owner) {
  const body = { name: 'Shop', url, events: everyEvent, status: 'active', ...change }
  return expectOk(await by.post('/webhooks', body)).body.data as { id: number; secret: string }
}
const drain = () => app.app.services.outbox.drain()
/** Later, as far as the outbox is concerned. */
const makeDue = () => withSuperuser(app, (client) => client.query('UPDATE outbox_directory SET due_at = now()'))
const deliveries = async (query = '') =>
  expectOk(await owner.get(`/webhook-deliveries?per_page=100${query}`)).body.data as {
    id: number
    type: string
    state: string
    attempts: number
    response_status: number | null
    last_error: string | null
  }[]
const types = () => received.map(({ event }) => event.type)

test('events of customers, invoices and payments are sent, signed by the Standard Webhooks scheme', async () => {
  const { secret } = await endpoint()
  const party = { name: 'عميل', email: 'party@example.sa', type: 'company', status: 'active' }
  const customer = expectOk(await owner.post('/customers', party)).body.data.id
  const invoice = expectOk(await owner.post('/invoices', invoiceBody(owner, { customer_id: customer }))).body.data
  const references = [{ reference_id: invoice.id, amount: 1150 }]
  expectOk(await owner.post('/accounting/income-payments', paymentBody(owner, { customer_id: customer, references })))
  expectOk(await owner.remove(`/customers/${expectOk(await owner.post('/customers', party)).body.data.id}`))
  await drain()
  expect(types()).toEqual(
    expect.arrayContaining([
      'customer.created',
      'customer.deleted',
      'invoice.created',
      'invoice.posted',
      'invoice.paid',
      'income_payment.created',
    ]),
  )
  expect(types().filter((type) => !everyEvent.includes(type))).toEqual([])
  for (const { headers, body } of received)
    expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toEqual(JSON.parse(body))
  const paid = received.find(({ event }) => event.type === 'invoice.paid')
  expect(paid?.event.data).toMatchObject({
    id: invoice.id,
    number: invoice.invoice_number,
    customer_id: customer,
    status: 'paid',
  })
})

test('an endpoint gets only its selected events, and none while it is inactive', async () => {
  await endpoint({ events: ['supplier.created'] })
  await endpoint({ events: ['supplier.created'], status: 'inactive' })
  const party = { name: 'مورد', email: 'party@example.sa', type: 'company', status: 'active' }
  expectOk(await owner.post('/customers', party))
  expectOk(await owner.post('/suppliers', party))
  await drain()
  expect(types()).toEqual(['supplier.created'])
})

test('a rolled back event is not sent', async () => {
  await endpoint()
  expect((await owner.post('/invoices', invoiceBody(owner, { customer_id: 999_999 }))).status).toBe(422)
  await drain()
  expect(received).toEqual([])
})

test('a refused delivery is sent again with the same id and body; later events of the record wait for it, those of others do not', async () => {
  await endpoint({ events: ['customer.created', 'customer.updated'] })
  const party = { name: 'أ', email: 'party@example.sa', type: 'company', status: 'active' }
  answers = ({ event }) => (event.type === 'customer.created' ? 500 : 204)
  const first = expectOk(await owner.post('/customers', party)).body.data
  expectOk(await owner.post(`/customers/${first.id}`, { ...party, name: 'ب' }))
  await drain()
  expect(types()).toEqual(['customer.created'])
  answers = () => 204
  const second = expectOk(await owner.post('/customers', party)).body.data
  await drain()
  expect(received.at(-1)?.event.data.id).toBe(second.id)
  await makeDue()
  await drain()
  expect(received.filter(({ event }) => event.data.id === first.id).map(({ event }) => event.type)).toEqual([
    'customer.created',
    'customer.created',
    'customer.updated',
  ])
  const [one, , again] = received
  expect(again?.headers['webhook-id']).toBe(one?.headers['webhook-id'])
  expect(again?.body).toBe(one?.body)
  expect((await deliveries()).every(({ state }) => state === 'delivered')).toBe(true)
})

test('after the last attempt a delivery has failed, the next event of the record is sent, and the failed one can be replayed', async () => {
  const { id } = await endpoint({ events: ['customer.created', 'customer.updated'] })
  const party = { name: 'أ', email: 'party@example.sa', type: 'company', status: 'active' }
  answers = ({ event }) => (event.type === 'customer.created' ? 500 : 204)
  const customer = expectOk(await owner.post('/customers', party)).body.data
  expectOk(await owner.post(`/customers/${customer.id}`, { ...party, name: 'ب' }))
  for (let attempt = 0; attempt < 12; attempt++) {
    await makeDue()
    await drain()
  }
  const [failed] = await deliveries(`&webhook_id=${id}&state=failed`)
  expect(failed).toMatchObject({ type: 'customer.created', attempts: 11, response_status: 500, last_error: 'HTTP 500' })
  expect(types().at(-1)).toBe('customer.updated')
  // The runner may send it at once: the receiver answers when the second request was refused.
  const { promise: refused, resolve: answerNow } = Promise.withResolvers<number>()
  answers = () => refused
  expectOk(await owner.post(`/webhook-deliveries/${failed?.id}/replay`))
  expect((await owner.post(`/webhook-deliveries/${failed?.id}/replay`)).headers.refusal).toBe('webhook_waiting')
  answerNow(204)
  await drain()
  expect(expectOk(await owner.get(`/webhook-deliveries/${failed?.id}`)).body.data).toMatchObject({
    state: 'delivered',
    body: expect.stringContaining('"customer.created"'),
    url,
  })
})

test('redirects are not followed', async () => {
  const { id } = await endpoint({ events: ['customer.created'] })
  answers = () => [302, { location: url.replace('hook', 'elsewhere') }]
  expectOk(await owner.post('/customers', { name: 'ج', email: 'party@example.sa', type: 'company', status: 'active' }))
  await drain()
  expect(received).toHaveLength(1)
  const [waiting] = await deliveries(`&webhook_id=${id}`)
  expect(waiting).toMatchObject({
    state: 'waiting',
    response_status: 302,
    last_error: expect.stringContaining('redirects'),
  })
})

test('an address that answers "gone" receives nothing more', async () => {
  const { id } = await endpoint({ events: ['customer.created'] })
  answers = () => 410
  const party = { name: 'د', email: 'party@example.sa', type: 'company', status: 'active' }
  expectOk(await owner.post('/customers', party))
  await drain()
  expect((await owner.get(`/webhooks/${id}`)).body.data).toMatchObject({
    status: 'inactive',
    gone_at: expect.any(String),
  })
  expectOk(await owner.post('/customers', party))
  await drain()
  expect(received).toHaveLength(1)
})

test('a test event goes to its endpoint alone', async () => {
  const { id } = await endpoint({ events: ['customer.created'] })
  await endpoint({ events: ['customer.created'] })
  expectOk(await owner.post(`/webhooks/${id}/test`))
  await drain()
  expect(types()).toEqual(['webhook.test'])
})

test('the secret is shown once, and a new one replaces it', async () => {
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const body = { name: 'Once', url, events: ['customer.created'], status: 'active' }
  const { id, secret } = expectOk(await owner.post('/webhooks', body, headers)).body.data
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/=]{44}$/)
  expect(expectOk(await owner.post('/webhooks', body, headers)).body.data).toMatchObject({ id, secret: null })
  expect((await owner.get(`/webhooks/${id}`)).body.data.secret).toBeNull()
  const renewed = expectOk(await owner.post(`/webhooks/${id}/renew-secret`)).body.data.secret
  expectOk(await owner.post(`/webhooks/${id}/test`))
  await drain()
  const [one] = received as [Received]
  expect(() => new Webhook(secret).verify(one.body, one.headers as Record<string, string>)).toThrow()
  new Webhook(renewed).verify(one.body, one.headers as Record<string, string>)
})

test('endpoints and deliveries of another organisation are unknown, and its events go nowhere else', async () => {
  const { id } = await endpoint({ events: ['customer.created'] })
  const stranger = await createOrganization(app)
  received = []
  expectOk(
    await stranger.post('/customers', { name: 'x', email: 'party@example.sa', type: 'company', status: 'active' }),
  )
  await drain()
  expect(received).toEqual([])
  for (const path of [`/webhooks/${id}/test`, `/webhooks/${id}/renew-secret`])
    expect((await stranger.post(path)).status).toBe(404)
  const [delivery] = await deliveries()
  if (delivery) {
    expect((await stranger.get(`/webhook-deliveries/${delivery.id}`)).status).toBe(404)
    expect((await stranger.post(`/webhook-deliveries/${delivery.id}/replay`)).status).toBe(404)
  }
  expect((await stranger.get('/webhook-deliveries')).body.meta.total).toBe(0)
})

test('who may not read a record neither sends its events outside nor sees what was sent', async () => {
  const { id } = expectOk(
    await owner.post('/webhooks', { name: 'All', url, events: ['invoice.created'], status: 'active' }),
  ).body.data
  expectOk(await owner.post('/invoices', invoiceBody(owner)))
  await app.app.services.outbox.drain()
  const [sent] = expectOk(await owner.get(`/webhook-deliveries?webhook_id=${id}`)).body.data
  const clerk = await clientWith(app, owner, ['manage-webhooks'])
  await withSuperuser(app, (one) => one.query('UPDATE sessions SET confirmed_at = now()'))
  const chosen = await clerk.post('/webhooks', {
    name: 'X',
    url,
    events: ['customer.created', 'invoice.created'],
    status: 'active',
  })
  expect(chosen.body).toMatchObject({ code: 'webhook_event_unreadable' })
  const moved = { name: 'All', url, events: ['invoice.created'], status: 'active' }
  expect((await clerk.post(`/webhooks/${id}`, moved)).headers.refusal).toBe('webhook_event_unreadable')
  expect((await clerk.get(`/webhook-deliveries/${sent.id}`)).status).toBe(403)
  expect((await clerk.post(`/webhook-deliveries/${sent.id}/replay`)).status).toBe(403)
  const reader = await clientWith(app, owner, ['manage-webhooks', 'read-invoice'])
  expectOk(await reader.get(`/webhook-deliveries/${sent.id}`))
  expectOk(await owner.remove(`/webhooks/${id}`))
})

test('every record with events names the permission that reads it', () =>
  expect(Object.keys(webhookReads).sort()).toEqual(Object.keys(webhookEvents).sort()))

test('an endpoint that says no status is active, and an update without it leaves it as it is', async () => {
  const body = { name: 'Default', url: 'https://example.com/hook', events: ['invoice.created'] }
  const made = expectOk(await owner.post('/webhooks', body)).body.data
  expect(made.status).toBe('active')
  const off = { ...body, status: 'inactive' }
  expect(expectOk(await owner.post(`/webhooks/${made.id}`, off)).body.data.status).toBe('inactive')
  expect(expectOk(await owner.post(`/webhooks/${made.id}`, body)).body.data.status).toBe('inactive')
})
