import { expect, test } from 'vitest'
import { createTestApp } from '../harness/api.ts'
import { billBody } from '../harness/bodies.ts'
import { openMailbox } from '../harness/mailbox.ts'
import {
  callsOf,
  createOrganization,
  expectOk,
  invoiceBody,
  paymentBody,
  registeredBody,
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

test('several documents are one PDF, each on pages of its own, in the order they are named', async () => {
  const reply = await fileAt(`/invoices/merged-pdf?ids=${ids.toReversed().join(',')}`)
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'application/pdf'])
  const { text, pages } = readPdf(reply.rawPayload)
  expect(pages).toBe(3)
  const places = invoices.map(({ invoice_number }) => text.indexOf(invoice_number))
  expect(places).toEqual([...places].sort((a, b) => b - a))
  for (const total of ['1,150.00', '2,300.00', '3,450.00']) expect(text).toContain(total)
})

test("refuses another organization's document among them, and a file without documents", async () => {
  const stranger = await createOrganization(app)
  const other = await callsOf(stranger).post('/invoices', invoiceBody(stranger))
  expect((await owner.get(`/invoices/merged-pdf?ids=${ids[0]},${other.id}`)).status).toBe(404)
  expect((await owner.get('/invoices/merged-pdf')).status).toBe(422)
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
    ...{ amount: total, references: bills.map((bill) => ({ reference_id: bill.id, amount: bill.total })) },
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
