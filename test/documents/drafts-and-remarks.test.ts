import { beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../harness/api.ts'
import { billBody, bodies } from '../harness/bodies.ts'
import {
  callsOf,
  createOrganization,
  expectOk,
  invoiceBody,
  type Organization,
  paymentBody,
  today,
} from '../harness/organization.ts'
import { withSuperuser } from '../harness/role.ts'

// Records that are always posted have no drafts, and refuse them; their remarks stay editable while figures are locked
// (accounting rules B1, B4). The invariants run after the file.

let app: TestApp
let owner: Organization
let calls: ReturnType<typeof callsOf>
const day = `${today().slice(0, 4)}-02-03`
beforeAll(async () => {
  app = await createTestApp()
  owner = await createOrganization(app)
  calls = callsOf(owner)
})
const declaration = async () => ({ ...(await bodies.customsDeclarations(owner)), declaration_date: day, due_date: day })
const entries = async () => expectOk(await owner.get('/reports/journal')).body.data.rows.length

test('an update without a status leaves a draft a draft, and its preview shows what confirming would post (B1)', async () => {
  const reconciled = (await calls.get('/accounting/accounts/list')).find(
    ({ number }: { number: string }) => number === '110102',
  )
  const balance = { account_id: reconciled.id, statement_date: today(), statement_balance: 0, lines: [] }
  const drafts: [string, object][] = [
    ['/invoices', invoiceBody(owner)],
    ['/bills', billBody(owner)],
    ['/accounting/journal-entries', await bodies.journalEntries(owner)],
    ['/accounting/bank-reconciliations', balance],
  ]
  const before = await entries()
  for (const [path, body] of drafts) {
    const { id } = await calls.post(path, { ...body, status: 'draft' })
    const change = path === '/accounting/journal-entries' ? { description: 'ملاحظة' } : { notes: 'ملاحظة' }
    const changed = await calls.post(`${path}/${id}`, { ...body, ...change })
    expect([path, changed.status]).toEqual([path, 'draft'])
    expect(await calls.get(`${path}/${id}`)).toMatchObject({ status: 'draft', ...change })
    if (path === '/accounting/bank-reconciliations') continue
    const preview = await calls.post(`${path}/preview?id=${id}`, { ...body, ...change })
    expect([path, preview.entries.length]).toEqual([path, 1])
  }
  expect(await entries()).toBe(before)
})

test('a draft of a kind without drafts is refused on its status, and nothing is posted', async () => {
  const invoice = await calls.post('/invoices', invoiceBody(owner))
  const bill = await calls.post('/bills', billBody(owner))
  const note = { note_date: today(), reason: 'خصم', lines: [{ line_number: 1, amount: 1 }] }
  const { customer_id: _, ...paid } = paymentBody(owner)
  const { branch, currency: currency_id, customer: customer_id, supplier: supplier_id, goods } = owner.ids
  const count = { count_date: today(), branch_id: branch, lines: [{ product_id: goods, counted: 999 }] }
  const references = (reference_id: number) => [{ reference_id, amount: 1 }]
  const setOff = {
    set_off_date: today(),
    branch_id: branch,
    currency_id,
    customer_id,
    supplier_id,
    receivables: references(invoice.id),
    payables: references(bill.id),
  }
  const before = await entries()
  for (const [path, body] of [
    ['/customs-declarations', await declaration()],
    [`/invoices/${invoice.id}/credit-note`, note],
    [`/invoices/${invoice.id}/debit-note`, note],
    [`/bills/${bill.id}/supplier-credit`, note],
    ['/accounting/income-payments', paymentBody(owner)],
    ['/accounting/expense-payments', { ...paid, supplier_id }],
    ['/inventory/counts', count],
    ['/accounting/set-offs', setOff],
  ] as const) {
    const reply = await owner.post(path, { ...body, status: 'draft' })
    expect([path, reply.status, reply.body.errors?.status]).toEqual([
      path,
      422,
      'It is posted as soon as it is saved: there are no drafts of it',
    ])
  }
  expect(await entries()).toBe(before)
})

test('a record says which of its fields may still be edited', async () => {
  const invoice = await calls.post('/invoices', invoiceBody(owner, { invoice_date: day, due_date: day }))
  const paid = await calls.post('/accounting/income-payments', paymentBody(owner, { payment_date: day }))
  const closed = async () => [
    (await calls.get(`/invoices/${invoice.id}`)).closed_period,
    (await calls.get(`/accounting/income-payments/${paid.id}`)).closed_period,
  ]
  expect(await closed()).toEqual([null, null])
  // The return of the days before is filed: a receipt carries no tax and may be corrected, an invoice may not.
  const lock = (kind: string, through: string | null) =>
    withSuperuser(app, (client) =>
      client.query(
        `INSERT INTO period_locks (organization_id, kind, locked_through) VALUES ($1, $2, coalesce($3::date, '1990-01-01'))
        ON CONFLICT (organization_id, kind) DO UPDATE SET locked_through = excluded.locked_through`,
        [owner.token?.split('.')[0], kind, through],
      ),
    )
  await lock('vat', day)
  expect(await closed()).toEqual(['vat_filed', null])
  const { invoice_number } = invoice
  const body = invoiceBody(owner, { invoice_number, invoice_date: day, due_date: day })
  expect(await calls.errors(`/invoices/${invoice.id}`, { ...body, invoice_date: today(), due_date: today() })).toEqual({
    invoice_date: expect.stringContaining('VAT return'),
  })
  expect(await calls.post(`/invoices/${invoice.id}`, { ...body, notes: 'وُعد بالسداد' })).toMatchObject({
    notes: 'وُعد بالسداد',
  })
  await lock('sales', day)
  expect(await closed()).toEqual(['period_locked', 'period_locked'])
  for (const kind of ['vat', 'sales']) await lock(kind, null)
  expect(await closed()).toEqual([null, null])
})

test('notes and due date of a declaration, and notes of a count, are written in a locked period; figures are not', async () => {
  const body = await declaration()
  const { id } = await calls.post('/customs-declarations', body)
  const lines = [{ product_id: owner.ids.goods, counted: 1000 }]
  const counted = { count_date: today(), branch_id: owner.ids.branch, lines }
  const count = await calls.post('/inventory/counts', counted)
  const closed = async () => [
    (await calls.get(`/customs-declarations/${id}`)).closed_period,
    (await calls.get(`/inventory/counts/${count.id}`)).closed_period,
  ]
  expect(await closed()).toEqual([null, null])
  await calls.post('/accounting/period-locks', { all: today() })
  expect(await closed()).toEqual(['period_locked', 'period_locked'])
  const remarks = { notes: 'نسخة المخلّص', due_date: today() }
  expect(await calls.post(`/customs-declarations/${id}`, { ...body, ...remarks })).toMatchObject(remarks)
  expect(await calls.errors(`/customs-declarations/${id}`, { ...body, duty: 60 })).toHaveProperty('declaration_date')
  const { notes } = remarks
  expect(await calls.post(`/inventory/counts/${count.id}`, { ...counted, notes })).toMatchObject({ notes })
  const other = [{ product_id: owner.ids.goods, counted: 1001 }]
  expect(await calls.errors(`/inventory/counts/${count.id}`, { ...counted, lines: other })).toHaveProperty('count_date')
})
