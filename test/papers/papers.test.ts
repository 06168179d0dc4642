import { describe, expect, test } from 'vitest'
import { formatNumber } from '#contract/paper/format-number.ts'
import { reports } from '#contract/reports/reports.ts'
import type { Sheet } from '#contract/reports/sheet.ts'
import { createTestApp } from '../harness/api.ts'
import { billBody, bodies, journalBody } from '../harness/bodies.ts'
import {
  callsOf,
  createOrganization,
  expectOk,
  invoiceBody,
  paymentBody,
  registeredBody,
  today,
} from '../harness/organization.ts'
import { readPdf } from '../harness/pdf-text.ts'
import { trackedProduct } from '../lots/tracked-product.ts'

const app = await createTestApp()
const owner = await createOrganization(app)
const stranger = await createOrganization(app)
const { post, get } = callsOf(owner)
const invoice = await post('/invoices', invoiceBody(owner))
await post('/bills', billBody(owner))
const payment = await post('/accounting/income-payments', {
  ...paymentBody(owner, { amount: 1000, references: [{ reference_id: invoice.id, amount: 1000 }], notes: 'دفعة أولى' }),
})
const bill = await post('/bills', billBody(owner))
const { customer_id: _, ...expense } = paymentBody(owner, {
  amount: 690,
  references: [{ reference_id: bill.id, amount: 690 }],
})
const paid = await post('/accounting/expense-payments', { ...expense, supplier_id: owner.ids.supplier })
const entry = await post('/accounting/journal-entries', await journalBody(owner, { description: 'تسوية' }))
const count = await post('/inventory/counts', await bodies.stockCounts(owner))
const setOff = await post('/accounting/set-offs', {
  set_off_date: today(),
  customer_id: owner.ids.customer,
  supplier_id: owner.ids.supplier,
  currency_id: 1,
  branch_id: owner.ids.branch,
  receivables: [{ reference_id: invoice.id, amount: 50 }],
  payables: [{ reference_id: (await post('/bills', billBody(owner))).id, amount: 50 }],
})
const declaration = await post('/customs-declarations', await bodies.customsDeclarations(owner))

async function pdfAt(path: string, language = 'en') {
  const headers = { authorization: `Bearer ${owner.token}`, 'accept-language': language }
  const reply = await app.app.inject({ url: `/api${path}`, headers })
  expect([reply.statusCode, reply.headers['content-type']], `${path} ${reply.body.slice(0, 300)}`).toEqual([
    200,
    'application/pdf',
  ])
  return readPdf(reply.rawPayload)
}

test.each([
  [
    'a receipt voucher',
    `/accounting/income-payments/${payment.id}`,
    [payment.payment_number, invoice.invoice_number, '1,000.00', '1,150.00', 'One thousand'],
  ],
  ['a payment voucher', `/accounting/expense-payments/${paid.id}`, [paid.payment_number, bill.bill_number, '690.00']],
  [
    'a journal voucher',
    `/accounting/journal-entries/${entry.id}`,
    [entry.journal_number, '520401', '120203', '250.00', 'Total debit'],
  ],
  ['a set-off', `/accounting/set-offs/${setOff.id}`, [setOff.number, invoice.invoice_number, '50.00', '1,150.00']],
  [
    'a customs declaration',
    `/customs-declarations/${declaration.id}`,
    [declaration.declaration_number, '950.00', '150.00', '200.00'],
  ],
  ['a stock count', `/inventory/counts/${count.id}`, [count.number, 'G1', '990', '-30', '-1,800.00']],
])('%s is a PDF with the text of its page and embedded fonts', async (_name, path, words) => {
  const { text, fonts } = await pdfAt(`${path}/pdf`)
  for (const word of words) expect(text, word).toContain(word)
  expect(fonts.map(({ name }) => name).join()).toMatch(/IBMPlexSansArabic/)
  expect(fonts.filter(({ isEmbedded }) => !isEmbedded)).toEqual([])
  expect((await stranger.get(`${path}/pdf`)).status).toBe(404)
})

