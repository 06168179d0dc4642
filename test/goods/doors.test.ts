import { beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../harness/api.ts'
import { membersOf, roleOf } from '../harness/memberships.ts'
import { callsOf, createOrganization, expectOk, idOf, type Organization, today } from '../harness/organization.ts'
import { createSmallCompany } from '../harness/small-company.ts'
import { confirmedOrder, daysAgo, noteOf, stockedProduct } from './moving-goods.ts'

// What goods notes refuse, through every door, and what still follows from them after their part was switched off.

let app: TestApp
let owner: Organization
let product: number
beforeAll(async () => {
  app = await createTestApp()
  owner = await createOrganization(app)
  product = await stockedProduct(owner, 1000, '10')
})

const orderOf = (quantity: number, change: object = {}, product_id = product) =>
  confirmedOrder(owner, 'sales-orders', [{ product_id, quantity, price: 60 }], change)
const deliver = (ids: readonly unknown[], note_date = daysAgo(5), quantity = 1) =>
  owner.post('/delivery-notes', { note_date, items: ids.map((order_line_id) => ({ order_line_id, quantity })) })
const fieldsOf = (errors: object | undefined) => Object.keys(errors ?? {})
async function setOwn(of: Organization, change: object) {
  const { get, post } = callsOf(of)
  const { version: _, ...profile } = await get('/organization/show')
  await post('/organization/update', { ...profile, ...change })
}
const switchPart = async (uses_goods_notes: boolean) => {
  await setOwn(owner, { uses_goods_notes })
}

describe('rows of one delivery', () => {
  test('are of one customer and one currency', async () => {
    const first = await orderOf(5)
    const party = { name: 'عميل آخر', email: 'other@example.sa', type: 'company', status: 'active' }
    const other = await orderOf(5, { customer_id: await idOf(owner.post('/customers', party)) })
    expectOk(await owner.post('/currencies/2/rate', { rate: '4' }))
    const foreign = await orderOf(5, { currency_id: 2 })
    expect(fieldsOf((await deliver([first.ids[0], other.ids[0]])).body.errors)).toEqual(['items.1.order_line_id'])
    expect(fieldsOf((await deliver([first.ids[0], foreign.ids[0]])).body.errors)).toEqual(['items.1.order_line_id'])
    expect(await first.rows()).toMatchObject([{ delivered: 0 }])
  })

  test('are of products in use', async () => {
    const own = await stockedProduct(owner, 5, '10')
    const order = await orderOf(5, {}, own)
    const { version: _, ...stored } = await callsOf(owner).get(`/products/${own}`)
    expectOk(await owner.post(`/products/${own}`, { ...stored, status: 'inactive' }))
    expect(fieldsOf((await deliver(order.ids)).body.errors)).toEqual(['items.0.order_line_id'])
  })

  test('are not of another organization', async () => {
    const order = await orderOf(5)
    const note = expectOk(await deliver(order.ids)).body.data
    const stranger = await createOrganization(app)
    const theirs = { note_date: today(), items: [{ order_line_id: order.ids[0], quantity: 1 }] }
    expect(fieldsOf((await stranger.post('/delivery-notes', theirs)).body.errors)).toEqual(['items.0.order_line_id'])
    const back = { note_date: today(), items: [{ goods_line_id: note.items[0].id, quantity: 1 }] }
    expect((await stranger.post(`/delivery-notes/${note.id}/return`, back)).status).toBe(404)
    expect((await stranger.post(`/delivery-notes/${note.id}/invoice`)).status).toBe(404)
    expect((await stranger.remove(`/delivery-notes/${note.id}`)).status).toBe(404)
  })
})

test('a delivery of which a part came back is taken back after its return is', async () => {
  const note = expectOk(await deliver((await orderOf(5)).ids, daysAgo(5), 5)).body.data
  const back = { note_date: daysAgo(4), items: [{ goods_line_id: note.items[0].id, quantity: 2 }] }
  const returned = expectOk(await owner.post(`/delivery-notes/${note.id}/return`, back)).body.data
  expect((await owner.remove(`/delivery-notes/${note.id}`)).body.code).toBe('goods_note_taken')
  expectOk(await owner.remove(`/delivery-notes/${returned.id}`))
  expectOk(await owner.remove(`/delivery-notes/${note.id}`))
})

test('a correction of the invoice of a delivery keeps its goods, and never takes more than were delivered', async () => {
  const { post, get } = callsOf(owner)
  const note = expectOk(await deliver((await orderOf(5)).ids, daysAgo(5), 3)).body.data
  const { id } = await post(`/delivery-notes/${note.id}/invoice`, {})
  await post(`/invoices/${id}/confirm`, {})
  const { customer: _, ...stored } = await get(`/invoices/${id}`)
  const corrected = (quantity: number) =>
    owner.post(`/invoices/${id}`, { ...stored, items: [{ ...stored.items[0], quantity }] })
  expect(fieldsOf((await corrected(4)).body.errors)).toEqual(['items.0.quantity'])
  expectOk(await corrected(2))
  expect(await noteOf(owner, `/delivery-notes/${note.id}`)).toMatchObject({ open_value: 10, progress: 'part' })
})

test('nothing moves into a closed period, and a note in it is not taken back', async () => {
  const order = await orderOf(9)
  const note = expectOk(await deliver(order.ids, daysAgo(8))).body.data
  expectOk(await owner.post('/accounting/period-locks', { all: daysAgo(6) }))
  expect(fieldsOf((await deliver(order.ids, daysAgo(7))).body.errors)).toEqual(['note_date'])
  expect(fieldsOf((await owner.remove(`/delivery-notes/${note.id}`)).body.errors)).toEqual(['note_date'])
  const back = { note_date: daysAgo(7), items: [{ goods_line_id: note.items[0].id, quantity: 1 }] }
  expect(fieldsOf((await owner.post(`/delivery-notes/${note.id}/return`, back)).body.errors)).toEqual(['note_date'])
  expectOk(await owner.post('/accounting/period-locks', { all: null }))
  expectOk(await owner.remove(`/delivery-notes/${note.id}`))
})

test('a member who may read deliveries moves nothing and takes nothing back', async () => {
  const note = expectOk(await deliver((await orderOf(5)).ids)).body.data
  const role = await roleOf(owner, ['list-delivery-note', 'read-delivery-note'])
  const { there } = await membersOf(app).memberOfTwo(owner, role)
  expectOk(await there.get(`/delivery-notes/${note.id}`))
  expect((await there.remove(`/delivery-notes/${note.id}`)).status).toBe(403)
  const back = { note_date: today(), items: [{ goods_line_id: note.items[0].id, quantity: 1 }] }
  expect((await there.post(`/delivery-notes/${note.id}/return`, back)).status).toBe(403)
  expect((await there.post(`/delivery-notes/${note.id}/invoice`, {})).status).toBe(403)
})

test('the home page counts what waits while the part is switched on, and a note stays open after it is off', async () => {
  const order = await orderOf(5)
  const note = expectOk(await deliver(order.ids)).body.data
  const { get, post } = callsOf(owner)
  const counts = async () => (await get('/reports/home')).attention
  await switchPart(true)
  const before = await counts()
  expect(before.orders_to_deliver).toBeGreaterThan(0)
  expectOk(await deliver(order.ids, today(), 4))
  const after = await counts()
  expect([after.orders_to_deliver, after.deliveries_to_invoice]).toEqual([
    before.orders_to_deliver - 1,
    before.deliveries_to_invoice + 1,
  ])
  await switchPart(false)
  expect(await counts()).toMatchObject({ orders_to_deliver: 0, deliveries_to_invoice: 0 })
  const { id } = await post(`/delivery-notes/${note.id}/invoice`, {})
  await post(`/invoices/${id}/confirm`, {})
  expect(await noteOf(owner, `/delivery-notes/${note.id}`)).toMatchObject({ open_value: 0 })
})

test('goods that came back before their invoice leave the cash forecast', async () => {
  const own = await createOrganization(app)
  const { get, post } = callsOf(own)
  const forecast = async () => (await get('/reports/cash-forecast?source=sales_orders')).rows.at(-1)?.figures.amount
  const product_id = await stockedProduct(own, 5, '10')
  const order = await confirmedOrder(own, 'sales-orders', [{ product_id, quantity: 5, price: 60 }])
  const items = [{ order_line_id: order.ids[0], quantity: 5 }]
  const note = await post('/delivery-notes', { note_date: daysAgo(1), items })
  expect(await forecast()).toBe(345)
  const back = { note_date: today(), items: [{ goods_line_id: note.items[0].id, quantity: 2 }] }
  await post(`/delivery-notes/${note.id}/return`, back)
  expect(await forecast()).toBe(207)
})

test('a VAT return waits for the invoices of its deliveries only where the settings say so', async () => {
  const year = Number(today().slice(0, 4))
  const company = await createSmallCompany(app, year)
  const { post } = callsOf(company)
  const own = await stockedProduct(company, 10, '10', `${year - 1}-12-01`)
  const order_date = `${year - 1}-12-02`
  const order = await confirmedOrder(company, 'sales-orders', [{ product_id: own, quantity: 4, price: 60 }], {
    order_date,
  })
  const items = [{ order_line_id: order.ids[0], quantity: 2 }]
  const { id, number } = await post('/delivery-notes', { note_date: `${year - 1}-12-20`, items })
  await setOwn(company, { delivery_vat_day: 'delivery' })
  const file = () => company.post(`/vat-periods/${year - 1}1231/file`)
  const refused = await file()
  expect(refused.headers.refusal).toBe('goods_not_invoiced')
  expect(refused.body.errors.period).toContain(number)
  await setOwn(company, { delivery_vat_day: 'invoice' })
  expectOk(await file())
  expect(await noteOf(company, `/delivery-notes/${id}`)).toMatchObject({ open_value: 20 })
})
