import { beforeAll, expect, test } from 'vitest'
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
  return (await calls.get(path)).rows.at(-1)?.figures.balance
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
  expect((await held(other)) as number).toBe(0)
  const note = { note_date: today(), reason: 'مرتجع', lines: [{ line_number: 1, quantity: 1 }] }
  await calls.post(`/bills/${bill.id}/supplier-credit`, note)
  expect((await held(owner.ids.branch)) as number).toBeGreaterThanOrEqual(0)
})
