import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../harness/api.ts'
import {
  callsOf,
  createOrganization,
  expectOk,
  invoiceBody,
  type Organization,
  paymentBody,
} from '../harness/organization.ts'

// A document to a customer is issued once it is printed or its day is over (accounting rule B4.3). This applies to invoices and to
// notes on them. An issued note is corrected by another note on the same document.

const day = '2028-03-05'
let app: TestApp
let owner: Organization
let now: Date
const { post, get } = {
  post: (path: string, body: object) => callsOf(owner).post(path, body as never),
  get: (path: string) => callsOf(owner).get(path),
}
const items = (price: number) => [{ product_id: owner.ids.service, quantity: 1, price, tax_rate: 15 }]
const invoiced = () => post('/invoices', invoiceBody(owner, { invoice_date: day, due_date: day, items: items(1000) }))
const noted = async (action: string, amount = 100) =>
  post(`/invoices/${(await invoiced()).id}/${action}`, {
    note_date: day,
    reason: 'تصحيح',
    lines: [{ line_number: 1, amount }],
  })
const listed = async (path: string, id: number) => (await get(path)).find((row: { id: number }) => row.id === id)
beforeAll(async () => {
  app = await createTestApp({ now: () => now })
})
beforeEach(async () => {
  now = new Date(`${day}T09:00:00Z`)
  owner = await createOrganization(app)
})
async function register() {
  const { logo: _, status: __, ...profile } = await get('/organization/show')
  await post('/organization/update', { ...profile, tax_number: '310122393500003' })
}

test.each([
  ['credit-notes', 'credit-note'],
  ['debit-notes', 'debit-note'],
])('printing issues one of the %s of a registered seller; then it stays', async (path, action) => {
  await register()
  const { id, version, qr, locked_because } = await noted(action)
  // A document that is not issued has no code.
  expect([qr, locked_because]).toEqual([null, null])
  // The printed version is issued, not one that another user has changed or voided in the meantime.
  const gone = await noted(action)
  expectOk(await owner.remove(`/${path}/${gone.id}`))
  expect((await owner.post(`/${path}/${gone.id}/issue`)).body.errors).toHaveProperty('status')
  expect((await owner.post(`/${path}/${id}/issue`, { version: version + 1 })).status).toBe(409)
  expect((await listed(`/${path}`, id)).locked_because).toBe(null)
  for (const _ of ['printed', 'printed again'])
    expect(await post(`/${path}/${id}/issue`, { version })).toMatchObject({
      locked_because: 'note_issued',
      version,
      qr: expect.any(String),
    })
  expect((await listed(`/${path}`, id)).locked_because).toBe('note_issued')
  const refused = await owner.remove(`/${path}/${id}`)
  expect(refused.body.errors.status).toMatch(/another note on the same document/)
  expect(await get(`/${path}/${id}`)).toMatchObject({ is_void: false })
})

test('its day is over: a note stays as an invoice does', async () => {
  await register()
  const { id } = await noted('credit-note')
  now = new Date(`${day}T21:00:00Z`)
  expect(await get(`/credit-notes/${id}`)).toMatchObject({ locked_because: 'note_issued' })
  expect((await owner.remove(`/credit-notes/${id}`)).body.errors).toHaveProperty('status')
})

test('an advance invoice is issued by its printing too', async () => {
  await register()
  const number = { invoice_number: 'ADV-2028-000001', proposed_number: 'ADV-2028-000001' }
  const body = invoiceBody(owner, { ...number, invoice_date: day, due_date: day, items: items(400) })
  const { id, version } = await post('/advance-invoices', body)
  expect(await post(`/advance-invoices/${id}/issue`, { version })).toMatchObject({ locked_because: 'document_locked' })
  expect((await owner.remove(`/advance-invoices/${id}`)).body.errors).toHaveProperty('status')
})

test('without a tax number nothing is an e-invoice: what was printed is voided', async () => {
  const { id, version, qr } = await noted('credit-note')
  expect(qr).toBe(null)
  expect(await post(`/credit-notes/${id}/issue`, { version })).toMatchObject({ locked_because: null })
  expectOk(await owner.remove(`/credit-notes/${id}`))
})

test('the lock reason of a note is shown on its page and in its list', async () => {
  const credit = await noted('credit-note', 1000)
  const debit = await noted('debit-note')
  const other = await invoiced()
  await post(
    '/accounting/income-payments',
    paymentBody(owner, { payment_date: day, amount: 1150, references: [{ reference_id: other.id, amount: 1150 }] }),
  )
  const { id } = await post(`/invoices/${other.id}/credit-note`, {
    note_date: day,
    reason: 'تصحيح',
    lines: [{ line_number: 1, amount: 100 }],
  })
  await post(`/credit-notes/${id}/refund`, { refund_date: day, amount: 50, payment_method_id: owner.ids.method })
  await post(
    '/accounting/income-payments',
    paymentBody(owner, { payment_date: day, amount: 115, references: [{ reference_id: debit.id, amount: 115 }] }),
  )
  const said = async (path: string, one: number) => [
    (await get(`${path}/${one}`)).locked_because,
    (await listed(path, one)).locked_because,
    Object.keys((await owner.remove(`${path}/${one}`)).body.errors ?? {}),
  ]
  expect(await said('/credit-notes', id)).toEqual(['has_refunds', 'has_refunds', ['status']])
  expect(await said('/debit-notes', debit.id)).toEqual(['has_payments', 'is_settled', ['status']])
  expect(await said('/credit-notes', credit.id)).toEqual([null, null, []])
})
