import { beforeEach, expect, test } from 'vitest'
import { createTestApp } from '../harness/api.ts'
import { billBody } from '../harness/bodies.ts'
import { movedBy } from '../harness/books.ts'
import {
  callsOf,
  createOrganization,
  expectOk,
  invoiceBody,
  type Organization,
  paymentBody,
} from '../harness/organization.ts'

// A later credit of a partly written-off document reduces the loss: only the paid part becomes a credit.

const app = await createTestApp({ now: () => new Date('2028-06-15T09:00:00Z') })
const days = { sold: '2028-01-10', given: '2028-03-10', noted: '2028-05-10' }
let owner: Organization
let calls: ReturnType<typeof callsOf>
beforeEach(async () => {
  owner = await createOrganization(app)
  calls = callsOf(owner)
})
const moved = (event: () => Promise<unknown>) => movedBy(app, owner, event)
const invoiced = () => calls.post('/invoices', invoiceBody(owner, { invoice_date: days.sold, due_date: days.sold }))
const giveUp = (path: string, amount: number, write_off_date = days.given) =>
  calls.post(`${path}/write-off`, { write_off_date, amount, reason: 'إفلاس' })
const note = (amount: number, note_date = days.noted) => ({
  note_date,
  reason: 'إرجاع',
  lines: [{ line_number: 1, amount }],
})

test('a credit note on a bad debt lessens the loss and brings its tax back; nothing is there to be refunded', async () => {
  const { id, version } = await invoiced()
  await giveUp(`/invoices/${id}`, 1150)
  let made = { id: 0 }
  expect(
    await moved(async () => {
      made = await calls.post(`/invoices/${id}/credit-note`, note(200))
    }),
  ).toEqual(['BAD_DEBT C230', 'SALES_RET D200', 'VAT_OUT D30'])
  expect(version).toBeGreaterThan(0)
  expect(await calls.get(`/credit-notes/${made.id}`)).toMatchObject({
    remaining_amount: 0,
    applied: [{ id, amount: 230 }],
  })
  const refund = { refund_date: days.noted, amount: 230, payment_method_id: owner.ids.method }
  expect((await owner.post(`/credit-notes/${made.id}/refund`, refund)).status).toBe(422)
  expect(await calls.get(`/invoices/${id}`)).toMatchObject({
    status: 'paid',
    remaining_amount: 0,
    written_off: 920,
    write_offs: [{ amount: 920, write_off_date: days.noted, reason: 'إفلاس' }],
  })
  // The months between were read with the whole loss.
  const lost = async (to: string) => {
    const { rows } = await calls.get(`/reports/trial-balance?from=2028-01-01&to=${to}`)
    return rows.find(({ texts }: { texts: { number?: string } }) => texts.number === '520211')?.figures.closing_debit
  }
  expect([await lost('2028-05-09'), await lost('2028-05-10')]).toEqual([1150, 920])
})

test('partly paid, partly written off: the note reduces the loss first, then becomes a credit', async () => {
  const { id } = await invoiced()
  const references = [{ reference_id: id, amount: 500 }]
  await calls.post(
    '/accounting/income-payments',
    paymentBody(owner, { payment_date: days.sold, amount: 500, references }),
  )
  await giveUp(`/invoices/${id}`, 250)
  await giveUp(`/invoices/${id}`, 400, '2028-04-10')
  expect(await moved(() => calls.post(`/invoices/${id}/credit-note`, note(1000)))).toEqual([
    'BAD_DEBT C650',
    'CUST_ADV C500',
    'SALES_RET D1000',
    'VAT_OUT D150',
  ])
  expect(await calls.get(`/invoices/${id}`)).toMatchObject({ remaining_amount: 0, written_off: null })
})

test("a note reduces the open amount first; voiding it restores the document's open amount", async () => {
  const { id } = await invoiced()
  await giveUp(`/invoices/${id}`, 1000)
  const { id: noteId } = await calls.post(`/invoices/${id}/credit-note`, note(200))
  expect(await calls.get(`/invoices/${id}`)).toMatchObject({ written_off: 920, remaining_amount: 0 })
  expect(await moved(() => owner.remove(`/credit-notes/${noteId}`).then(expectOk))).toEqual([
    'AR D230',
    'SALES_RET C200',
    'VAT_OUT C30',
  ])
  expect(await calls.get(`/invoices/${id}`)).toMatchObject({ written_off: 920, remaining_amount: 230 })
})

test("a note dated before the write-off reduces it from the note's day on", async () => {
  const { id } = await invoiced()
  await giveUp(`/invoices/${id}`, 1150)
  await calls.post(`/invoices/${id}/credit-note`, note(200, '2028-02-10'))
  expect(await calls.get(`/invoices/${id}`)).toMatchObject({
    write_offs: [{ amount: 920, write_off_date: days.given }],
  })
})

test('a write-off of a bill as well', async () => {
  const bill = await calls.post('/bills', billBody(owner, { bill_date: days.sold, due_date: days.sold }))
  await giveUp(`/bills/${bill.id}`, bill.total)
  const entry = await moved(() => calls.post(`/bills/${bill.id}/supplier-credit`, note(100)))
  expect(entry.filter((line) => /SUPP_ADV|ROUNDING/.test(line))).toEqual([expect.stringMatching(/^ROUNDING D/)])
})