test('opening balances answer as PDF with what was brought along, and as nothing where nothing was', async () => {
  expect((await stranger.get('/accounting/opening/pdf')).status).toBe(404)
  const accounts = await get('/accounting/accounts/list')
  const bank = accounts.find(({ number }: { number: string }) => number === '110103')
  const { version } = await get('/accounting/opening')
  await post('/accounting/opening', {
    opening_date: today(),
    branch_id: owner.ids.branch,
    version,
    lines: [{ account_id: bank.id, debit: '7000', credit: '' }],
    receivables: [
      { customer_id: owner.ids.customer, number: 'OLD-1', due_date: today(), currency_id: 1, amount: '300' },
    ],
    customer_credits: [{ customer_id: owner.ids.customer, number: 'OLD-C', currency_id: 1, amount: '80' }],
    payables: [],
    supplier_credits: [],
    stock: [],
  })
  const { text } = await pdfAt('/accounting/opening/pdf')
  for (const word of ['110103', '7,000.00', 'OLD-1', '300.00', '7,220.00', 'Opening equity'])
    expect(text, word).toContain(word)
  const [credit] = (await get('/accounting/opening')).customer_credits
  const path = `/accounting/opening/customer-credits/${credit.id}/pdf`
  const paper = await pdfAt(path)
  for (const word of ['OLD-C', '80.00', 'Opening credit']) expect(paper.text, word).toContain(word)
  expect((await stranger.get(path)).status).toBe(404)
})

test('a reconciliation answers as PDF with the steps from the balance of the bank to that of the books', async () => {
  const accounts = await get('/accounting/accounts/list')
  const cash = accounts.find(({ number }: { number: string }) => number === '110102')
  const sheet = await get(`/accounting/bank-reconciliations/sheet?account_id=${cash.id}&statement_date=${today()}`)
  const made = await post('/accounting/bank-reconciliations', {
    account_id: cash.id,
    statement_date: today(),
    statement_balance: sheet.book_balance,
    status: 'draft',
    lines: [],
  })
  const { text } = await pdfAt(`/accounting/bank-reconciliations/${made.id}/pdf`)
  expect(text).toContain('Balance per bank')
  expect(text).toContain(formatNumber(sheet.book_balance))
})

/** A batch that was bought, and of which some was sold. */
async function soldLot(): Promise<number> {
  const product_id = await trackedProduct(owner, 'batch')
  const row = { product_id, price: 10, tax_rate: 15, lots: [{ number: `P-${product_id}` }] }
  const bought = { bill_number: `PL-${product_id}`, items: [{ ...row, quantity: 5 }] }
  expectOk(await owner.post('/bills', billBody(owner, bought)))
  expectOk(await owner.post('/invoices', invoiceBody(owner, { items: [{ ...row, quantity: 2 }] })))
  return (await get(`/inventory/lots?product_id=${product_id}`))[0].id
}

describe.each(['ar', 'en'])('every report answers as PDF in %s', (language) => {
  test.each(Object.values(reports).map((report) => [report.name, report] as const))('%s', async (_name, report) => {
    const asked = new URLSearchParams()
    if (report.filters.includes('account_id'))
      asked.set('account_id', String((await get('/accounting/accounts/list'))[0].id))
    for (const [filter, id] of Object.entries({
      customer_id: owner.ids.customer,
      supplier_id: owner.ids.supplier,
      product_id: owner.ids.goods,
    }))
      if (report.filters.includes(filter)) asked.set(filter, String(id))
    if (report.filters.includes('lot_id')) asked.set('lot_id', String(await soldLot()))
    const sheet = (await get(`${report.path}?${asked}`)) as Sheet
    const { text, pages } = await pdfAt(`${report.path}/export?${asked}&format=pdf`, language)
    expect(pages).toBeGreaterThan(0)
    for (const row of sheet.rows)
      for (const { key, kind } of sheet.columns) {
        const figure = row.figures[key]
        if (kind === 'amount' && figure) expect(text, `${row.key} ${key}`).toContain(formatNumber(Math.abs(figure)))
      }
  })
})

