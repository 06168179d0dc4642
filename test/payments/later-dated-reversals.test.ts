import { beforeEach, expect, test } from 'vitest'
import type { Sheet } from '#contract/reports/sheet.ts'
import { createTestApp, type Reply } from '../harness/api.ts'
import { billBody } from '../harness/bodies.ts'
import { callsOf, createOrganization, expectOk, idOf, invoiceBody, paymentBody } from '../harness/organization.ts'

// A write-off, refund, set-off or allocation is reversed on its own day, or on a later one if that is locked: until
// then books and ageing stay unchanged (accounting rule 1.4). The invariants run after the file.

const app = await createTestApp({ now: () => new Date('2028-06-15T09:00:00Z') })
let owner = await createOrganization(app)
let { post, get } = callsOf(owner)
beforeEach(async () => {
  owner = await createOrganization(app)
  ;({ post, get } = callsOf(owner))
})
const [sold, done, locked, undone] = ['2028-02-01', '2028-02-10', '2028-03-31', '2028-04-20']
const days = ['2028-02-09', done, '2028-04-19', undone, '2028-06-15']
const service = (price: number) => ({
  items: [{ product_id: owner.ids.service, quantity: 1, price, tax_rate: 15 }],
  due_date: sold,
})
const invoice = () => idOf(owner.post('/invoices', invoiceBody(owner, { invoice_date: sold, ...service(1000) })))
const bill = () => idOf(owner.post('/bills', billBody(owner, { bill_date: sold, ...service(400) })))
const receipts = '/accounting/income-payments'
const receive = (amount: number) => idOf(owner.post(receipts, paymentBody(owner, { payment_date: sold, amount })))
const removing = (path: string) => (date: string) => owner.remove(`${path}?date=${date}`)

/** Receivables and payables at the end of each day. The ageing equals the accounts. */
async function aged(): Promise<number[][]> {
  const asked = days.map(async (day) => {
    const sheets = (await Promise.all([
      get(`/reports/aged-receivables?to=${day}`),
      get(`/reports/aged-payables?to=${day}`),
    ])) as Sheet[]
    expect(sheets.map(({ difference }) => difference)).toEqual([0, 0])
    return sheets.map(({ rows }) => rows.at(-1)?.figures.total ?? 0)
  })
  return Promise.all(asked)
}
/** A figure of the trial balance at the end of each day, which is balanced: debit less credit. */
async function booked(number: string): Promise<number[]> {
  const asked = days.map(async (day) => {
    const { rows, difference } = (await get(`/reports/trial-balance?from=2028-01-01&to=${day}`)) as Sheet
    expect(difference).toBe(0)
    const figures = rows.find(({ texts }) => texts.number === number)?.figures
    return (figures?.closing_debit ?? 0) - (figures?.closing_credit ?? 0)
  })
  return Promise.all(asked)
}

const english = 'The period is locked: choose a later date, or lift the lock or reopen the year under Financial years'
const before = 'The date is before the date of the original document: choose that day or a later one'

/** Refused on the locked day with a request for a later one; reversed on a valid later day, and only once. */
async function undoneLater(undo: (date: string) => Promise<Reply>): Promise<void> {
  await post('/accounting/period-locks', { all: locked })
  const refused = async (date: string) => {
    const { status, body, headers } = await undo(date)
    return [status, headers.refusal, body.errors]
  }
  expect(await refused('')).toEqual([422, 'period_locked', { date: english }])
  expect(await refused(locked)).toEqual([422, 'period_locked', { date: english }])
  expect((await refused('2028-06-16')).slice(0, 2)).toEqual([422, 'date_in_future'])
  expect((await refused('2028-02-30'))[0]).toBe(422)
  expectOk(await undo(undone))
  expect((await undo(undone)).status).toBe(422)
  // Twice is refused for another reason than the day.
  expect((await undo(undone)).body.errors ?? {}).not.toHaveProperty('date')
}

