import { beforeAll, describe, expect, test } from 'vitest'
import { confirmedOrder, daysAgo, stockedProduct } from '../goods/moving-goods.ts'
import { createTestApp, type TestApp } from '../harness/api.ts'
import { bodies } from '../harness/bodies.ts'
import { membersOf, roleOf } from '../harness/memberships.ts'
import {
  callsOf,
  createOrganization,
  expectOk,
  idOf,
  invoiceBody,
  type Organization,
  paymentBody,
  today,
} from '../harness/organization.ts'

// Credit limits through every door that gives a customer more on credit, and what counts against them.

let app: TestApp
let owner: Organization
beforeAll(async () => {
  app = await createTestApp()
  owner = await createOrganization(app)
  await setOwn({ uses_credit_limits: true })
})

async function setOwn(change: object) {
  const { get, post } = callsOf(owner)
  const { version: _, ...profile } = await get('/organization/show')
  await post('/organization/update', { ...profile, ...change })
}
async function customerWith(change: object): Promise<number> {
  const body = (await bodies.customers(owner)) as object
  return idOf(owner.post('/customers', { ...body, ...change }))
}
async function change(id: number, asked: object) {
  const { get } = callsOf(owner)
  return owner.post(`/customers/${id}`, { ...(await get(`/customers/${id}`)), avatar_file: undefined, ...asked })
}
const invoice = (customer_id: number, price: number, more: object = {}) =>
  owner.post(
    '/invoices',
    invoiceBody(owner, {
      customer_id,
      items: [{ product_id: owner.ids.service, quantity: 1, price, tax_rate: 15 }],
      ...more,
    }),
  )
const creditOf = async (id: number) => callsOf(owner).get(`/customers/${id}/credit`)
const refusalOf = (reply: { headers: Record<string, unknown>; body: { errors: object } }) => [
  reply.headers.refusal,
  Object.keys(reply.body.errors),
]
const over = ['credit_limit_exceeded', ['customer_id']]