test('the days of an Arabic report are not turned, in its head and in its foot', async () => {
  const { text } = await pdfAt('/reports/profit-and-loss/export?format=pdf&from=2025-02-01&to=2025-03-31', 'ar')
  expect(text.match(/2025-02-01/g)).toHaveLength(2)
  expect(text.match(/2025-03-31/g)).toHaveLength(2)
  expect(text).not.toMatch(/01-02-2025|31-03-2025/)
  // The first day is where an Arabic reader begins.
  for (const line of text.split('\n').filter((one) => one.includes('2025-02-01')))
    expect(line.indexOf('2025-03-31'), line).toBeLessThan(line.indexOf('2025-02-01'))
})

test('the file of a report has its name in the language that asks, and a plain one for other programs', async () => {
  const url = '/api/reports/trial-balance/export?from=2026-01-01&to=2026-09-30'
  for (const format of ['pdf', 'xlsx']) {
    const headers = { authorization: `Bearer ${owner.token}`, 'accept-language': 'ar' }
    const reply = await app.app.inject({ url: `${url}&format=${format}`, headers })
    const said = String(reply.headers['content-disposition'])
    expect(said).toContain(`filename="trial_balance-2026-01-01-2026-09-30.${format}"`)
    expect(decodeURIComponent(said)).toContain(`ميزان المراجعة 2026-01-01 2026-09-30.${format}`)
  }
})

test('a report with many columns is landscape and repeats its head on each page', async () => {
  for (let made = 0; made < 45; made++) await post('/accounting/journal-entries', await journalBody(owner))
  const { text, pages } = await pdfAt('/reports/journal/export?format=pdf')
  expect(pages).toBeGreaterThan(1)
  expect(text.match(/Page \d+ of \d+/g)).toHaveLength(pages)
  // The notes that end the report may have a page of their own, without rows.
  const [first = 0, ...others] = text.split('\f').map((page) => page.match(/Debit/g)?.length ?? 0)
  expect(first).toBeGreaterThan(0)
  expect(others.slice(0, pages - 2).every((heads) => heads > 0)).toBe(true)
})

test('only a simplified tax invoice prints on a roll of 80 mm', async () => {
  const registered = await createOrganization(app, registeredBody)
  const own = callsOf(registered)
  const person = await own.post('/customers', {
    name: 'سارة',
    email: 's@example.sa',
    type: 'individual',
    status: 'active',
  })
  const sale = await own.post('/invoices', invoiceBody(registered, { customer_id: person.id }))
  const reply = await app.app.inject({
    url: `/api/invoices/${sale.id}/pdf?size=receipt`,
    headers: { authorization: `Bearer ${registered.token}` },
  })
  expect(reply.statusCode, reply.body.slice(0, 200)).toBe(200)
  const { text, size } = await readPdf(reply.rawPayload)
  for (const word of [sale.invoice_number, '1,150.00', '150.00', '310122393500003']) expect(text).toContain(word)
  // 80 mm in points.
  expect(size.width).toBeCloseTo(226.77, 1)
  expect((await owner.get(`/invoices/${invoice.id}/pdf?size=receipt`)).headers.refusal).toBe('receipt_not_offered')
})

test('the letterhead of the organization is on every paper, and is tried before it is saved', async () => {
  const { version } = await get('/sharing/settings')
  const settings = { bank_accounts: [], link_days: 90, templates: { ar: {}, en: {} }, version }
  expect((await owner.post('/sharing/settings', { ...settings, accent: 'red' })).body.errors).toHaveProperty('accent')
  await post('/sharing/settings', { ...settings, accent: '#1F4E79', footer: 'Riyadh, King Fahd Road' })
  expect((await pdfAt(`/invoices/${invoice.id}/pdf`)).text).toContain('King Fahd Road')
  expect((await pdfAt('/reports/trial-balance/export?format=pdf')).text).toContain('King Fahd Road')
  const preview = await app.app.inject({
    url: `/api/sharing/letterhead-preview?accent=%23aa0000`,
    headers: { authorization: `Bearer ${owner.token}` },
  })
  expect([preview.statusCode, preview.headers['content-type']]).toEqual([200, 'image/svg+xml'])
  expect(preview.body).toContain('#aa0000')
  expect(preview.body).not.toContain('#1f4e79')
})
