import { beforeEach, expect, test } from 'vitest'
import type { Sheet } from '#contract/reports/sheet.ts'
import { createTestApp, type TestApp } from '../harness/api.ts'
import { billBody, bodies } from '../harness/bodies.ts'
import { movedBy } from '../harness/books.ts'
import { checkInvariants } from '../harness/invariants.ts'
import {
  createOrganization,
  expectOk,
  idOf,
  invoiceBody,
  type Organization,
  paymentBody,
  today,
} from '../harness/organization.ts'

// Edge cases that an accountant tries, each computed manually. The invariants run after the file.

let app: TestApp
let owner: Organization
beforeEach(async () => {
  app ??= await createTestApp()
  owner = await createOrganization(app)
})
const year = today().slice(0, 4)
const show = async (path: string): Promise<Sheet> => expectOk(await owner.get(`/reports/${path}`)).body.data
const invoice = (change: object = {}) => idOf(owner.post('/invoices', invoiceBody(owner, { ...change })))

test('a barcode scanned into an amount and voided leaves readable reports', async () => {
  const receipt = await idOf(
    owner.post('/accounting/income-payments', paymentBody(owner, { amount: '6281234567890.37' })),
  )
  expectOk(await owner.remove(`/accounting/income-payments/${receipt}`))
  const { rows, difference } = await show(`trial-balance?from=${year}-01-01&to=${today()}`)
  // Twice the slip, and the goods that the books opened with.
  expect([rows.at(-1)?.figures.movement_debit, difference]).toEqual([12562469195780.74, 0])
})

test('voiding a receipt of which one allocation was reversed before: exchange differences are reversed as realised', async () => {
  expectOk(await owner.post('/currencies/3/rate', { rate: '4.10' }))
  const ids = [await invoice({ currency_id: 3 }), await invoice({ currency_id: 3 })]
  expectOk(await owner.post('/currencies/3/rate', { rate: '4.25' }))
  const references = ids.map((reference_id) => ({ reference_id, amount: 1150 }))
  const body = paymentBody(owner, { currency_id: 3, amount: 2300, references })
  const receipt = await idOf(owner.post('/accounting/income-payments', body))
  expectOk(await owner.post(`/accounting/income-payments/${receipt}/unallocate`, { reference_id: ids[0] }))
  expectOk(await owner.remove(`/accounting/income-payments/${receipt}`))
  // The invariants are asked here, since what is wrong in one test should not be found in another.
  await checkInvariants(app.roles.superuser)
})

test('a corrected invoice in euros stays at the rate it was issued at', async () => {
  expectOk(await owner.post('/currencies/3/rate', { rate: '4.10' }))
  const body = invoiceBody(owner, { currency_id: 3 })
  const id = await idOf(owner.post('/invoices', body))
  expectOk(await owner.post('/currencies/3/rate', { rate: '4.25' }))
  const items = [{ product_id: owner.ids.service, quantity: 1, price: 1200, tax_rate: 15 }]
  const { invoice_number } = expectOk(await owner.get(`/invoices/${id}`)).body.data
  const correct = async () => expectOk(await owner.post(`/invoices/${id}`, { ...body, invoice_number, items }))
  // 200 more at 4.10: 820 and 123 of tax.
  expect(await movedBy(app, owner, correct)).toEqual(['AR D943', 'REV_SRV C820', 'VAT_OUT C123'])
  expect((await owner.get(`/invoices/${id}`)).body.data.exchange_rate).toBe(4.1)
})

test('an invoice voided after its receipt was reversed later: until then the customer had paid for nothing', async () => {
  const date = `${year}-01-10`
  const id = await invoice({ invoice_date: date, due_date: date })
  const references = [{ reference_id: id, amount: 1150 }]
  const receipt = await idOf(
    owner.post('/accounting/income-payments', paymentBody(owner, { payment_date: `${year}-01-15`, references })),
  )
  const reversed = { date: `${year}-03-01`, reason: 'شيك مرتجع' }
  expectOk(await owner.post(`/accounting/income-payments/${receipt}/reverse`, reversed))
  expectOk(await owner.remove(`/invoices/${id}`))
  for (const [day, total] of [
    [`${year}-01-12`, undefined],
    [`${year}-02-01`, -1150],
    [`${year}-03-01`, undefined],
  ] as const) {
    const aged = await show(`aged-receivables?to=${day}`)
    expect([aged.difference, aged.rows.at(-1)?.figures.total], day).toEqual([0, total])
    const statement = await show(`customer-statement?customer_id=${owner.ids.customer}&from=${year}-01-01&to=${day}`)
    expect(statement.below?.rows[0]?.figures, day).toMatchObject({ advances: 0, total: total ?? 0 })
  }
})

