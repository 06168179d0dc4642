import { expect, test } from 'vitest'
import { createTestApp } from '../harness/api.ts'
import { billBody, bodies } from '../harness/bodies.ts'
import { callsOf, createOrganization, expectOk } from '../harness/organization.ts'

const owner = await createOrganization(await createTestApp())
const { post, get } = callsOf(owner)
const typed = 'ف/٢٠٢٦-١٧ أ'

test("a supplier's number is stored as typed, found in any digits, and unique for the supplier in any digits", async () => {
  const made = await post('/bills', billBody(owner, { bill_number: `  ${typed} ` }))
  expect(made.bill_number).toBe(typed)
  for (const keyword of ['ف/2026-17', '٢٠٢٦-١٧', typed])
    expect((await get(`/bills?keyword=${encodeURIComponent(keyword)}`)).map(({ id }: { id: number }) => id)).toEqual([
      made.id,
    ])
  for (const bill_number of [typed, 'ف/2026-17 أ', 'ف/۲۰۲۶-۱۷ أ']) {
    const reply = await owner.post('/bills', billBody(owner, { bill_number }))
    expect([reply.status, reply.headers.refusal]).toEqual([422, 'number_taken'])
  }
  const renamed = { ...(await get(`/bills/${made.id}`)), bill_number: 'فاتورة ٩' }
  expect((await post(`/bills/${made.id}`, renamed)).bill_number).toBe('فاتورة ٩')
  const note = {
    note_number: 'إشعار ٧',
    note_date: made.bill_date,
    reason: 'خصم',
    lines: [{ line_number: 1, amount: 1 }],
  }
  expect((await post(`/bills/${made.id}/supplier-credit`, note)).note_number).toBe('إشعار ٧')
  expect(
    (await owner.post(`/bills/${made.id}/supplier-credit`, { ...note, note_number: 'إشعار 7' })).headers.refusal,
  ).toBe('number_taken')
})

test('codes of goods and units may be in any script; numbers that we issue have plain digits', async () => {
  const product = await post('/products', { ...(await bodies.products(owner)), code: 'صنف-٧', sku: 'رف ٣' })
  expect([product.code, product.sku]).toEqual(['صنف-٧', 'رف ٣'])
  expect((await get(`/products?keyword=${encodeURIComponent('صنف-7')}`)).map(({ id }: { id: number }) => id)).toEqual([
    product.id,
  ])
  expect(
    (await owner.post('/products', { ...(await bodies.products(owner)), code: 'صنف-7' })).body.errors,
  ).toHaveProperty('code')
  expect((await post('/units', { code: 'كجم', name: 'كيلو', status: 'active' })).code).toBe('كجم')
  expect(
    (await owner.post('/invoices', { ...(await bodies.invoices(owner)), invoice_number: 'ف-١' })).body.errors,
  ).toHaveProperty('invoice_number')
})

test('a number sent for our own note is refused, because the series assigns it', async () => {
  const invoice = await post('/invoices', await bodies.invoices(owner))
  const note = { note_date: invoice.invoice_date, reason: 'خصم', lines: [{ line_number: 1, amount: 1 }] }
  const refused = await owner.post(`/invoices/${invoice.id}/credit-note`, { ...note, note_number: 'CN-77' })
  expect(refused.body.errors).toEqual({ note_number: expect.any(String) })
  expectOk(await owner.post(`/invoices/${invoice.id}/credit-note`, { ...note, note_number: '' }))
})