describe('an invoice', () => {
  test('is refused above the limit on its customer, and said with its figures', async () => {
    const id = await customerWith({ credit_limit: '1150' })
    expectOk(await invoice(id, 600))
    const refused = await invoice(id, 500)
    expect(refusalOf(refused)).toEqual(over)
    expect(refused.body.errors.customer_id).toMatch(/1265.*115.*1150/)
    expect(await creditOf(id)).toMatchObject({ limit: 1150, receivable: 690, exposure: 690, available: 460 })
    expectOk(await invoice(id, 400))
    // A draft is nothing yet; its confirmation is.
    const draft = await idOf(invoice(id, 1, { status: 'draft' }))
    expect(refusalOf(await owner.post(`/invoices/${draft}/confirm`, {}))).toEqual(over)
  })

  test('is corrected downwards above a lowered limit, and not upwards', async () => {
    const id = await customerWith({})
    const made = expectOk(await invoice(id, 1000)).body.data
    expectOk(await change(id, { credit_limit: '100' }))
    const { get } = callsOf(owner)
    const corrected = async (price: number) => {
      const { customer: _, ...stored } = await get(`/invoices/${made.id}`)
      return owner.post(`/invoices/${made.id}`, { ...stored, items: [{ ...stored.items[0], price }] })
    }
    expect(refusalOf(await corrected(1001))).toEqual(over)
    expectOk(await corrected(900))
    // A receipt frees what it pays.
    const paid = { customer_id: id, amount: 1000, references: [{ reference_id: made.id, amount: 1000 }] }
    expectOk(await owner.post('/accounting/income-payments', paymentBody(owner, paid)))
    expect(await creditOf(id)).toMatchObject({ exposure: 35, available: 65 })
  })

  test('of twelve that fit together only once, one is issued', async () => {
    const id = await customerWith({ credit_limit: '1150' })
    const replies = await Promise.all(Array.from({ length: 12 }, () => invoice(id, 600)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  })
})

test('an order counts from its confirmation, its invoice takes its place, and reopening it asks again', async () => {
  const { post } = callsOf(owner)
  const product_id = await stockedProduct(owner, 20, '10')
  const customer_id = await customerWith({ credit_limit: '1000' })
  const order = await confirmedOrder(owner, 'sales-orders', [{ product_id, quantity: 10, price: 80 }], { customer_id })
  expect(await creditOf(customer_id)).toMatchObject({ orders: 920, exposure: 920, available: 80 })
  expect(refusalOf(await invoice(customer_id, 100))).toEqual(over)
  const items = [{ order_line_id: order.ids[0], quantity: 4 }]
  const note = await post('/delivery-notes', { note_date: daysAgo(2), items })
  const { id } = await post(`/delivery-notes/${note.id}/invoice`, {})
  expect(await creditOf(customer_id)).toMatchObject({ orders: 920, exposure: 920 })
  await post(`/invoices/${id}/confirm`, {})
  expect(await creditOf(customer_id)).toMatchObject({ receivable: 368, orders: 552, exposure: 920 })
  await post(`${order.path}/close`, { reason: 'اكتفى' })
  expect(await creditOf(customer_id)).toMatchObject({ orders: 0, exposure: 368 })
  expectOk(await invoice(customer_id, 500))
  const reopened = await owner.post(`${order.path}/reopen`, {})
  expect(refusalOf(reopened)).toEqual(over)
  expect((await callsOf(owner).get(order.path)).state).toBe('closed')
})

test('what was delivered is invoiced and nothing more is delivered above a lowered limit', async () => {
  const { post } = callsOf(owner)
  const product_id = await stockedProduct(owner, 20, '10')
  const customer_id = await customerWith({ credit_limit: '2000' })
  const order = await confirmedOrder(owner, 'sales-orders', [{ product_id, quantity: 10, price: 80 }], { customer_id })
  const deliver = () =>
    owner.post('/delivery-notes', { note_date: today(), items: [{ order_line_id: order.ids[0], quantity: 4 }] })
  const note = expectOk(await deliver()).body.data
  expectOk(await change(customer_id, { credit_limit: '100' }))
  expect(refusalOf(await deliver())).toEqual(['credit_limit_exceeded', ['items.0.order_line_id']])
  const { id } = await post(`/delivery-notes/${note.id}/invoice`, {})
  await post(`/invoices/${id}/confirm`, {})
  expectOk(await change(customer_id, { credit_lifted_until: today(), credit_lift_reason: 'دفعة في الطريق' }))
  expectOk(await deliver())
  expect(await creditOf(customer_id)).toMatchObject({ available: null, lifted_until: today() })
})

test('a cheque counts until the bank paid it, the newest last', async () => {
  const { get, post } = callsOf(owner)
  const methods = (await get('/payment-methods?per_page=50')) as { id: number }[]
  const read = await Promise.all(methods.map(({ id }) => get(`/payment-methods/${id}`)))
  const cheque = read.find(({ outgoing_account_id }) => outgoing_account_id)
  const [first, second] = [await customerWith({}), await customerWith({})]
  for (const [id, age] of [
    [first, 5],
    [second, 2],
  ] as const) {
    const made = expectOk(await invoice(id, 1000, { invoice_date: daysAgo(9), due_date: today() })).body.data
    const paid = {
      customer_id: id,
      payment_date: daysAgo(age),
      payment_method_id: cheque.id,
      references: [{ reference_id: made.id, amount: 1150 }],
    }
    expectOk(await owner.post('/accounting/income-payments', paymentBody(owner, paid)))
  }
  expect(await creditOf(first)).toMatchObject({ receivable: 0, cheques: 1150, exposure: 1150 })
  const accounts = await get('/accounting/accounts/list')
  const bank = accounts.find(({ number }: { number: string }) => number === '110103').id
  const lines = [
    { account_id: bank, debit: 1150, credit: 0 },
    { account_id: cheque.account_id, debit: 0, credit: 1150 },
  ]
  await post('/accounting/journal-entries', {
    journal_number: 'CHQ-1',
    journal_date: today(),
    currency_id: 1,
    branch_id: owner.ids.branch,
    lines,
  })
  expect(await creditOf(first)).toMatchObject({ cheques: 0 })
  expect(await creditOf(second)).toMatchObject({ cheques: 1150 })
})

test('a limit is set and lifted by whose role says so, and lifted for a reason', async () => {
  const id = await customerWith({ credit_limit: '500' })
  const { there } = await membersOf(app).memberOfTwo(
    owner,
    await roleOf(owner, ['list-customer', 'read-customer', 'update-customer']),
  )
  const { avatar: _, ...stored } = expectOk(await there.get(`/customers/${id}`)).body.data
  const { version: __, ...body } = stored
  expectOk(await there.post(`/customers/${id}`, { ...body, credit_limit: '500.00', name: 'اسم جديد' }))
  for (const more of [
    { credit_limit: '501' },
    { credit_limit: '' },
    { credit_lifted_until: today(), credit_lift_reason: 'x' },
  ]) {
    const refused = await there.post(`/customers/${id}`, { ...body, ...more })
    expect(Object.keys(refused.body.errors)).toEqual(Object.keys(more))
  }
  expect(Object.keys((await change(id, { credit_lifted_until: today() })).body.errors)).toEqual(['credit_lift_reason'])
})

test('no limit holds where limits are switched off', async () => {
  const id = await customerWith({ credit_limit: '10' })
  await setOwn({ uses_credit_limits: false })
  expectOk(await invoice(id, 600))
  await setOwn({ uses_credit_limits: true })
  expect(refusalOf(await invoice(id, 1))).toEqual(over)
})