test('postings go to the accounts of the product, else of its category, else of its type', async () => {
  const chart = expectOk(await owner.get('/accounting/accounts/list')).body.data as { id: number; number: string }[]
  const account = (number: string) => chart.find((one) => one.number === number)?.id
  const category = { name: 'إيجارات', status: 'active', expense_account_id: account('520201'), income_account_id: '' }
  const product_category_id = await idOf(owner.post('/product-categories', category))
  const { version: _, ...service } = expectOk(await owner.get(`/products/${owner.ids.service}`)).body.data
  const change = (fields: object) => owner.post(`/products/${owner.ids.service}`, { ...service, ...fields })
  const items = [{ product_id: owner.ids.service, quantity: 1, price: 100, tax_rate: 15 }]
  const trial = async (number: string) =>
    (await show('trial-balance')).rows.find(({ texts }) => texts.number === number)?.figures
  const bill = async () => idOf(owner.post('/bills', billBody(owner, { items })))
  expectOk(await change({ product_category_id }))
  const id = await bill()
  expect(await trial('520201')).toMatchObject({ closing_debit: 100 })
  const note = { note_date: today(), reason: 'تخفيض', note_number: 'SC1', lines: [{ line_number: 1, amount: 40 }] }
  expectOk(await owner.post(`/bills/${id}/supplier-credit`, note))
  expect(await trial('520201')).toMatchObject({ closing_debit: 60 })
  expectOk(await change({ expense_account_id: account('110403'), income_account_id: account('420101') }))
  await bill()
  await invoice({ items })
  expect(await trial('110403')).toMatchObject({ closing_debit: 100 })
  expect(await trial('420101')).toMatchObject({ closing_credit: 100 })
  expect((await owner.get(`/products/${owner.ids.service}`)).body.data.income_account.name).toContain('420101')
  for (const [field, number] of [
    ['income_account_id', '520201'],
    ['expense_account_id', '110201'],
    ['expense_account_id', '110103'],
    ['expense_account_id', '41'],
  ] as const)
    expect((await change({ [field]: account(number) })).body.errors, number).toHaveProperty(field)
  expect(
    (await owner.post('/product-categories', { ...category, name: 'x', income_account_id: account('110501') })).status,
  ).toBe(422)
  const offered = expectOk(await owner.get('/accounting/accounts/list?purpose=income')).body.data as {
    number: string
  }[]
  expect(offered.every(({ number }) => number.startsWith('4') && number.length === 6)).toBe(true)
})

test('settings apply from the next request: receipts without an invoice, what Save means, typed numbers', async () => {
  const { logo: _, ...profile } = expectOk(await owner.get('/organization/show')).body.data
  expect(profile).toMatchObject({ receipt_without_reference: 'credit', default_save_action: 'confirm' })
  const set = async (change: object) => {
    const { version } = expectOk(await owner.get('/organization/show')).body.data
    expectOk(await owner.post('/organization/update', { ...profile, version, ...change }))
  }
  const receive = (change: object = {}) => owner.post('/accounting/income-payments', paymentBody(owner, { ...change }))
  expectOk(await receive())
  await set({ receipt_without_reference: 'advance_tax_invoice', default_save_action: 'draft', manual_numbers: false })
  expect((await receive()).body.errors).toHaveProperty('references')
  expect((await owner.post('/invoices', invoiceBody(owner, { status: 'confirmed' }))).body.errors).toHaveProperty(
    'invoice_number',
  )
  await set({ receipt_without_reference: 'advance_tax_invoice', default_save_action: 'draft', manual_numbers: true })
  const draft = expectOk(await owner.post('/invoices', invoiceBody(owner))).body.data
  expect(draft.status).toBe('draft')
  const sold = expectOk(await owner.post('/invoices', invoiceBody(owner, { status: 'confirmed' }))).body.data
  // More than the invoice is an overpayment, no down payment.
  expectOk(await receive({ amount: 1200, references: [{ reference_id: sold.id, amount: 1150 }] }))
  expect((await owner.post('/organization/update', { ...profile, default_save_action: 'never' })).status).toBe(422)
})

test("a setting applies the document's tax to every row, also to products without tax", async () => {
  const product = { ...(await bodies.products(owner)), product_type_id: 2, apply_tax: false, unlimited_quantity: true }
  const untaxed = await idOf(owner.post('/products', { ...product, quantity: '' }))
  const sell = (tax_rate: number) => {
    const items = [{ product_id: untaxed, quantity: 1, price: 100, tax_rate }]
    return owner.post('/invoices', invoiceBody(owner, { status: 'confirmed', items }))
  }
  const set = async (row_tax_always_invoice: boolean) => {
    const { logo: _, ...profile } = expectOk(await owner.get('/organization/show')).body.data
    expectOk(await owner.post('/organization/update', { ...profile, row_tax_always_invoice }))
  }
  const before = expectOk(await sell(0)).body.data
  expect(before.total).toBe(100)
  await set(true)
  expect((await sell(0)).body.errors).toHaveProperty(['items.0.tax_rate'])
  expect(expectOk(await sell(15)).body.data.total).toBe(115)
  // An issued document does not change, and its notes stay editable.
  const { invoice_number, invoice_date, due_date, tax_id, branch_id, customer_id, currency_id } = before
  const head = { invoice_number, invoice_date, due_date, tax_id, branch_id, customer_id, currency_id }
  const items = [{ product_id: untaxed, quantity: 1, price: 100, tax_rate: 0 }]
  const saved = expectOk(await owner.post(`/invoices/${before.id}`, { ...head, items, notes: 'ملاحظة' })).body.data
  expect(saved).toMatchObject({ total: 100, notes: 'ملاحظة' })
  await set(false)
  expect(expectOk(await sell(0)).body.data.total).toBe(100)
})

