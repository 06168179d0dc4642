import { expect, test } from 'vitest'
import { createTestApp } from '../harness/api.ts'
import { billBody } from '../harness/bodies.ts'
import { callsOf, createOrganization, expectOk, invoiceBody } from '../harness/organization.ts'
import { withSuperuser } from '../harness/role.ts'
import { trackedProduct } from './tracked-product.ts'

// A recurring invoice of tracked goods: batches are taken on its own day; a piece is never guessed (decision 0258).

let now = new Date('2028-11-26T09:00:00Z')
const app = await createTestApp({ now: () => now })
const { services } = app.app
const owner = await createOrganization(app)
/** Sessions outlive the clock that is moved. */
await withSuperuser(app, (client) => client.query("UPDATE sessions SET expires_at = '2100-01-01'"))
const { post, get } = callsOf(owner)

async function pass(day: string) {
  now = new Date(`${day}T09:00:00Z`)
  await services.pool.query('UPDATE outbox_directory SET due_at = now()')
  await services.outbox.drain()
}

/** What recurs of an invoice of one piece. */
async function recurring(product_id: number, lots: object[]) {
  const items = [{ product_id, quantity: 1, price: 60, tax_rate: 15, lots }]
  const dated = { invoice_date: '2028-11-26', due_date: '2028-12-26', status: 'confirmed' }
  const source = await post('/invoices', invoiceBody(owner, { ...dated, items }))
  const schedule = { unit: 'day', every: 1, start_date: '2028-11-28', save_as: 'confirmed', due_days: 15, count_max: 1 }
  const { id } = await post('/recurring-invoices', { source_id: source.id, ...schedule })
  return async () => {
    const rows = (await get('/recurring-invoices')) as { id: number; occurrences: Record<string, unknown>[] }[]
    return rows.find((row) => row.id === id)?.occurrences ?? []
  }
}

const buy = (product_id: number, bill_number: string, lots: object[], quantity: number) =>
  post(
    '/bills',
    billBody(owner, {
      bill_number,
      bill_date: '2028-11-20',
      due_date: '2028-11-20',
      items: [{ product_id, quantity, price: 10, tax_rate: 15, lots }],
    }),
  )

test('an invoice that recurs takes what has not expired on its own day, what expires first before others', async () => {
  const product_id = await trackedProduct(owner, 'batch', true)
  const lots = [
    { number: 'R-LATE', expires_on: '2029-06-30', quantity: 3 },
    { number: 'R-SOON', expires_on: '2029-01-31', quantity: 3 },
    { number: 'R-OVER', expires_on: '2028-11-27', quantity: 3 },
  ]
  await buy(product_id, 'RB-1', lots, 9)
  const occurrences = await recurring(product_id, [{ number: 'R-LATE' }])
  await pass('2028-11-28')
  const [made] = await occurrences()
  expect(made).toMatchObject({ state: 'made', day: '2028-11-28' })
  const { items } = await get(`/invoices/${made?.record_id}`)
  expect(items[0].lots).toEqual([{ number: 'R-SOON', expires_on: '2029-01-31', quantity: 1 }])
})

test('an invoice of a serial number that recurs stays a task with its reason, and nothing of it is half done', async () => {
  now = new Date('2028-11-26T09:00:00Z')
  const product_id = await trackedProduct(owner, 'serial')
  await buy(product_id, 'RB-2', [{ number: 'RS-1' }, { number: 'RS-2' }], 2)
  const occurrences = await recurring(product_id, [{ number: 'RS-1' }])
  const before = expectOk(await owner.get('/invoices?per_page=1')).body.meta.total
  await pass('2028-11-28')
  const [failed] = await occurrences()
  expect(failed).toMatchObject({ state: 'failed', day: '2028-11-28', record_id: null })
  expect(failed?.error).toBeTruthy()
  expect(expectOk(await owner.get('/invoices?per_page=1')).body.meta.total).toBe(before)
})
