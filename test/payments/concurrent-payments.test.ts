import { beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../harness/api.ts'
import { journalBody } from '../harness/bodies.ts'
import {
  callsOf,
  createOrganization,
  idOf,
  invoiceBody,
  type Organization,
  paymentBody,
  today,
} from '../harness/organization.ts'

// Requests at once, each on its own connection: what one decided is what the others find.

let app: TestApp
let owner: Organization
beforeAll(async () => {
  app = await createTestApp()
  owner = await createOrganization(app)
})

const invoice = () => idOf(owner.post('/invoices', invoiceBody(owner)))
const receipts = '/accounting/income-payments'
const statuses = (replies: readonly { status: number }[]) => replies.map(({ status }) => status).toSorted()

test('pays an invoice once when eight receipts of its whole amount arrive at once', async () => {
  const id = await invoice()
  const { get } = callsOf(owner)
  const { total } = await get(`/invoices/${id}`)
  const references = [{ reference_id: id, amount: total }]
  const body = paymentBody(owner, { amount: total, references })
  const replies = await Promise.all(Array.from({ length: 8 }, () => owner.post(receipts, body)))
  expect(statuses(replies)).toEqual([200, ...Array(7).fill(422)])
  expect(await get(`/invoices/${id}`)).toMatchObject({ status: 'paid', remaining_amount: 0 })
})

test('ends in one of both when a receipt is corrected and voided at once', async () => {
  const { get, post } = callsOf(owner)
  const id = await invoice()
  const references = [{ reference_id: id, amount: 100 }]
  const receipt = await post(receipts, paymentBody(owner, { amount: 100, references }))
  const { payment_number } = receipt
  const corrected = paymentBody(owner, { payment_number, amount: 90, references: [{ reference_id: id, amount: 90 }] })
  const replies = await Promise.all([
    owner.post(`${receipts}/${receipt.id}`, corrected),
    owner.remove(`${receipts}/${receipt.id}`),
    owner.post(`${receipts}/${receipt.id}/unallocate`, { reference_id: id }),
    owner.post(`${receipts}/${receipt.id}/refund`, {
      refund_date: today(),
      amount: 1,
      payment_method_id: owner.ids.method,
    }),
  ])
  expect(replies.map(({ status }) => status).filter((status) => status >= 500)).toEqual([])
  const { data } = (await owner.get(`${receipts}/${receipt.id}`)).body
  const { paid_amount } = await get(`/invoices/${id}`)
  const settled = data.status === 'void' ? 0 : Number(data.references[0]?.amount ?? 0)
  expect(Number(paid_amount ?? 0)).toBe(settled)
})

test('writes off a debt once, and settles it once, when both arrive at once', async () => {
  const { get } = callsOf(owner)
  const id = await invoice()
  const { total } = await get(`/invoices/${id}`)
  const given = { write_off_date: today(), amount: total, reason: 'تعذر التحصيل' }
  const paid = paymentBody(owner, { amount: total, references: [{ reference_id: id, amount: total }] })
  const replies = await Promise.all([
    ...Array.from({ length: 3 }, () => owner.post(`/invoices/${id}/write-off`, given)),
    ...Array.from({ length: 3 }, () => owner.post(receipts, paid)),
  ])
  expect(statuses(replies)).toEqual([200, ...Array(5).fill(422)])
})

test('reverses an entry once when it is deleted and taken back at once', async () => {
  const { post } = callsOf(owner)
  const { id } = await post('/accounting/journal-entries', await journalBody(owner))
  const replies = await Promise.all([
    owner.remove(`/accounting/journal-entries/${id}`),
    owner.post(`/accounting/journal-entries/${id}/reverse`, { date: today(), reason: 'خطأ' }),
    owner.remove(`/accounting/journal-entries/${id}`),
  ])
  expect(statuses(replies)).toEqual([200, 422, 422])
})
