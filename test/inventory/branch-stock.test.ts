import { beforeAll, expect, test } from 'vitest'
import { confirmedOrder } from '../goods/moving-goods.ts'
import { createTestApp } from '../harness/api.ts'
import { billBody, bodies } from '../harness/bodies.ts'
import {
  callsOf,
  createOrganization,
  expectOk,
  idOf,
  invoiceBody,
  type Organization,
  today,
} from '../harness/organization.ts'

// Goods that were bought in one branch and leave another go there first: no branch has less than nothing of the inventory, and each
// balances by itself. The invariants run after the file.

let owner: Organization
let calls: ReturnType<typeof callsOf>
let other: number
let product_id: number
let inventory: number
beforeAll(async () => {
  owner = await createOrganization(await createTestApp())
  calls = callsOf(owner)
  // The harness opens goods with a value of their own.
  expectOk(await owner.post(`/products/${owner.ids.goods}`, { ...(await bodies.products(owner)), quantity: '0' }))
  other = await idOf(owner.post('/branches', await bodies.branches(owner)))
  product_id = await idOf(owner.post('/products', { ...(await bodies.products(owner)), quantity: '0' }))
  const accounts = (await calls.get('/accounting/accounts/list')) as { id: number; number: string }[]
  inventory = accounts.find(({ number }) => number === '110301')?.id as number
})
const items = (quantity: number, price = 10) => [{ product_id, quantity, price, tax_rate: 15 }]
const held = async (branch_id: number) => {
  const path = `/reports/account-statement?account_id=${inventory}&from=${today()}&to=${today()}&branch_id=${branch_id}`
  return (await calls.get(path)).rows.at(-1)?.figures.balance as number
}

test('an invoice, a count and a return use the stock of its branch, and reversals restore it', async () => {
  const bill = await calls.post('/bills', billBody(owner, { items: items(10) }))
  const sold = await calls.post('/invoices', invoiceBody(owner, { branch_id: other, items: items(4) }))
  expect([await held(owner.ids.branch), await held(other)]).toEqual([60, 0])
  const [{ lines }] = await calls.get(`/invoices/${sold.id}/entries`)
  const between = lines.filter((line: { account_number: string }) => line.account_number === '110601')
  expect(between.map((line: { debit: number; credit: number }) => line.debit - line.credit).sort()).toEqual([-40, 40])
  await calls.post('/inventory/counts', {
    count_date: today(),
    branch_id: other,
    lines: [{ product_id, counted: '5' }],
  })
  expect([await held(owner.ids.branch), await held(other)]).toEqual([50, 0])
  expectOk(await owner.remove(`/invoices/${sold.id}`))
  expect([await held(owner.ids.branch), await held(other)]).toEqual([90, 0])
  await calls.post('/bills', billBody(owner, { branch_id: other, items: items(1, 90) }))
  // The branch's own goods first, and those of other branches for the missing part.
  await calls.post('/invoices', invoiceBody(owner, { branch_id: other, items: items(8) }))
  expect(await held(other)).toBe(0)
  const note = { note_date: today(), reason: 'مرتجع', lines: [{ line_number: 1, quantity: 1 }] }
  await calls.post(`/bills/${bill.id}/supplier-credit`, note)
  expect(await held(owner.ids.branch)).toBeGreaterThanOrEqual(0)
})

test('a bill that is moved or voided after its branch sold the goods leaves no branch below zero', async () => {
  const here = owner.ids.branch
  const before = await held(here)
  await calls.post('/bills', billBody(owner, { items: items(10) }))
  const body = billBody(owner, { branch_id: other, items: items(10) })
  const { id } = await calls.post('/bills', body)
  await calls.post('/invoices', invoiceBody(owner, { branch_id: other, items: items(10) }))
  const sold = async () => [Math.round(((await held(here)) - before) * 100) / 100, await held(other)]
  const standing = await sold()
  expectOk(await owner.post(`/bills/${id}`, { ...body, branch_id: here }))
  expect(await sold()).toEqual(standing)
  expectOk(await owner.post(`/bills/${id}`, body))
  expect(await sold()).toEqual(standing)
  expectOk(await owner.remove(`/bills/${id}`))
  expect(await sold()).toEqual([Math.round(((standing[0] as number) - 100) * 100) / 100, 0])
})

test('a count of more that is voided after its branch sold the goods takes them from where they are', async () => {
  const here = owner.ids.branch
  await calls.post('/bills', billBody(owner, { items: items(20) }))
  const before = await held(here)
  const quantity = Number((await calls.get(`/products/${product_id}`)).quantity)
  const count = { count_date: today(), branch_id: other, lines: [{ product_id, counted: String(quantity + 5) }] }
  const { id } = await calls.post('/inventory/counts', count)
  const surplus = await held(other)
  expect(surplus).toBeGreaterThan(0)
  await calls.post('/invoices', invoiceBody(owner, { branch_id: other, items: items(5) }))
  expectOk(await owner.remove(`/inventory/counts/${id}`))
  expect(await held(other)).toBe(0)
  expect(await held(here)).toBeLessThan(before)
})

test('a bill that was moved is voided on the same day', async () => {
  const here = owner.ids.branch
  await calls.post('/bills', billBody(owner, { items: items(10) }))
  const body = billBody(owner, { branch_id: other, items: items(10) })
  const { id } = await calls.post('/bills', body)
  await calls.post('/invoices', invoiceBody(owner, { branch_id: other, items: items(10) }))
  expectOk(await owner.post(`/bills/${id}`, { ...body, branch_id: here }))
  expectOk(await owner.remove(`/bills/${id}`))
  expect(await held(other)).toBe(0)
})

test('a count that was corrected is voided on the same day', async () => {
  await calls.post('/bills', billBody(owner, { items: items(20) }))
  const quantity = Number((await calls.get(`/products/${product_id}`)).quantity)
  const counted = (more: number) => ({
    count_date: today(),
    branch_id: other,
    lines: [{ product_id, counted: String(quantity + more) }],
  })
  const { id } = await calls.post('/inventory/counts', counted(8))
  await calls.post('/invoices', invoiceBody(owner, { branch_id: other, items: items(8) }))
  expectOk(await owner.post(`/inventory/counts/${id}`, counted(-4)))
  expectOk(await owner.remove(`/inventory/counts/${id}`))
  expect(await held(other)).toBe(0)
})

test('a receipt and opening stock are taken back after their branch sold the goods', async () => {
  const here = owner.ids.branch
  await calls.post('/bills', billBody(owner, { items: items(20) }))
  const order = await confirmedOrder(owner, 'purchase-orders', [{ product_id, quantity: 10, price: 10 }], {
    branch_id: other,
  })
  const received = { note_date: today(), items: [{ order_line_id: order.ids[0], quantity: 10 }] }
  const note = await calls.post('/goods-receipts', received)
  await calls.post('/invoices', invoiceBody(owner, { branch_id: other, items: items(10) }))
  expectOk(await owner.remove(`/goods-receipts/${note.id}`))
  expect(await held(other)).toBe(0)
  const opening = { opening_date: today(), branch_id: other, lines: [], receivables: [], payables: [] }
  const stock = (quantity: number) => [{ product_id, quantity, unit_cost: 10 }]
  for (const sold of [8, 6]) {
    await calls.post('/accounting/opening', { ...opening, stock: stock(sold) })
    await calls.post('/invoices', invoiceBody(owner, { branch_id: other, items: items(sold) }))
    await calls.post('/accounting/opening', { ...opening, stock: [] })
    expect(await held(other)).toBe(0)
  }
  expect(await held(here)).toBeGreaterThanOrEqual(0)
})
