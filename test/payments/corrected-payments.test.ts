import { beforeAll, expect, test } from 'vitest'
import { createTestApp } from '../harness/api.ts'
import {
  callsOf,
  createOrganization,
  invoiceBody,
  type Organization,
  paymentBody,
  today,
} from '../harness/organization.ts'

// A correction is reversal and repost (accounting rules 1.4, B3), and moves nothing that happened later into days before it. The
// invariants run after the file.

let owner: Organization
let calls: ReturnType<typeof callsOf>
const day = (text: string) => `${today().slice(0, 4)}-${text}`
beforeAll(async () => {
  owner = await createOrganization(await createTestApp())
  calls = callsOf(owner)
})
const invoice = async (date: string) =>
  (await calls.post('/invoices', invoiceBody(owner, { invoice_date: date, due_date: date }))).id as number
/** The balance of receivables, without advances. */
async function owedOn(date: string): Promise<number> {
  const { rows } = await calls.get(`/reports/trial-balance?from=${day('01-01')}&to=${date}`)
  const { figures } = rows.find((row: { texts: { number: string } }) => row.texts.number === '110201')
  return figures.movement_debit - (figures.movement_credit ?? 0)
}
const receipts = '/accounting/income-payments'

test('later allocations stay on their day when the amount is corrected', async () => {
  const [early, late] = [await invoice(day('02-01')), await invoice(day('05-01'))]
  const { id, payment_number } = await calls.post(
    receipts,
    paymentBody(owner, { payment_date: day('02-03'), amount: 1150 }),
  )
  const references = [{ reference_id: early, amount: 115 }]
  await calls.post(`${receipts}/${id}/allocate`, { references, date: day('04-10') })
  const owed = async () => [await owedOn(day('04-09')), await owedOn(day('04-10'))]
  expect(await owed()).toEqual([1150, 1035])
  const correction = (change: object) =>
    calls.post(
      `${receipts}/${id}`,
      paymentBody(owner, { payment_number, payment_date: day('02-03'), amount: 1200, ...change }),
    )
  await correction({ references })
  expect(await owed()).toEqual([1150, 1035])
  // Another amount of the same invoice keeps its day, and what is new is applied on the payment's or the invoice's.
  await correction({
    references: [
      { reference_id: early, amount: 200 },
      { reference_id: late, amount: 50 },
    ],
  })
  expect([...(await owed()), await owedOn(day('05-01'))]).toEqual([1150, 950, 950 + 1150 - 50])
  // The money came later: then it is applied on the day it came.
  await correction({ references, payment_date: day('04-20') })
  expect([...(await owed()), await owedOn(day('04-20'))]).toEqual([1150, 1150, 1035])
})

test('reversing a payment on a day before its allocation reverses the allocation on its own day', async () => {
  const sold = await invoice(day('02-01'))
  const { id } = await calls.post(receipts, paymentBody(owner, { payment_date: day('02-03'), amount: 1150 }))
  const before = await owedOn(day('03-31'))
  await calls.post(`${receipts}/${id}/allocate`, {
    references: [{ reference_id: sold, amount: 115 }],
    date: day('04-10'),
  })
  await calls.post(`${receipts}/${id}/reverse`, { date: day('03-05'), reason: 'شيك مرتجع' })
  expect(await owedOn(day('03-31'))).toBe(before)
  const said = { reversal_date: day('03-05'), reversal_reason: 'شيك مرتجع' }
  expect(await calls.get(`${receipts}/${id}`)).toMatchObject(said)
  const dates = (await calls.get(`${receipts}/${id}/entries`)).map((entry: { entry_date: string }) => entry.entry_date)
  expect(dates.sort()).toEqual([day('02-03'), day('03-05'), day('04-10'), day('04-10')])
})
