import { beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../harness/api.ts'
import { billBody } from '../harness/bodies.ts'
import {
  callsOf,
  createOrganization,
  expectOk,
  idOf,
  invoiceBody,
  type Organization,
  today,
} from '../harness/organization.ts'

// A row may stand under another tax than its document; totals, boxes, notes and advances follow each row's own.

let app: TestApp
let owner: Organization
let calls: ReturnType<typeof callsOf>
let taxes: Record<'standard' | 'zero' | 'exports' | 'exempt' | 'none' | 'reverse', number>
beforeAll(async () => {
  app = await createTestApp()
  owner = await createOrganization(app)
  calls = callsOf(owner)
  const profile = await calls.get('/organization/show')
  await calls.post('/organization/update', { ...profile, tax_number: '310122393500003', vat_status: 'registered' })
  const all = (await calls.get('/taxes?per_page=50')) as { id: number; treatment: string }[]
  const of = (treatment: string) => all.find((tax) => tax.treatment === treatment)?.id as number
  taxes = {
    standard: of('standard'),
    zero: of('zero_rated'),
    exports: of('exports'),
    exempt: of('exempt'),
    none: of('out_of_scope'),
    reverse: of('reverse_charge'),
  }
})
const row = (price: number, tax_id?: number, more: object = {}) => ({
  product_id: owner.ids.service,
  quantity: 1,
  price,
  tax_rate: tax_id === undefined ? 15 : 0,
  ...(tax_id !== undefined && { tax_id }),
  ...more,
})
const invoice = (items: object[], more: object = {}) => calls.post('/invoices', invoiceBody(owner, { items, ...more }))
const boxes = async () => {
  const { rows } = await calls.get(`/reports/vat-return?from=${today().slice(0, 4)}-01-01&to=${today()}`)
  return new Map((rows as { key: string; cells?: unknown }[]).map((one) => [one.key, JSON.stringify(one)]))
}

test('four categories on one invoice: totals, taxes and their reasons', async () => {
  const read = await invoice([row(100), row(50, taxes.zero), row(30, taxes.exempt), row(20, taxes.none)])
  expect(read).toMatchObject({ subtotal: 200, tax: 15, total: 215 })
  const shown = (read.taxes as { category: string }[]).map((tax) => tax)
  expect(shown).toMatchObject([
    { category: 'S', rate: 15, base: 100, tax: 15, exemption_code: null },
    {
      category: 'Z',
      rate: 0,
      base: 50,
      tax: 0,
      exemption_code: 'VATEX-SA-35',
      exemption_reason: 'الأدوية والمعدات الطبية',
    },
    { category: 'E', rate: 0, base: 30, tax: 0, exemption_code: 'VATEX-SA-30' },
    { category: 'O', rate: 0, base: 20, tax: 0, exemption_code: 'VATEX-SA-OOS' },
  ])
  expect(await calls.get(`/invoices/${read.id}`)).toMatchObject({ taxes: shown, items: read.items })
  expect(read.items.map(({ tax_id }: { tax_id: number }) => tax_id)).toEqual([
    taxes.standard,
    taxes.zero,
    taxes.exempt,
    taxes.none,
  ])
})

test('each row is in the box of its own tax', async () => {
  const before = await boxes()
  await invoice([row(1000), row(70, taxes.exports), row(40, taxes.exempt)])
  const after = await boxes()
  const changed = [...after].filter(([key, cells]) => before.get(key) !== cells).map(([key]) => key)
  expect(changed).toEqual(expect.arrayContaining(['box:1', 'box:4', 'box:5']))
  expect(changed).not.toContain('box:3')
})

test('rows without a tax take that of the document', async () => {
  const read = await invoice([row(100), row(50)], { tax_id: taxes.standard })
  expect(new Set(read.items.map(({ tax_id }: { tax_id: number }) => tax_id))).toEqual(new Set([taxes.standard]))
})

test('a row under reverse charge says the rate that the buyer assesses, and its entry owes and deducts that tax', async () => {
  const bill = await calls.post('/bills', billBody(owner, { items: [row(1500, taxes.reverse), row(100)] }))
  expect(bill).toMatchObject({ total: 1615, tax: 15 })
  expect(bill.taxes).toMatchObject([
    { rate: 15, assessed_rate: null, base: 100 },
    { rate: 0, assessed_rate: 15, base: 1500 },
  ])
  const [entry] = await calls.get(`/bills/${bill.id}/entries`)
  const amounts = (entry.lines as { debit: number; credit: number }[]).map(({ debit, credit }) => [debit, credit])
  expect(amounts).toContainEqual([225, 0])
  expect(amounts).toContainEqual([0, 225])
})

describe('refuses', () => {
  const refused: [string, () => object, string][] = [
    ['a tax that is not there', () => row(1, 999_999), 'items.0.tax_id'],
    ['a tax of bills on an invoice', () => row(1, taxes.reverse), 'items.0.tax_id'],
    ['a rate that is not the tax of the row', () => row(1, taxes.zero, { tax_rate: 15 }), 'items.0.tax_rate'],
    ['a zero rate without its tax', () => ({ ...row(1), tax_rate: 0 }), 'items.0.tax_rate'],
  ]
  test.each(refused)('%s', async (_, item, field) => {
    expect(await calls.errors('/invoices', invoiceBody(owner, { items: [item()] }))).toHaveProperty([field])
  })

  test('two taxes of one rate on one invoice', async () => {
    const other = await idOf(owner.post('/taxes', { name: 'ضريبة أخرى', rate: '15', status: 'active' }))
    const items = [row(1), row(1, other, { tax_rate: 15 })]
    expect(await calls.errors('/invoices', invoiceBody(owner, { items }))).toHaveProperty('items')
    expectOk(await owner.post('/bills', billBody(owner, { items })))
  })

  test('refuses a zero rate without a reason; a draft may wait', async () => {
    const tax = { name: 'صفرية بلا سبب', rate: '0', treatment: 'zero_rated', status: 'active' }
    const bare = await idOf(owner.post('/taxes', tax))
    const body = invoiceBody(owner, { items: [row(100), row(1, bare)] })
    expect(await calls.errors('/invoices', body)).toEqual({ 'items.1.tax_id': expect.stringContaining('Settings') })
    const draft = await calls.post('/invoices', { ...body, status: 'draft' })
    expect((await owner.post(`/invoices/${draft.id}/confirm`, {})).status).toBe(422)
    await calls.post(`/taxes/${bare}`, { ...tax, exemption_code: 'VATEX-SA-36' })
    expect(await calls.post(`/invoices/${draft.id}/confirm`, {})).toMatchObject({ status: 'confirmed' })
  })

  test('a seller that is not registered for VAT needs no reason', async () => {
    const other = await createOrganization(app)
    const bare = await idOf(other.post('/taxes', { name: 'صفرية', rate: '0', status: 'active' }))
    const items = [{ product_id: other.ids.service, quantity: 1, price: 5, tax_rate: 0, tax_id: bare }]
    expectOk(await other.post('/invoices', invoiceBody(other, { items })))
  })
})

describe('the reason of a tax', () => {
  const tax = (change: object) => ({ name: `ض ${crypto.randomUUID()}`, rate: '0', status: 'active', ...change })
  test.each([
    [{ treatment: 'exports' }, 'VATEX-SA-32'],
    [{ treatment: 'out_of_scope' }, 'VATEX-SA-OOS'],
    [{ treatment: 'zero_rated' }, null],
    [{ treatment: 'exempt', exemption_code: 'VATEX-SA-29' }, 'VATEX-SA-29'],
    [{ rate: '15' }, null],
  ])('of %j is %s', async (change, code) => {
    const { id } = await calls.post('/taxes', tax(change))
    expect(await calls.get(`/taxes/${id}`)).toMatchObject({ exemption_code: code })
  })
  test.each([
    { treatment: 'exempt', exemption_code: 'VATEX-SA-32' },
    { rate: '15', exemption_code: 'VATEX-SA-32' },
    { treatment: 'exports', exemption_code: 'VATEX-SA-99' },
  ])('is refused if it belongs to another treatment: %j', async (change) => {
    expect(await calls.errors('/taxes', tax(change))).toHaveProperty('exemption_code')
  })
  test('a text of one’s own is printed in place of the list’s, as it was when the invoice was issued', async () => {
    const body = tax({ treatment: 'exempt', exemption_code: 'VATEX-SA-30', exemption_reason: 'إيجار سكني' })
    const { id } = await calls.post('/taxes', body)
    const read = await invoice([row(10, id)])
    await calls.post(`/taxes/${id}`, { ...body, exemption_reason: 'نص جديد' })
    expect((await calls.get(`/invoices/${read.id}`)).taxes[0]).toMatchObject({ exemption_reason: 'إيجار سكني' })
  })
})

test('a correction that names no row taxes keeps them, and an edit of a memo field posts nothing', async () => {
  const items = [row(100), row(50, taxes.exports)]
  const { id, invoice_number } = await invoice(items)
  const bare = items.map(({ tax_id: _, ...item }: Record<string, unknown>) => item)
  const body = invoiceBody(owner, { items: bare, invoice_number, po_number: 'PO-1' })
  const read = await calls.post(`/invoices/${id}`, body)
  expect(read.items[1].tax_id).toBe(taxes.exports)
  const before = (await calls.get('/reports/journal')).rows.length
  const again = await calls.post(`/invoices/${id}`, { ...body, po_number: 'PO-2' })
  expect(again).toMatchObject({ po_number: 'PO-2', tax: 15, total: 165 })
  expect((await calls.get('/reports/journal')).rows.length).toBe(before)
})

test('a note credits each row with its own tax and reason', async () => {
  const { id } = await invoice([row(100), row(50, taxes.exports)])
  const lines = [
    { line_number: 1, amount: 40 },
    { line_number: 2, quantity: 1 },
  ]
  const note = await calls.post(`/invoices/${id}/credit-note`, { note_date: today(), reason: 'خصم', lines })
  expect(note).toMatchObject({ subtotal: 90, tax: 6, total: 96 })
  expect(note.taxes).toMatchObject([
    { category: 'S', base: 40, tax: 6 },
    { category: 'Z', base: 50, exemption_code: 'VATEX-SA-32' },
  ])
})

test('an advance is deducted from the rows with its tax', async () => {
  const advance = await calls.post('/advance-invoices', invoiceBody(owner, { items: [row(60, taxes.exports)] }))
  const items = [row(100), row(80, taxes.exports)]
  const advances = [{ advance_id: advance.id, amount: 60 }]
  expect(await invoice(items, { advances })).toMatchObject({ total: 195, deducted: 60, remaining_amount: 135 })
  const other = await calls.post('/advance-invoices', invoiceBody(owner, { items: [row(60, taxes.exempt)] }))
  const wrong = invoiceBody(owner, { items, advances: [{ advance_id: other.id, amount: 60 }] })
  expect(await calls.errors('/invoices', wrong)).toHaveProperty(['advances.0.advance_id'])
  const two = invoiceBody(owner, { items: [row(60), row(1, taxes.exempt)] })
  expect(await calls.errors('/advance-invoices', two)).toHaveProperty('items')
})

test('a bill may combine reverse charge, non-deductible tax and standard tax', async () => {
  const all = (await calls.get('/taxes?per_page=50')) as { id: number; treatment: string }[]
  const lost = all.find((tax) => tax.treatment === 'non_deductible')?.id as number
  const items = [row(100), row(200, taxes.reverse), row(40, lost, { tax_rate: 15 })]
  const read = await calls.post('/bills', billBody(owner, { items }))
  expect(read).toMatchObject({ subtotal: 340, tax: 21, total: 361 })
})
