import { expect, test } from 'vitest'
import { createTestApp } from '../harness/api.ts'
import { billBody } from '../harness/bodies.ts'
import { callsOf, createOrganization, expectOk, invoiceBody, today } from '../harness/organization.ts'

const app = await createTestApp()
const owner = await createOrganization(app)
const noteBody = ({ version }: { version?: unknown }) => ({
  note_date: today(),
  reason: 'تصحيح السعر',
  version,
  lines: [{ line_number: 1, amount: 5 }],
})
const stranger = await createOrganization(app)

async function pdfOf(path: string) {
  const reply = await app.app.inject({ url: `/api${path}`, headers: { authorization: `Bearer ${owner.token}` } })
  expect([reply.statusCode, reply.headers['content-type']], path).toEqual([200, 'application/pdf'])
  expect(reply.rawPayload.toString('latin1'), path).toContain('<pdfaid:part>3</pdfaid:part>')
  return reply.headers['content-disposition'] as string
}

test('an invoice, an advance invoice, a bill and their notes answer as PDF/A-3 named after their number', async () => {
  const { post } = callsOf(owner)
  const invoice = await post('/invoices', invoiceBody(owner))
  const advance = await post('/advance-invoices', invoiceBody(owner))
  const bill = await post('/bills', billBody(owner))
  const credit = await post(`/invoices/${invoice.id}/credit-note`, noteBody(invoice))
  const { version } = (await owner.get(`/invoices/${invoice.id}`)).body.data
  const debit = await post(`/invoices/${invoice.id}/debit-note`, noteBody({ version }))
  const supplier = await post(`/bills/${bill.id}/supplier-credit`, { ...noteBody(bill), note_number: 'SC-9' })
  expect(await pdfOf(`/invoices/${invoice.id}/pdf`)).toContain(`${invoice.invoice_number}.pdf`)
  await pdfOf(`/advance-invoices/${advance.id}/pdf`)
  await pdfOf(`/bills/${bill.id}/pdf`)
  expect(await pdfOf(`/credit-notes/${credit.id}/pdf`)).toContain(`${credit.note_number}.pdf`)
  expect(await pdfOf(`/debit-notes/${debit.id}/pdf`)).toContain(`${debit.note_number}.pdf`)
  expect(await pdfOf(`/supplier-credits/${supplier.id}/pdf`)).toContain('SC-9.pdf')
})

test("refuses another organisation's PDF", async () => {
  const invoice = expectOk(await owner.post('/invoices', invoiceBody(owner))).body.data
  expect((await stranger.get(`/invoices/${invoice.id}/pdf`)).status).toBe(404)
})
