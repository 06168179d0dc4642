import { expect, test } from 'vitest'
import { createTestApp } from '../harness/api.ts'
import { orderBody } from '../harness/bodies.ts'
import { movedBy } from '../harness/books.ts'
import { createOrganization, expectOk, idOf, invoiceBody, today } from '../harness/organization.ts'

// The invoice of an order deducts the advance invoices of it (decision 0246).

const app = await createTestApp()
const owner = await createOrganization(app)
type Draft = Record<string, unknown> & {
  deductions: { id: number; net: number }[]
  items: { order_line_id: number }[]
}
const read = async (path: string): Promise<Draft> => expectOk(await owner.get(path)).body.data
const act = async (path: string, name: string, body: object = {}) => owner.post(`${path}/${name}`, body)
const quotation = async (change: object) =>
  `/quotations/${await idOf(owner.post('/quotations', { ...orderBody(owner), valid_until: today(), ...change }))}`
const salesOrder = async (change: object) => {
  const path = `/sales-orders/${await idOf(owner.post('/sales-orders', orderBody(owner, change as never)))}`
  expectOk(await act(path, 'confirm'))
  return path
}

test('the invoice of an order deducts what its advance invoices left, on the draft where it may be taken off', async () => {
  const items = [{ product_id: owner.ids.service, quantity: 4, price: 100, tax_rate: 15 }]
  const offer = await quotation({ items })
  expectOk(await act(offer, 'send'))
  const first = expectOk(await act(offer, 'advance-invoice', { percent: '25' })).body.data.id
  const order = expectOk(await act(offer, 'sales-order')).body.data
  const path = `/sales-orders/${order.id}`
  expectOk(await act(path, 'confirm'))
  const second = expectOk(await act(path, 'advance-invoice', { percent: '10' })).body.data.id
  const third = expectOk(await act(path, 'advance-invoice', { percent: '10' })).body.data.id
  for (const id of [first, second]) expectOk(await owner.post(`/advance-invoices/${id}/confirm`, {}))
  const made = expectOk(await act(path, 'invoice')).body.data
  const draft = await read(`/invoices/${made.id}`)
  // The third is a draft itself: nothing of it can be deducted.
  expect(draft.deductions.map(({ id, net }) => [id, net])).toEqual([
    [first, 100],
    [second, 40],
  ])
  const entries = await movedBy(app, owner, () => owner.post(`/invoices/${made.id}/confirm`, {}).then(expectOk))
  expect(entries).toEqual(['AR D299', 'CONTRACT_LIAB D140', 'REV_SRV C400', 'VAT_OUT C39'])
  expect(await read(`/invoices/${made.id}`)).toMatchObject({ total: 460, deducted: 161, remaining_amount: 299 })
  // Void, it gives both back, and the next draft of the order proposes them again, unless the user takes them off.
  expectOk(await owner.remove(`/invoices/${made.id}`))
  expectOk(await owner.post(`/advance-invoices/${third}/confirm`, {}))
  const again = expectOk(await act(path, 'invoice')).body.data
  const proposed = await read(`/invoices/${again.id}`)
  expect(proposed.deductions.map(({ net }) => net)).toEqual([100, 40, 40])
  const body = invoiceBody(owner, { items, invoice_number: proposed.invoice_number, advances: '', status: 'confirmed' })
  expectOk(await owner.post(`/invoices/${again.id}`, { ...body, version: proposed.version }))
  expect(await read(`/invoices/${again.id}`)).toMatchObject({ deducted: 0, remaining_amount: 460 })
})

test('two drafts of one order never deduct the same advance', async () => {
  const items = [{ product_id: owner.ids.service, quantity: 4, price: 100, tax_rate: 15 }]
  const path = await salesOrder({ items })
  const advance = expectOk(await act(path, 'advance-invoice', { percent: '50' })).body.data.id
  expectOk(await owner.post(`/advance-invoices/${advance}/confirm`, {}))
  const first = expectOk(await act(path, 'invoice')).body.data
  const draft = await read(`/invoices/${first.id}`)
  const [row] = draft.items
  const part = invoiceBody(owner, {
    items: [{ ...items[0], quantity: 1, order_line_id: row?.order_line_id }],
    invoice_number: draft.invoice_number,
    status: 'draft',
    advances: [{ advance_id: advance, amount: 50 }],
  })
  expectOk(await owner.post(`/invoices/${first.id}`, { ...part, version: draft.version }))
  const rest = expectOk(await act(path, 'invoice')).body.data
  expect((await read(`/invoices/${rest.id}`)).deductions).toMatchObject([{ id: advance, net: 150 }])
  for (const { id } of [first, rest]) expectOk(await owner.post(`/invoices/${id}/confirm`, {}))
  expect((await read(`/advance-invoices/${advance}`)).deductions).toMatchObject([{ net: 50 }, { net: 150 }])
})