test('an invoice moved to a date after its receipt: until then the receipt counts as an advance', async () => {
  const body = invoiceBody(owner, { invoice_date: `${year}-01-10`, due_date: `${year}-01-10` })
  const id = await idOf(owner.post('/invoices', body))
  const references = [{ reference_id: id, amount: 1150 }]
  const receipt = await idOf(
    owner.post('/accounting/income-payments', paymentBody(owner, { payment_date: `${year}-01-15`, references })),
  )
  const back = { reference_id: id, date: `${year}-02-10` }
  expectOk(await owner.post(`/accounting/income-payments/${receipt}/unallocate`, back))
  const { invoice_number } = expectOk(await owner.get(`/invoices/${id}`)).body.data
  const moved = { ...body, invoice_number, invoice_date: `${year}-03-01`, due_date: `${year}-03-01` }
  expectOk(await owner.post(`/invoices/${id}`, moved))
  for (const [day, owed, total] of [
    [`${year}-01-15`, -1150, -1150],
    [`${year}-01-20`, -1150, -1150],
    [`${year}-02-20`, 0, -1150],
    [`${year}-03-01`, 1150, 0],
  ] as const) {
    const aged = await show(`aged-receivables?to=${day}`)
    const figures = aged.rows.at(-1)?.figures
    expect([aged.difference, figures?.not_due, figures?.total], day).toEqual([0, owed, total])
    const statement = await show(`customer-statement?customer_id=${owner.ids.customer}&from=${year}-01-01&to=${day}`)
    expect(statement.below?.rows[0]?.figures, day).toEqual(figures)
  }
})

test('a returned cheque is a cash flow in both directions', async () => {
  const methods = expectOk(await owner.get('/payment-methods/list')).body.data as { id: number; name_en: string }[]
  const [cheque, bank] = ['Cheque', 'Bank transfer'].map((name) => methods.find((row) => row.name_en === name)?.id)
  const id = await idOf(owner.post('/accounting/income-payments', paymentBody(owner, { payment_method_id: cheque })))
  const back = { refund_date: today(), amount: 150, payment_method_id: bank }
  const { data } = expectOk(await owner.post(`/accounting/income-payments/${id}/refund`, back)).body
  expect([data.amount, data.refunded, data.remaining]).toEqual([1150, 150, 1000])
})

test('documents at five percent have their own lines in the VAT return', async () => {
  const tax_id = await idOf(owner.post('/taxes', { name: 'خمسة بالمئة', rate: '5', status: 'active' }))
  const items = (price: number) => [{ product_id: owner.ids.service, quantity: 1, price, tax_rate: 5 }]
  await invoice({ tax_id, items: items(1000) })
  expectOk(await owner.post('/bills', billBody(owner, { tax_id, items: items(200) })))
  const { rows } = await show(`vat-return?from=${year}-01-01&to=${year}-12-31`)
  const boxes = rows.filter((row) => /^box:(1b?|6|7b?|12|13)$/.test(row.key))
  expect(boxes.map(({ key, figures }) => [key, figures.box_amount, figures.vat])).toEqual([
    ['box:1', 0, 0],
    ['box:1b', 1000, 50],
    ['box:6', 1000, 50],
    ['box:7', 0, 0],
    ['box:7b', 200, 10],
    ['box:12', 200, 10],
    ['box:13', null, 40],
  ])
})

test('an ageing report is sorted by the names it shows', async () => {
  const named = (name: string, name_en: string | null) => ({ ...bodies.customers(owner), name, name_en })
  const made: number[] = []
  for (const [name, name_en] of [
    ['أأ', 'Zamil'],
    ['أب', 'Abha'],
    ['أت', null],
  ] as const) {
    const customer_id = await idOf(owner.post('/customers', named(name, name_en)))
    await invoice({ customer_id })
    made.push(customer_id)
  }
  const order = async (language: 'ar' | 'en') => {
    const { rows } = expectOk(await owner.ask('GET', '/reports/aged-receivables', { language })).body.data as Sheet
    return rows.map(({ key }) => made.indexOf(Number(key.slice('party:'.length)))).filter((index) => index >= 0)
  }
  expect([await order('ar'), await order('en')]).toEqual([
    [0, 1, 2],
    [1, 0, 2],
  ])
})
