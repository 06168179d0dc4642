import { expect, test } from 'vitest'
import { createTestApp } from '../harness/api.ts'
import { billBody } from '../harness/bodies.ts'
import { callsOf, createOrganization, expectOk, invoiceBody, paymentBody, today } from '../harness/organization.ts'

// Foreign amounts so small that they are zero in base currency: there is no entry to post, and everything else works as
// usual, otherwise the last hundredth of an invoice could never be paid. The invariants run after the file.

test('amounts that are zero in base currency are settled, refunded and written off without an entry, and all of it can be reversed', async () => {
  const owner = await createOrganization(await createTestApp())
  const { post, get } = callsOf(owner)
  await post('/currencies/3/rate', { rate: '0.0001' })
  const currency_id = 3
  const items = [{ product_id: owner.ids.service, quantity: 1, price: '0.10', tax_rate: 15 }]
  const { id } = await post('/invoices', invoiceBody(owner, { currency_id, items }))
  const receipts = '/accounting/income-payments'
  const references = [{ reference_id: id, amount: '0.05' }]
  const paid = await post(receipts, paymentBody(owner, { currency_id, amount: '0.05', references }))
  const ahead = await post(receipts, paymentBody(owner, { currency_id, amount: '0.05' }))
  const status = async () => (await get(`/invoices/${id}`)).status
  expect(await status()).toBe('partially_paid')
  const note = await post(`/invoices/${id}/credit-note`, {
    note_date: today(),
    reason: 'خصم',
    lines: [{ line_number: 1, amount: '0.03' }],
  })
  await post(`${receipts}/${ahead.id}/allocate`, { references: [{ reference_id: id, amount: '0.01' }], date: today() })
  await post(`/invoices/${id}/write-off`, { write_off_date: today(), amount: '0.03', reason: 'فرق' })
  expect(await status()).toBe('paid')
  const refund = { refund_date: today(), amount: '0.02', payment_method_id: owner.ids.method }
  const refunded = await post(`${receipts}/${ahead.id}/refund`, refund)
  expect(refunded.remaining).toBe(0.02)
  expectOk(await owner.remove(`${receipts}/${ahead.id}/refunds/${refunded.refunds[0].id}`))
  await post(`${receipts}/${ahead.id}/unallocate`, { reference_id: id })
  const [writeOff] = (await get(`/invoices/${id}`)).write_offs
  expectOk(await owner.remove(`/invoices/${id}/write-offs/${writeOff.id}`))
  expectOk(await owner.remove(`/credit-notes/${note.id}`))
  await post(`${receipts}/${paid.id}/reverse`, { date: today(), reason: 'خطأ' })
  expectOk(await owner.remove(`${receipts}/${ahead.id}`))
  expect(await status()).toBe('confirmed')
  const bill = await post('/bills', billBody(owner, { currency_id, items }))
  const lines = [{ line_number: 1, quantity: '1' }]
  const credit = await post(`/bills/${bill.id}/supplier-credit`, { note_date: today(), reason: 'مرتجع', lines })
  expect((await get(`/bills/${bill.id}`)).status).toBe('paid')
  expectOk(await owner.remove(`/supplier-credits/${credit.id}`))
  expectOk(await owner.remove(`/bills/${bill.id}`))
})
