import { beforeAll, expect, test } from 'vitest'
import { createTestApp } from '../harness/api.ts'
import { billBody, bodies } from '../harness/bodies.ts'
import { callsOf, createOrganization, idOf, invoiceBody } from '../harness/organization.ts'

// The answer for a new document is built from the written data without reading it: it must equal a read.

const owner = await createOrganization(await createTestApp())
const { post, get } = callsOf(owner)
const { ids } = owner
let center: number
const foreign = 3
beforeAll(async () => {
  const body = { number: '10', name: 'مركز ١٠', name_en: 'Center 10', type: 'sub', status: 'active' }
  center = await idOf(owner.post('/accounting/cost-centers', body))
  await post(`/currencies/${foreign}/rate`, { rate: '4.1512345678' })
})

test.each([
  ['an invoice', '/invoices', () => invoiceBody(owner)],
  ['a draft', '/invoices', () => invoiceBody(owner, { status: 'draft', notes: 'ملاحظة' })],
  ['one in another currency', '/invoices', () => invoiceBody(owner, { currency_id: foreign })],
  [
    'rows of a name and a cost center of their own, small amounts, no tax',
    '/invoices',
    () =>
      invoiceBody(owner, {
        cost_center_id: center,
        items: [
          { product_id: ids.goods, product_name: 'كرسي', quantity: '0.333333', price: '12.345678', tax_rate: 15 },
          { product_id: ids.service, quantity: '7', price: '0', tax_rate: 15, cost_center_id: '' },
        ],
      }),
  ],
  ['one worth nothing', '/invoices', () => invoiceBody(owner, { items: [free()] })],
  ['an advance invoice', '/advance-invoices', () => bodies.advanceInvoices(owner)],
  ['a bill', '/bills', () => billBody(owner, { notes: 'x' })],
  ['a draft bill in another currency', '/bills', () => billBody(owner, { status: 'draft', currency_id: foreign })],
])('%s is answered as it is read', async (_, path, body) => {
  const written = await post(path, await body())
  expect(await get(`${path}/${written.id}`)).toEqual(written)
})

test('the answer stored under a key equals the answer sent, with the number of each member of a group commit', async () => {
  // As proposed by their forms: the series assigns the numbers.
  const proposed = (number: string) => ({ invoice_number: number, proposed_number: number })
  const asked = Array.from({ length: 12 }, (_, index) => {
    const [path, number] = index % 4 ? ['/invoices', 'INV-2000-000001'] : ['/advance-invoices', 'ADV-2000-000001']
    const items = [{ product_id: ids.service, quantity: 1, price: 100 + index, tax_rate: 15 }]
    const body = invoiceBody(owner, { ...proposed(number), items })
    return { path, body, key: { 'idempotency-key': crypto.randomUUID() } }
  })
  const first = await Promise.all(asked.map(({ path, body, key }) => owner.post(path, body, key)))
  const again = await Promise.all(asked.map(({ path, body, key }) => owner.post(path, body, key)))
  expect(again.map(({ headers }) => headers['idempotency-replayed'])).toEqual(asked.map(() => 'true'))
  expect(again.map(({ body }) => body)).toEqual(first.map(({ body }) => body))
  const numbers = first.map(({ body }) => body.data.invoice_number as string)
  expect(numbers.filter((number) => !/^(INV|ADV)-\d{4}-\d{6}$/.test(number))).toEqual([])
  expect(new Set(numbers).size).toBe(12)
  for (const [index, { body }] of first.entries())
    expect(await get(`${asked[index]?.path}/${body.data.id}`)).toEqual(body.data)
})

const free = () => ({ product_id: ids.service, quantity: '1', price: '0', tax_rate: 15 })
