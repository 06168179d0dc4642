import { beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../harness/api.ts'
import { membersOf, roleOf } from '../harness/memberships.ts'
import { callsOf, createOrganization, expectOk, idOf, type Organization, today } from '../harness/organization.ts'
import { confirmedOrder, daysAgo, stockedProduct } from './moving-goods.ts'

// Three-way match: what a bill says otherwise than its order and its receipts is a question on the row, at every door.

let app: TestApp
let owner: Organization
let product_id: number
beforeAll(async () => {
  app = await createTestApp()
  owner = await createOrganization(app)
  product_id = await stockedProduct(owner, 0, '0')
})

const orderOf = (quantity = 10, price: number | string = 10) =>
  confirmedOrder(owner, 'purchase-orders', [{ product_id, quantity, price }])
type Row = Record<string, unknown>
const bodyOf = (items: Row[], change: Row = {}) => ({
  bill_number: crypto.randomUUID(),
  bill_date: today(),
  due_date: today(),
  supplier_id: owner.ids.supplier,
  branch_id: owner.ids.branch,
  currency_id: owner.ids.currency,
  tax_id: owner.ids.tax,
  status: 'sent',
  ...change,
  items: items.map((item) => ({ product_id, tax_rate: 15, ...item })),
})
const bill = (items: Row[], change: Row = {}) => owner.post('/bills', bodyOf(items, change))
const question = (reply: { body: { errors?: object } }, row = 0) =>
  (reply.body.errors as Record<string, string> | undefined)?.[`items.${row}.difference_reason`]
async function setOwn(change: object) {
  const { version: _, ...profile } = await callsOf(owner).get('/organization/show')
  expectOk(await owner.post('/organization/update', { ...profile, ...change }))
}
const why = { difference_reason: 'ارتفع سعر الشحن' }

test('a row at another price is refused until a reason accepts it, which stays with the bill', async () => {
  const { ids, rows } = await orderOf()
  const row = { order_line_id: ids[0], quantity: 10, price: 10.5 }
  const refused = await bill([row])
  expect(refused.status).toBe(422)
  expect(question(refused)).toMatch(/100.*105/)
  expect(await rows()).toMatchObject([{ taken: 0 }])
  const { id } = expectOk(await bill([{ ...row, ...why }])).body.data
  const { rows: matched } = await callsOf(owner).get(`/bills/${id}/match`)
  expect(matched).toMatchObject([
    {
      quantity: 10,
      price: 10.5,
      net: 105,
      agreed: 100,
      differs: ['price'],
      reason: why.difference_reason,
      order: { quantity: 10, price: 10, received: 10, billed: 10 },
      accepted_by: { id: expect.any(Number) },
    },
  ])
  // What is read of the bill locks none of its orders.
  expect(await callsOf(owner).get(`/bills/${id}/assets`)).toMatchObject({ rows: [], assets: [] })
  expectOk(await owner.remove(`/bills/${id}`))
})

test('a posted bill whose row is said to be of another order takes that order instead', async () => {
  const [first, other] = [await orderOf(), await orderOf()]
  const row = { quantity: 10, price: 10 }
  const { id } = expectOk(await bill([{ ...row, order_line_id: first.ids[0] }], { bill_number: 'M-2' })).body.data
  const moved = bodyOf([{ ...row, order_line_id: other.ids[0] }], { bill_number: 'M-2' })
  expectOk(await owner.post(`/bills/${id}`, moved))
  expect([await first.rows(), await other.rows()]).toMatchObject([[{ taken: 0 }], [{ taken: 10 }]])
  expectOk(await owner.remove(`/bills/${id}`))
  expect(await other.rows()).toMatchObject([{ taken: 0 }])
})

test('a draft waits with its question: confirming, saving and previewing ask it, and a correction asks again', async () => {
  const { ids } = await orderOf()
  const row = { order_line_id: ids[0], quantity: 10, price: 9 }
  const draft = expectOk(await bill([row], { status: 'draft' })).body.data
  expect(question(await owner.post(`/bills/${draft.id}/confirm`, {}))).toBeDefined()
  expect(question(await owner.post(`/bills/preview?id=${draft.id}`, bodyOf([row])))).toBeDefined()
  expect(question(await owner.post(`/bills/${draft.id}`, bodyOf([row])))).toBeDefined()
  expectOk(await owner.post(`/bills/${draft.id}`, bodyOf([{ ...row, ...why }], { status: 'draft' })))
  expectOk(await owner.post(`/bills/${draft.id}/confirm`, {}))
  // A row that is not sent its reason keeps it; another price is another question.
  expectOk(await owner.post(`/bills/${draft.id}`, bodyOf([row], { bill_number: 'S-1' })))
  expect((await callsOf(owner).get(`/bills/${draft.id}`)).items[0].difference_reason).toBe(why.difference_reason)
  expect(
    question(await owner.post(`/bills/${draft.id}`, bodyOf([{ ...row, price: 11, difference_reason: '' }]))),
  ).toBeDefined()
  expectOk(await owner.post(`/bills/${draft.id}`, bodyOf([{ ...row, price: 10, difference_reason: '' }])))
})

test('only who may accepts: another issues what was accepted, and not what he changed', async () => {
  const { memberOf } = await clerk()
  const { ids } = await orderOf()
  const row = { order_line_id: ids[0], quantity: 10, price: 12 }
  const asked = await memberOf.post('/bills', bodyOf([{ ...row, ...why }]))
  expect(question(asked)).toMatch(/role/i)
  const { id } = expectOk(await memberOf.post('/bills', bodyOf([row], { status: 'draft' }))).body.data
  expect(question(await memberOf.post(`/bills/${id}`, bodyOf([{ ...row, ...why }], { status: 'draft' })))).toMatch(
    /role/i,
  )
  expectOk(await owner.post(`/bills/${id}`, bodyOf([{ ...row, ...why }], { status: 'draft' })))
  expect(question(await memberOf.post(`/bills/${id}`, bodyOf([{ ...row, price: 13, ...why }])))).toMatch(/role/i)
  expectOk(await memberOf.post(`/bills/${id}/confirm`, {}))
})

test('the home page counts the drafts that wait for an answer, and the list of bills shows exactly those', async () => {
  const waiting = async () => {
    const { data } = (await owner.get('/bills?unanswered=1')).body as unknown as { data: { id: number }[] }
    return data.map(({ id }) => id)
  }
  const counted = async (by: Organization = owner) =>
    (await callsOf(by).get('/reports/home')).attention.unanswered_bills
  const before = await waiting()
  const [{ ids }, other] = [await orderOf(), await orderOf(10, 50)]
  const draft = (items: Row[]) => idOf(bill(items, { status: 'draft' }))
  const row = { order_line_id: ids[0], quantity: 2, price: 12 }
  const asked = await draft([row, { order_line_id: other.ids[0], quantity: 1, price: 50 }])
  const answered = await draft([{ ...row, ...why }])
  const same = await draft([{ ...row, price: 10 }])
  const plain = await draft([{ quantity: 1, price: 3 }])
  const found = await waiting()
  expect(found).toContain(asked)
  expect(found).toHaveLength(before.length + 1)
  expect((await callsOf(owner).get('/bills/sums?unanswered=1')).sums).toMatchObject([{ count: found.length }])
  expect((await owner.get(`/bills?unanswered=1&date_from=${today()}&status=sent`)).body).toMatchObject({ data: [] })
  expect(await counted()).toBe(0)
  await setOwn({ uses_orders: true })
  expect(await counted()).toBe(found.length)
  expect(await counted((await clerk()).memberOf as Organization)).toBe(0)
  expectOk(await owner.post(`/bills/${asked}`, bodyOf([{ ...row, ...why }], { status: 'draft' })))
  expect(await waiting()).toEqual(before)
  expect(await counted()).toBe(before.length)
  for (const id of [asked, answered, same, plain]) expectOk(await owner.remove(`/bills/${id}`))
})

/** A person who writes bills and may not accept what differs. */
async function clerk() {
  const keys = ['create-bill', 'update-bill', 'read-bill', 'list-bill', 'read-purchase-order', 'read-home']
  const members = membersOf(app)
  return { memberOf: (await members.memberOfTwo(owner, await roleOf(owner, keys))).there }
}

test('goods without their receipt, and a product next to its order, are asked about', async () => {
  await setOwn({ uses_goods_notes: true })
  const { ids } = await orderOf()
  const row = { order_line_id: ids[0], quantity: 4, price: 10 }
  expect(question(await bill([row]))).toMatch(/receipt/)
  const note = expectOk(
    await owner.post('/goods-receipts', { note_date: daysAgo(3), items: [{ order_line_id: ids[0], quantity: 6 }] }),
  ).body.data
  const received = { ...row, goods_line_id: note.items[0].id }
  const more = { quantity: 1, price: 10 }
  const unordered = await bill([received, more])
  expect(question(unordered)).toBeUndefined()
  expect(question(unordered, 1)).toMatch(/10/)
  await setOwn({ bill_tolerance: '10' })
  expectOk(await bill([received, more]))
  await setOwn({ bill_tolerance: '0', uses_goods_notes: false })
})

test('the tolerance answers for what is within it, and a reason without a difference is refused', async () => {
  const { ids } = await orderOf()
  const row = { order_line_id: ids[0], quantity: 5, price: 10.2 }
  await setOwn({ bill_tolerance: '2' })
  expectOk(await bill([row]))
  expect(question(await bill([{ ...row, price: 10.21 }]))).toBeDefined()
  await setOwn({ bill_tolerance: '0' })
  expect(question(await bill([{ ...row, price: 10, ...why }]))).toBeDefined()
  expect(question(await bill([{ quantity: 1, price: 10, ...why }]))).toBeDefined()
  expect((await owner.post('/organization/update', { bill_tolerance: '101' })).status).toBe(422)
})

test('a bill without an order has nothing to match, and a stranger sees no match', async () => {
  const { ids } = await orderOf()
  const { id } = expectOk(await bill([{ order_line_id: ids[0], quantity: 1, price: 11, ...why }])).body.data
  const stranger = await createOrganization(app)
  expect((await stranger.get(`/bills/${id}/match`)).status).toBe(404)
  const plain = await idOf(bill([{ quantity: 1, price: 3 }]))
  expect((await callsOf(owner).get(`/bills/${plain}/match`)).rows).toEqual([])
})
