import { expect, test } from 'vitest'
import { createTestApp } from '../harness/api.ts'
import { billBody } from '../harness/bodies.ts'
import { movedBy } from '../harness/books.ts'
import { callsOf, createOrganization, expectOk, invoiceBody, paymentBody, today } from '../harness/organization.ts'

// What the payer keeps of an invoice or a bill, through the API.

const app = await createTestApp()
const owner = await createOrganization(app)
const { post, get } = callsOf(owner)
const service = (price: number) => [{ product_id: owner.ids.service, quantity: 1, price, tax_rate: 15 }]
const terms = { retention_percent: 10, retention_basis: 'net' }
const invoice = (change: object = {}) =>
  post('/invoices', invoiceBody(owner, { items: service(100_000), ...terms, ...change }))
const answer = ({ status, headers, body }: Awaited<ReturnType<typeof owner.post>>) =>
  [status, headers.refusal, ...Object.keys(body.errors ?? {})].join(' ')
const receive = (id: number, amount: number, change: object = {}) =>
  owner.post('/accounting/income-payments', {
    ...paymentBody(owner, { amount, references: [{ reference_id: id, amount }] }),
    ...change,
  })

test('V67: 10 % of the net value is retained, VAT is on the whole, and the rest is due now', async () => {
  let made = { id: 0 }
  const entries = await movedBy(app, owner, async () => {
    made = await invoice()
  })
  expect(entries.toSorted()).toEqual(['AR D105000', 'RETENTION_REC D10000', 'REV_SRV C100000', 'VAT_OUT C15000'])
  expect(await get(`/invoices/${made.id}`)).toMatchObject({
    total: 115_000,
    tax: 15_000,
    status: 'confirmed',
    paid_amount: 0,
    remaining_amount: 105_000,
    retention: 10_000,
    retained: 10_000,
    locked_because: null,
  })
})

test('V68: a release is due again, a payment settles it, and a payment never takes what is retained', async () => {
  const { id } = await invoice()
  const refused = await receive(id, 115_000)
  expect(answer(refused)).toBe('422 invalid_input references.0.amount')
  expect(refused.body.errors['references.0.amount']).toContain('10000 of it is kept')
  expectOk(await receive(id, 105_000))
  expect(await get(`/invoices/${id}`)).toMatchObject({
    status: 'partially_paid',
    remaining_amount: 0,
    paid_amount: 105_000,
    retained: 10_000,
  })
  const entries = await movedBy(app, owner, async () => {
    await post(`/invoices/${id}/retention-releases`, { date: today(), amount: 4_000, reason: 'التسليم الابتدائي' })
  })
  expect(entries.toSorted()).toEqual(['AR D4000', 'RETENTION_REC C4000'])
  expect(await get(`/invoices/${id}`)).toMatchObject({
    remaining_amount: 4_000,
    retained: 6_000,
    status: 'partially_paid',
  })
  expectOk(await receive(id, 4_000))
  await post(`/invoices/${id}/retention-releases`, { date: today(), amount: 6_000 })
  expectOk(await receive(id, 6_000))
  expect(await get(`/invoices/${id}`)).toMatchObject({ status: 'paid', remaining_amount: 0, retained: 0 })
})

test('a release is taken back on its own day unless it was paid', async () => {
  const { id } = await invoice()
  await post(`/invoices/${id}/retention-releases`, { date: today(), amount: 10_000 })
  const shown = await get(`/invoices/${id}`)
  expect(shown).toMatchObject({ locked_because: 'has_releases', remaining_amount: 115_000 })
  const release = shown.retention_moves.find(({ kind }: { kind: string }) => kind === 'released').id
  const paid = expectOk(await receive(id, 115_000)).body.data.id
  expect(answer(await owner.post(`/invoices/${id}/retention-releases/${release}/void`, {}))).toBe('422 release_settled')
  expectOk(await owner.remove(`/accounting/income-payments/${paid}`))
  expectOk(await owner.post(`/invoices/${id}/retention-releases/${release}/void`, {}))
  expect(await get(`/invoices/${id}`)).toMatchObject({
    locked_because: null,
    remaining_amount: 105_000,
    retained: 10_000,
  })
  expect(answer(await owner.post(`/invoices/${id}/retention-releases/${release}/void`, {}))).toBe(
    '422 release_taken_back',
  )
})

test('a correction and a void take what is retained with them', async () => {
  const { id } = await invoice()
  const before = await get(`/invoices/${id}`)
  const { invoice_number } = before
  const body = invoiceBody(owner, { items: service(50_000), ...terms, retention_basis: 'gross', invoice_number })
  expectOk(await owner.post(`/invoices/${id}`, { ...body, version: before.version }))
  expect(await get(`/invoices/${id}`)).toMatchObject({ total: 57_500, retained: 5_750, remaining_amount: 51_750 })
  expectOk(await owner.remove(`/invoices/${id}`))
  expect(await get(`/invoices/${id}`)).toMatchObject({ is_void: true, retained: 0 })
})

test('purchases mirror it: what we keep of a bill is a liability', async () => {
  const bill = {
    items: service(1_000),
    retention_percent: 5,
    retention_basis: 'gross',
    retention_release_date: today(),
  }
  let made = { id: 0 }
  const entries = await movedBy(app, owner, async () => {
    made = await post('/bills', billBody(owner, bill))
  })
  expect(entries).toContain('RETENTION_PAY C57.5')
  expect(entries).toContain('AP C1092.5')
  expect(await get(`/bills/${made.id}`)).toMatchObject({ remaining_amount: 1_092.5, retained: 57.5 })
  await post(`/bills/${made.id}/retention-releases`, { date: today(), amount: 57.5 })
  expect(await get(`/bills/${made.id}`)).toMatchObject({ remaining_amount: 1_150, retained: 0 })
})

test('a note above what is due now is refused with the way out', async () => {
  const { id } = await invoice()
  const note = (amount: number) =>
    owner.post(`/invoices/${id}/credit-note`, {
      note_date: today(),
      reason: 'خصم',
      lines: [{ line_number: 1, amount }],
    })
  expect(answer(await note(100_000))).toBe('422 note_exceeds_due lines')
  await post(`/invoices/${id}/retention-releases`, { date: today(), amount: 10_000 })
  expectOk(await note(100_000))
  expect(await get(`/invoices/${id}`)).toMatchObject({ remaining_amount: 0, retained: 0 })
})

test('the calendar lists what is retained by its day of release, and each side is its account', async () => {
  const { rows, difference } = await get('/reports/retention-calendar')
  expect(difference).toBe(0)
  expect(rows.some(({ key }: { key: string }) => key === 'total:sales')).toBe(true)
})

test('a list is filtered by what is retained', async () => {
  const { id } = await invoice()
  const listed = expectOk(await owner.get('/invoices?with_retention=true')).body.data
  expect(listed.map((row: { id: number }) => row.id)).toContain(id)
  expect(listed.every((row: { retained: number }) => row.retained > 0)).toBe(true)
})
