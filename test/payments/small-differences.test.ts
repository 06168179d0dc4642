import { beforeEach, expect, test } from 'vitest'
import { createTestApp } from '../harness/api.ts'
import { movedBy } from '../harness/books.ts'
import {
  callsOf,
  createOrganization,
  expectOk,
  invoiceBody,
  type Organization,
  paymentBody,
  today,
} from '../harness/organization.ts'

// A receipt that falls short of an invoice by a few halalas settles it: the difference is given up in the same act, and goes
// back with the receipt.

const app = await createTestApp()
let owner: Organization
let calls: ReturnType<typeof callsOf>
beforeEach(async () => {
  owner = await createOrganization(app)
  calls = callsOf(owner)
})
const moved = (event: () => Promise<unknown>) => movedBy(app, owner, event)
const receive = (id: number, amount: string) =>
  calls.post(
    '/accounting/income-payments',
    paymentBody(owner, { amount, references: [{ reference_id: id, amount }] as never }),
  )
const standing = async (id: number) => {
  const { status, remaining_amount, written_off } = await calls.get(`/invoices/${id}`)
  return [status, remaining_amount, written_off]
}
const tolerate = async (settlement_tolerance: string) => {
  const { logo: _, status: __, version: ___, ...profile } = await calls.get('/organization/show')
  return owner.post('/organization/update', { ...profile, settlement_tolerance })
}

test('up to five halalas by themselves, and not one more', async () => {
  const { id } = await calls.post('/invoices', invoiceBody(owner))
  const entry = await moved(() => receive(id, '1149.95'))
  expect(entry).toEqual(['AR C1150', 'CASH D1149.95', 'ROUNDING D0.05'])
  expect(await standing(id)).toEqual(['paid', 0, 0.05])
  const other = (await calls.post('/invoices', invoiceBody(owner))).id
  await receive(other, '1149.94')
  expect(await standing(other)).toEqual(['partially_paid', 0.06, null])
})

test('the organisation sets the tolerance, or disables it', async () => {
  expectOk(await tolerate('1'))
  const [first, second] = [
    await calls.post('/invoices', invoiceBody(owner)),
    await calls.post('/invoices', invoiceBody(owner)),
  ]
  await receive(first.id, '1149')
  expect(await standing(first.id)).toEqual(['paid', 0, 1])
  expectOk(await tolerate('0'))
  await receive(second.id, '1149.99')
  expect(await standing(second.id)).toEqual(['partially_paid', 0.01, null])
  expect((await tolerate('-1')).body.errors).toHaveProperty('settlement_tolerance')
})

test('is reversed with the receipt: when corrected, deallocated or voided', async () => {
  const { id } = await calls.post('/invoices', invoiceBody(owner))
  const made = await receive(id, '1149.97')
  const body = paymentBody(owner, {
    payment_number: made.payment_number,
    amount: 1150,
    references: [{ reference_id: id, amount: 1150 }],
  })
  expect(await moved(() => calls.post(`/accounting/income-payments/${made.id}`, body))).toEqual([
    'CASH D0.03',
    'ROUNDING C0.03',
  ])
  expect(await standing(id)).toEqual(['paid', 0, null])
  const less = { ...body, amount: '1149.96', references: [{ reference_id: id, amount: '1149.96' }] }
  await calls.post(`/accounting/income-payments/${made.id}`, less)
  expect(await standing(id)).toEqual(['paid', 0, 0.04])
  await calls.post(`/accounting/income-payments/${made.id}/unallocate`, { reference_id: id })
  expect(await standing(id)).toEqual(['confirmed', 1150, null])
  const other = await receive(id, '1149.98')
  expect(await standing(id)).toEqual(['paid', 0, 0.02])
  expect(await moved(() => owner.remove(`/accounting/income-payments/${other.id}`).then(expectOk))).toEqual([
    'AR D1150',
    'CASH C1149.98',
    'ROUNDING C0.02',
  ])
  expect(await standing(id)).toEqual(['confirmed', 1150, null])
  const again = await receive(id, '1149.98')
  await calls.post(`/accounting/income-payments/${again.id}/reverse`, { date: today(), reason: 'شيك مرتجع' })
  expect(await standing(id)).toEqual(['confirmed', 1150, null])
})

test('the base amount of foreign money counts', async () => {
  const eur = (await calls.get('/currencies/list')).find(({ code }: { code: string }) => code === 'EUR').id
  await calls.post(`/currencies/${eur}/rate`, { rate: '4' })
  const { id } = await calls.post('/invoices', invoiceBody(owner, { currency_id: eur }))
  const pay = (amount: string) =>
    calls.post(
      '/accounting/income-payments',
      paymentBody(owner, { currency_id: eur, amount, references: [{ reference_id: id, amount }] as never }),
    )
  await pay('1149.98')
  expect(await standing(id)).toEqual(['partially_paid', 0.02, null])
  await pay('0.01')
  expect(await standing(id)).toEqual(['paid', 0, 0.01])
})
