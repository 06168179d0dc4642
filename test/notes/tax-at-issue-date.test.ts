import { beforeAll, expect, test } from 'vitest'
import type { Sheet } from '#contract/reports/sheet.ts'
import { createTestApp, type TestApp } from '../harness/api.ts'
import { billBody } from '../harness/bodies.ts'
import { movedBy } from '../harness/books.ts'
import { callsOf, createOrganization, invoiceBody, type Organization, today } from '../harness/organization.ts'

// A change of a tax affects neither the documents posted under it (accounting rule 1.7) nor their notes. A note has the tax and
// the box of its document. The invariants run after the file.

let app: TestApp
let owner: Organization
let calls: ReturnType<typeof callsOf>
beforeAll(async () => {
  app = await createTestApp()
  owner = await createOrganization(app)
  calls = callsOf(owner)
})
const note = (amount: string) => ({ note_date: today(), reason: 'خصم', lines: [{ line_number: 1, amount }] })
const service = (price: number) => [{ product_id: owner.ids.service, quantity: 1, price, tax_rate: 0 }]
const change = async (id: number, input: object) => {
  const { name, name_en, rate, status } = await calls.get(`/taxes/${id}`)
  await calls.post(`/taxes/${id}`, { name, name_en, rate, status, ...input })
}

test('reverse charge is credited at the rate of its assessment', async () => {
  const taxes = (await calls.get('/taxes?per_page=100')) as { id: number; treatment: string }[]
  const tax_id = taxes.find(({ treatment }) => treatment === 'reverse_charge')?.id as number
  const { id } = await calls.post('/bills', billBody(owner, { tax_id, items: service(1000) }))
  await change(tax_id, { rate: '5' })
  const credit = (amount: string) => movedBy(app, owner, () => calls.post(`/bills/${id}/supplier-credit`, note(amount)))
  const taxed = async (amount: string) => (await credit(amount)).filter((line) => /^(AP|VAT)/.test(line))
  expect(await taxed('400')).toEqual(['AP D400', 'VAT_IN C60', 'VAT_RC D60'])
  expect(await taxed('600')).toEqual(['AP D600', 'VAT_IN C90', 'VAT_RC D90'])
})

test('a note is reported in the VAT box of the original document, even if the tax feeds another box now', async () => {
  const { id: tax_id } = await calls.post('/taxes', {
    name: 'صفرية',
    rate: '0',
    status: 'active',
    treatment: 'zero_rated',
  })
  const { id } = await calls.post('/invoices', invoiceBody(owner, { tax_id, items: service(1000) }))
  await change(tax_id, { treatment: 'exports' })
  await calls.post(`/invoices/${id}/credit-note`, note('250'))
  const year = today().slice(0, 4)
  const sheet: Sheet = await calls.get(`/reports/vat-return?from=${year}-01-01&to=${year}-12-31`)
  const box = (number: number) => {
    const figures = sheet.rows.find(({ key }) => key === `box:${number}`)?.figures
    return [figures?.box_amount, figures?.adjustment]
  }
  expect([box(3), box(4)]).toEqual([
    [1000, -250],
    [0, 0],
  ])
})

test('if advances deducted all of the tax, a note still credits what was charged', async () => {
  const items = (price: number) => [{ product_id: owner.ids.service, quantity: 1, price, tax_rate: 15 }]
  const advance = await calls.post('/advance-invoices', invoiceBody(owner, { items: items(500) }))
  const advances = [{ advance_id: advance.id, amount: 500 }]
  const { id } = await calls.post('/invoices', invoiceBody(owner, { items: items(500), advances }))
  const taxed = await movedBy(app, owner, () => calls.post(`/invoices/${id}/credit-note`, note('100')))
  expect(taxed).toContain('VAT_OUT D15')
})

test('a debit note on free goods is in the box of its tax', async () => {
  const items = [{ product_id: owner.ids.goods, quantity: 1, price: 0, tax_rate: 15 }]
  const { id } = await calls.post('/invoices', invoiceBody(owner, { items }))
  expect(await movedBy(app, owner, () => calls.post(`/invoices/${id}/debit-note`, note('20')))).toContain('VAT_OUT C3')
})