test('a write-off: the document is due again from the later day on', async () => {
  const id = await invoice()
  await post(`/invoices/${id}/write-off`, { write_off_date: done, amount: 150, reason: 'تعذر التحصيل' })
  const [{ id: written }] = (await get(`/invoices/${id}`)).write_offs
  const path = `/invoices/${id}/write-offs/${written}`
  expect((await removing(path)('2028-02-09')).body.errors).toEqual({ date: before })
  await undoneLater(removing(path))
  expect(await aged()).toEqual([1150, 1000, 1000, 1150, 1150].map((owed) => [owed, 0]))
  expect(await booked('520211')).toEqual([0, 150, 150, 0, 0])
  expect(await get(`/invoices/${id}`)).toMatchObject({ status: 'confirmed', remaining_amount: 1150, write_offs: [] })
  // Its invoice may be paid and void like any other.
  await post('/accounting/period-locks', { all: null })
  const paid = { payment_date: undone, amount: 1150, references: [{ reference_id: id, amount: 1150 }] }
  const receipt = await idOf(owner.post(receipts, paymentBody(owner, paid)))
  expect(await aged()).toEqual([1150, 1000, 1000, 0, 0].map((owed) => [owed, 0]))
  expectOk(await owner.remove(`${receipts}/${receipt}`))
  expectOk(await owner.remove(`/invoices/${id}`))
  expect(await aged()).toEqual([0, -150, -150, 0, 0].map((owed) => [owed, 0]))
})

test('a refund or write-off reversed later: the advance is available from the later date on', async () => {
  const id = await receive(500)
  const { account_id } = await sundry()
  for (const way of [{ payment_method_id: owner.ids.method }, { account_id }])
    await post(`${receipts}/${id}/refund`, { refund_date: done, amount: 100, ...way })
  const [paid, given] = (await get(`${receipts}/${id}`)).refunds as { id: number }[]
  const pathOf = (refund: { id: number } | undefined) => `${receipts}/${id}/refunds/${refund?.id}`
  expect((await removing(pathOf(paid))('2028-02-09')).body.errors).toEqual({ date: before })
  await undoneLater(removing(pathOf(given)))
  expect(await booked('420101')).toEqual([0, -100, -100, 0, 0])
  expect(await aged()).toEqual([-500, -300, -300, -400, -400].map((owed) => [owed, 0]))
  await undoneLater(removing(pathOf(paid)))
  expect(await aged()).toEqual([-500, -300, -300, -500, -500].map((owed) => [owed, 0]))
  expect(await get(`${receipts}/${id}`)).toMatchObject({ remaining: 500, refunds: [] })
})

test('a set-off: both sides are open again from the later day on', async () => {
  const [owed, owing] = [await invoice(), await bill()]
  const body = {
    set_off_date: done,
    customer_id: owner.ids.customer,
    supplier_id: owner.ids.supplier,
    branch_id: owner.ids.branch,
    currency_id: 1,
    receivables: [{ reference_id: owed, amount: 300 }],
    payables: [{ reference_id: owing, amount: 300 }],
  }
  const { id } = await post('/accounting/set-offs', body)
  // Either side of it may be what is locked.
  await post('/accounting/period-locks', { purchases: locked })
  expect((await removing(`/accounting/set-offs/${id}`)('')).headers.refusal).toBe('period_locked')
  await undoneLater(removing(`/accounting/set-offs/${id}`))
  const [open, settled] = [
    [1150, 460],
    [850, 160],
  ]
  expect(await aged()).toEqual([open, settled, settled, open, open])
  expect(await get(`/accounting/set-offs/${id}`)).toMatchObject({ status: 'void', closed_period: null })
  expect([(await get(`/invoices/${owed}`)).status, (await get(`/bills/${owing}`)).status]).toEqual([
    'confirmed',
    'sent',
  ])
})

test('an allocation reversed later: document and advance are open from the later date on', async () => {
  const [id, receipt] = [await invoice(), await receive(500)]
  const references = [{ reference_id: id, amount: 500 }]
  await post(`${receipts}/${receipt}/allocate`, { references, date: done })
  await undoneLater((date) => owner.post(`${receipts}/${receipt}/unallocate`, { reference_id: id, date }))
  expect(await booked('110201')).toEqual([1150, 650, 650, 1150, 1150])
  expect(await booked('210201')).toEqual([-500, 0, 0, -500, -500])
})

test('refusals have Arabic text as well, and an open day needs no other day', async () => {
  const id = await invoice()
  await post(`/invoices/${id}/write-off`, { write_off_date: done, amount: 150, reason: 'تعذر التحصيل' })
  const [{ id: written }] = (await get(`/invoices/${id}`)).write_offs
  const path = `/invoices/${id}/write-offs/${written}`
  await post('/accounting/period-locks', { sales: locked })
  const { body } = await owner.ask('DELETE', path, { language: 'ar' })
  expect(body.errors.date).toMatch(/^الفترة مقفلة، اختر تاريخاً بعدها/)
  await post('/accounting/period-locks', { sales: null })
  expectOk(await owner.remove(path))
  expect(await aged()).toEqual(days.map(() => [1150, 0]))
})

async function sundry() {
  const chart = (await get('/accounting/accounts/list')) as { id: number; number: string }[]
  return { account_id: chart.find(({ number }) => number === '420101')?.id }
}
