import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../harness/api.ts'
import { billBody } from '../harness/bodies.ts'
import { type Cut, createCuttingProxy } from '../harness/cutting-proxy.ts'
import {
  createOrganization,
  expectOk,
  idOf,
  invoiceBody,
  type Organization,
  paymentBody,
  today,
} from '../harness/organization.ts'

// The connection to the database is lost exactly around the commit: before it was sent, after it was done but before
// the answer, and within the answer. Nothing is posted twice, and nothing confirmed is lost: with a key the server
// itself finds out what happened and completes it; without one it answers that the outcome is unknown. The invariants
// run after the file.

let app: TestApp
let owner: Organization
let proxy: Awaited<ReturnType<typeof createCuttingProxy>>
beforeAll(async () => {
  app = await createTestApp(undefined, async (database) => {
    proxy = await createCuttingProxy(database)
    return proxy.settings
  })
  owner = await createOrganization(app)
})
afterAll(async () => {
  await app.app.close()
  await proxy.stop()
})

const invoice = () =>
  invoiceBody(owner, { items: [{ product_id: owner.ids.goods, quantity: 1, price: 100, tax_rate: 15 }] })
const total = async (path: string) => expectOk(await owner.get(path)).body.meta.total as number
const stock = async () => expectOk(await owner.get(`/products/${owner.ids.goods}`)).body.data.quantity as number

const writes: Record<string, () => Promise<[path: string, list: string, body: object]>> = {
  'an invoice': async () => ['/invoices', '/invoices', invoice()],
  'a bill': async () => ['/bills', '/bills', billBody(owner)],
  'a receipt': async () => {
    const id = await idOf(owner.post('/invoices', invoice()))
    const references = [{ reference_id: id, amount: 115 }]
    return [
      '/accounting/income-payments',
      '/accounting/income-payments',
      paymentBody(owner, { amount: 115, references }),
    ]
  },
  'a credit note': async () => {
    const id = await idOf(owner.post('/invoices', invoice()))
    const lines = [{ line_number: 1, quantity: 1 }]
    return [`/invoices/${id}/credit-note`, '/credit-notes', { note_date: today(), reason: 'مرتجع', lines }]
  },
}

describe.each(['before', 'after', 'within'] satisfies Cut[])('cut %s', (cut) => {
  test.each(Object.entries(writes))('%s with a key is stored once and answered normally', async (_, make) => {
    const [path, list, body] = await make()
    const before = await total(list)
    const key = { 'idempotency-key': crypto.randomUUID() }
    const cuts = proxy.made()
    proxy.cutNext(cut)
    const done = expectOk(await owner.post(path, body, key))
    expect(proxy.made()).toBe(cuts + 1)
    expect(done.headers['idempotency-replayed']).toBe(cut === 'before' ? undefined : 'true')
    expect(await total(list)).toBe(before + 1)
    expect(expectOk(await owner.post(path, body, key)).body).toEqual(done.body)
    expect(await total(list)).toBe(before + 1)
  })
  test.each(Object.entries(writes))('%s without a key is answered with an unknown outcome', async (_, make) => {
    const [path, list, body] = await make()
    const before = await total(list)
    proxy.cutNext(cut)
    const lost = await owner.post(path, body)
    expect([lost.status, lost.headers['retry-after']]).toEqual([503, '2'])
    expect(await total(list)).toBe(before + (cut === 'before' ? 0 : 1))
  })
})

test.each(['before', 'after', 'within'] satisfies Cut[])(
  'a revaluation interrupted %s is posted once, and its key returns it',
  async (cut) => {
    const day = `${today().slice(0, 4)}-01-${{ before: '05', after: '10', within: '15' }[cut]}`
    expectOk(await owner.post('/currencies/3/rate', { rate: '4.10' }))
    const items = [{ product_id: owner.ids.service, quantity: 1, price: 100, tax_rate: 15 }]
    expectOk(
      await owner.post(
        '/invoices',
        invoiceBody(owner, { currency_id: 3, invoice_date: day, due_date: today(), items }),
      ),
    )
    const entries = async () =>
      expectOk(await owner.get('/reports/journal?kind=fx_reval')).body.data.rows as { style: string }[]
    const posted = async () => (await entries()).filter(({ style }) => style === 'group').length
    const before = await posted()
    const ask = () =>
      owner.post('/accounting/fx-revaluations', { date: day, rates: [{ currency_id: 3, rate: '4.15' }] }, key)
    const key = { 'idempotency-key': crypto.randomUUID() }
    proxy.cutNext(cut)
    const done = expectOk(await ask())
    expect(done.headers['idempotency-replayed']).toBe(cut === 'before' ? undefined : 'true')
    expect(expectOk(await ask()).body).toEqual(done.body)
    // The difference, and its mirror on the next day.
    expect(await posted()).toBe(before + 2)
  },
)

test.each(['before', 'after'] satisfies Cut[])('invoices that shared the transaction that was cut %s', async (cut) => {
  const [before, left, cuts] = [await total('/invoices'), await stock(), proxy.made()]
  const asks = Array.from({ length: 12 }, () => ({ body: invoice(), key: { 'idempotency-key': crypto.randomUUID() } }))
  proxy.cutNext(cut, cut)
  const replies = await Promise.all(asks.map(({ body, key }) => owner.post('/invoices', body, key)))
  expect(proxy.made()).toBe(cuts + 2)
  for (const reply of replies) expectOk(reply)
  const answers = await Promise.all(asks.map(({ body, key }) => owner.post('/invoices', body, key).then(expectOk)))
  for (const [index, reply] of replies.entries()) expect(answers[index]?.body).toEqual(reply.body)
  expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(12)
  expect([await total('/invoices'), await stock()]).toEqual([before + 12, left - 12])
})
