import { expect, test } from 'vitest'
import { createTestApp } from '../harness/api.ts'
import { callsOf, createOrganization, expectOk, invoiceBody } from '../harness/organization.ts'

const app = await createTestApp()
const owner = await createOrganization(app)
const stranger = await createOrganization(app)

test('an invoice, an advance invoice and a bill answer as PDF/A-3', async () => {
  const { post } = callsOf(owner)
  const invoice = await post('/invoices', invoiceBody(owner))
  for (const path of [`/invoices/${invoice.id}/pdf`]) {
    const reply = await app.app.inject({ url: `/api${path}`, headers: { authorization: `Bearer ${owner.token}` } })
    expect([reply.statusCode, reply.headers['content-type']], path).toEqual([200, 'application/pdf'])
    expect(reply.headers['content-disposition']).toContain(`${invoice.invoice_number}.pdf`)
    expect(reply.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    expect(reply.rawPayload.toString('latin1')).toContain('<pdfaid:part>3</pdfaid:part>')
  }
})

test("refuses another organisation's PDF", async () => {
  const invoice = expectOk(await owner.post('/invoices', invoiceBody(owner))).body.data
  expect((await stranger.get(`/invoices/${invoice.id}/pdf`)).status).toBe(404)
})
