import { expect, test } from 'vitest'
import { createTestApp } from '../harness/api.ts'
import { billBody, journalBody } from '../harness/bodies.ts'
import { openMailbox } from '../harness/mailbox.ts'
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

const mailbox = await openMailbox()
const app = await createTestApp(undefined, undefined, { SMTP_URL: mailbox.url })
const owner = await createOrganization(app, registeredBody)
const { post } = callsOf(owner)
const made = [1, 2, 3].map((price) =>
  post(
    '/invoices',
    invoiceBody(owner, { items: [{ product_id: owner.ids.service, quantity: 1, price: 1000 * price, tax_rate: 15 }] }),
  ),
)
const invoices = await Promise.all(made)
const ids = invoices.map(({ id }) => id)
const fileAt = (path: string) =>
  app.app.inject({ url: `/api${path}`, headers: { authorization: `Bearer ${owner.token}`, 'accept-language': 'en' } })

/** Which page of how many the foot of each page says; the marks of direction in between are not read. */
const pageNumbers = (text: string) =>
  [...text.replace(/[\u202a-\u202e\u200e\u200f]/g, '').matchAll(/Page (\d+) of (\d+)/g)].map(
    ([, here, all]) => `${here}/${all}`,
  )

test('several documents are one PDF, each on pages of its own, in the order they are named', async () => {
  const reply = await fileAt(`/invoices/merged-pdf?ids=${ids.toReversed().join(',')}`)
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'application/pdf'])
  const { text, pages } = await readPdf(reply.rawPayload)
  expect(pages).toBe(3)
  const places = invoices.map(({ invoice_number }) => text.indexOf(invoice_number))
  expect(places).toEqual([...places].sort((a, b) => b - a))
  // Each counts its own pages.
  expect(pageNumbers(text)).toEqual(['1/1', '1/1', '1/1'])
  for (const total of ['1,150.00', '2,300.00', '3,450.00']) expect(text).toContain(total)
})

test('each document of one file counts its own pages, also where one is longer', async () => {
  const items = Array.from({ length: 60 }, () => ({
    product_id: owner.ids.service,
    quantity: 1,
    price: 10,
    tax_rate: 15,
  }))
  const long = await post('/invoices', invoiceBody(owner, { items }))
  const { text, pages } = await readPdf(
    (await fileAt(`/invoices/merged-pdf?ids=${ids[0]},${long.id},${ids[1]}`)).rawPayload,
  )
  const said = pageNumbers(text)
  const last = pages - 2
  expect(said).toEqual(['1/1', ...Array.from({ length: last }, (_, page) => `${page + 1}/${last}`), '1/1'])
  expect(last).toBeGreaterThan(1)
})

test("refuses another organization's document among them, and a file without documents", async () => {
  const stranger = await createOrganization(app)
  const other = await callsOf(stranger).post('/invoices', invoiceBody(stranger))
  expect((await owner.get(`/invoices/merged-pdf?ids=${ids[0]},${other.id}`)).status).toBe(404)
  expect((await owner.get('/invoices/merged-pdf')).status).toBe(422)
})

test('vouchers, entries and notes are one PDF as well', async () => {
  const [first] = invoices
  const payments = [100, 200].map((amount) =>
    post('/accounting/income-payments', paymentBody(owner, { amount, references: [] })),
  )
  const entries = [1, 2].map(async () => post('/accounting/journal-entries', await journalBody(owner)))
  const note = { note_date: today(), reason: 'خصم', lines: [{ line_number: 1, amount: 10 }] }
  const notes = [await post(`/invoices/${first.id}/credit-note`, note)]
  const files: [string, { id: number }[]][] = [
    ['/accounting/income-payments', await Promise.all(payments)],
    ['/accounting/journal-entries', await Promise.all(entries)],
    ['/credit-notes', notes],
  ]
  for (const [path, records] of files) {
    const reply = await fileAt(`${path}/merged-pdf?ids=${records.map(({ id }) => id).join(',')}`)
    expect(reply.statusCode, reply.body.slice(0, 200)).toBe(200)
    expect((await readPdf(reply.rawPayload)).pages).toBe(records.length)
  }
})

test('the rows that are marked are exported and no others', async () => {
  const { body } = await fileAt(`/invoices/export?format=csv&ids=${ids[0]},${ids[2]}`)
  expect(body).toContain(invoices[0].invoice_number)
  expect(body).toContain(invoices[2].invoice_number)
  expect(body).not.toContain(invoices[1].invoice_number)
})

test('a mail without a recipient goes to the party; one that has no address is named', async () => {
  await post(`/invoices/${ids[0]}/deliveries`, { channel: 'mail', language: 'en' })
  await app.app.services.outbox.drain()
  expect(mailbox.mails.at(-1)?.to).toEqual(['party@example.sa'])
  await mailbox.stop()
})

test('two users who pay the same documents at once pay them once', async () => {
  const bills = await Promise.all([1, 2].map(() => post('/bills', billBody(owner))))
  const total = bills.reduce((sum, bill) => sum + bill.total, 0)
  const { customer_id: _, ...body } = paymentBody(owner, {
    amount: total,
    references: bills.map((bill) => ({ reference_id: bill.id, amount: bill.total })),
  })
  const pay = () =>
    owner.post('/accounting/expense-payments', {
      ...body,
      payment_number: `P-${crypto.randomUUID().slice(0, 8)}`,
      supplier_id: owner.ids.supplier,
    })
  const replies = await Promise.all([pay(), pay()])
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 422])
  for (const bill of bills)
    expect(expectOk(await owner.get(`/bills/${bill.id}`)).body.data).toMatchObject({
      status: 'paid',
      remaining_amount: 0,
    })
})
