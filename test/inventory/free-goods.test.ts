import { beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../harness/api.ts'
import { billBody, bodies } from '../harness/bodies.ts'
import { movedBy } from '../harness/books.ts'
import { callsOf, createOrganization, invoiceBody, type Organization, today } from '../harness/organization.ts'

// Goods that are given away cost advertising (accounting rule C6), and come back from there; what is sold for less than a halala is
// sold all the same. The invariants run after the file.

let app: TestApp
let owner: Organization
let calls: ReturnType<typeof callsOf>
beforeAll(async () => {
  app = await createTestApp()
  owner = await createOrganization(app)
  calls = callsOf(owner)
})
const stocked = async (quantity: string, purchase_price: string): Promise<number> =>
  (await calls.post('/products', { ...(await bodies.products(owner)), quantity, purchase_price })).id
const moved = (event: () => Promise<unknown>) => movedBy(app, owner, event)
const note = (...lines: object[]) => ({ note_date: today(), reason: 'مرتجع', lines })
const back = (line_number: number, quantity: string, change: object = {}) => ({ line_number, quantity, ...change })

test('free goods are returned with their sale, at cost', async () => {
  const goods = await stocked('12', '5')
  const row = (quantity: number, price: number) => ({ product_id: goods, quantity, price, tax_rate: 15 })
  const items = [row(10, 20), row(2, 0)]
  let id = 0
  expect(
    await moved(async () => {
      id = (await calls.post('/invoices', invoiceBody(owner, { items }))).id
    }),
  ).toEqual(['AR D230', 'COGS D50', 'INV C60', 'PROMO D10', 'REV_GOODS C200', 'VAT_OUT C30'])
  const path = `/invoices/${id}/credit-note`
  // Goods that were sold are not returned without value.
  expect(await calls.errors(path, note(back(1, '1', { price: '0' })))).toHaveProperty(['lines.0.price'])
  expect(await moved(() => calls.post(path, note(back(1, '5'), back(2, '1'))))).toEqual([
    'AR C115',
    'COGS C25',
    'INV D30',
    'PROMO C5',
    'SALES_RET D100',
    'VAT_OUT D15',
  ])
  // The free piece alone: a note of nothing, and goods.
  let free: { id: number; total: number; status: string } | undefined
  expect(
    await moved(async () => {
      free = await calls.post(path, note(back(2, '1')))
    }),
  ).toEqual(['INV D5', 'PROMO C5'])
  expect(free).toMatchObject({ total: 0, status: 'paid' })
  expect(await calls.errors(path, note(back(2, '1')))).toHaveProperty(['lines.0.quantity'])
  expect(await moved(() => owner.remove(`/credit-notes/${free?.id}`))).toEqual(['INV C5', 'PROMO D5'])
  expect((await calls.get(`/products/${goods}`)).quantity).toBe(6)
})

test('a free service cannot be credited', async () => {
  const items = [{ product_id: owner.ids.service, quantity: 1, price: 0, tax_rate: 15 }]
  const { id } = await calls.post('/invoices', invoiceBody(owner, { items }))
  expect(await calls.errors(`/invoices/${id}/credit-note`, note(back(1, '1')))).toHaveProperty(['lines.0.quantity'])
})

test('goods sold for less than a halala can be sold and returned', async () => {
  const goods = await stocked('10', '30')
  const items = [
    { product_id: goods, quantity: '0.4', price: '0.01', tax_rate: 15 },
    { product_id: owner.ids.service, quantity: 1, price: 10, tax_rate: 15 },
  ]
  let id = 0
  expect(
    await moved(async () => {
      id = (await calls.post('/invoices', invoiceBody(owner, { items }))).id
    }),
  ).toEqual(['AR D11.5', 'COGS D12', 'INV C12', 'REV_SRV C10', 'VAT_OUT C1.5'])
  expect(await moved(() => calls.post(`/invoices/${id}/credit-note`, note(back(1, '0.1'), back(2, '1'))))).toEqual([
    'AR C11.5',
    'COGS C3',
    'INV D3',
    'SALES_RET D10',
    'VAT_OUT D1.5',
  ])
})

test('free goods from a supplier are returned at average cost, against the price variance', async () => {
  const goods = await stocked('0', '0')
  const row = (quantity: number, price: number) => ({ product_id: goods, quantity, price, tax_rate: 15 })
  const { id } = await calls.post('/bills', billBody(owner, { items: [row(10, 30), row(5, 0)] }))
  expect(await moved(() => calls.post(`/bills/${id}/supplier-credit`, note(back(2, '5'))))).toEqual([
    'INV C100',
    'PPV D100',
  ])
})
