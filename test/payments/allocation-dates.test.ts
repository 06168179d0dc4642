import { expect, test } from 'vitest'
import type { Sheet } from '#contract/reports/sheet.ts'
import { createTestApp } from '../harness/api.ts'
import { billBody } from '../harness/bodies.ts'
import { movedBy } from '../harness/books.ts'
import { callsOf, createOrganization, idOf, invoiceBody, paymentBody } from '../harness/organization.ts'

// On which day, and at which worth, money is used that was received or paid: never before both are there (accounting rules 1.4, V46), and
// a correction changes neither (0012, 0016).

const app = await createTestApp({ now: () => new Date('2028-06-15T09:00:00Z') })
const owner = await createOrganization(app)
const { post, get, errors } = callsOf(owner)
const receipts = '/accounting/income-payments'
const invoice = (day: string, change: object = {}) =>
  idOf(owner.post('/invoices', invoiceBody(owner, { invoice_date: day, due_date: day, ...change })))
const receive = (payment_date: string, amount: number, change: object = {}) =>
  post(receipts, paymentBody(owner, { payment_date, amount, ...change })) as Promise<{
    id: number
    payment_number: string
  }>
/** The balance of receivables, without advances. */
async function owedOn(to: string): Promise<number> {
  const { rows } = (await get(`/reports/trial-balance?from=2028-01-01&to=${to}`)) as Sheet
  const { figures } = rows.find(({ texts }) => texts.number === '110201') as Sheet['rows'][number]
  return (figures.closing_debit ?? 0) - (figures.closing_credit ?? 0)
}
/** The effect of one event on receivables at the end of each of these days. */
async function changes(days: readonly string[], event: () => Promise<unknown>): Promise<number[]> {
  const before = await Promise.all(days.map(owedOn))
  await event()
  const after = await Promise.all(days.map(owedOn))
  return after.map((owed, index) => Math.round((owed - (before[index] as number)) * 100) / 100)
}

test('a later receipt is applied to an earlier invoice on its own day, not before', async () => {
  const sold = await invoice('2028-01-20')
  const { id } = await receive('2028-02-05', 1150)
  const days = ['2028-01-31', '2028-02-04', '2028-02-05']
  const references = [{ reference_id: sold, amount: 150 }]
  expect(await changes(days, () => post(`${receipts}/${id}/allocate`, { references }))).toEqual([0, 0, -150])
  const sooner = { reference_id: sold, date: '2028-01-25' }
  expect(await changes(days, () => post(`${receipts}/${id}/unallocate`, sooner))).toEqual([0, 0, 150])
})

test('two allocations to one invoice stay on the first of both days when the payment is corrected', async () => {
  const sold = await invoice('2028-02-01')
  const first = { references: [{ reference_id: sold, amount: 100 }] }
  const { id, payment_number } = await receive('2028-02-03', 1150, first)
  const references = [{ reference_id: sold, amount: 50 }]
  await post(`${receipts}/${id}/allocate`, { references, date: '2028-04-10' })
  const both = { references: [{ reference_id: sold, amount: 150 }] }
  const corrected = paymentBody(owner, { payment_number, payment_date: '2028-02-03', amount: 1200, ...both })
  const days = ['2028-02-02', '2028-02-03', '2028-04-10']
  expect(await changes(days, () => post(`${receipts}/${id}`, corrected))).toEqual([0, -50, 0])
})

test('a receipt entered later for an earlier date counts from its date, next to a later-dated one', async () => {
  const sold = await invoice('2028-05-01')
  const references = (amount: number) => ({ references: [{ reference_id: sold, amount }] })
  await receive('2028-05-10', 500, references(500))
  await receive('2028-05-03', 100, references(100))
  const left = async (to: string) => {
    const statement = `/reports/customer-statement?customer_id=${owner.ids.customer}&from=2028-05-01&to=${to}`
    const { rows } = (await get(statement)) as Sheet
    return rows.find(({ link }) => link?.to === 'invoice' && link.query.id === sold)?.figures.remaining
  }
  expect([await left('2028-05-02'), await left('2028-05-05'), await left('2028-05-10')]).toEqual([1150, 1050, 550])
})

test('a corrected receipt keeps the rate it was recorded at', async () => {
  await post('/currencies/3/rate', { rate: '4.10' })
  const { id, payment_number } = await receive('2028-02-05', 100, { currency_id: 3 })
  await post('/currencies/3/rate', { rate: '4.20', valid_on: '2028-02-01' })
  const more = paymentBody(owner, { payment_number, payment_date: '2028-02-05', currency_id: 3, amount: 120 })
  expect(await movedBy(app, owner, () => post(`${receipts}/${id}`, more))).toEqual(['CASH D82', 'CUST_ADV C82'])
})

test('V13 without tax on the fee: it is in no box', async () => {
  const bought = async () => {
    const { rows } = (await get('/reports/vat-return?from=2028-01-01&to=2028-12-31')) as Sheet
    return rows.find(({ key }) => key === 'box:7')?.figures
  }
  const before = await bought()
  const lines = await movedBy(app, owner, () => receive('2028-06-01', 1150, { fee: '8' }))
  expect(lines).toEqual(['BANK_FEES D8', 'CASH D1142', 'CUST_ADV C1150'])
  expect(await bought()).toEqual(before)
})

test('a written-off payable is a small difference', async () => {
  const days = { bill_date: '2028-06-01', due_date: '2028-06-01' }
  const items = [{ product_id: owner.ids.service, quantity: 1, price: 100, tax_rate: 15 }]
  const bill = await idOf(owner.post('/bills', billBody(owner, { ...days, items })))
  const rest = { write_off_date: '2028-06-02', amount: 15, reason: 'فرق بسيط' }
  expect(await movedBy(app, owner, () => post(`/bills/${bill}/write-off`, rest))).toEqual(['AP D15', 'ROUNDING C15'])
})

test('nothing is refunded or written off before it existed', async () => {
  const sold = await invoice('2028-03-10')
  const { id } = await receive('2028-03-10', 100)
  const early = { refund_date: '2028-03-09', amount: 10, payment_method_id: owner.ids.method }
  expect(await errors(`${receipts}/${id}/refund`, early)).toHaveProperty('refund_date')
  expect(
    await errors(`/invoices/${sold}/write-off`, { write_off_date: '2028-03-09', amount: 10, reason: 'x' }),
  ).toHaveProperty('write_off_date')
  await post(`${receipts}/${id}/refund`, { ...early, refund_date: '2028-03-10' })
  await post(`/invoices/${sold}/write-off`, { write_off_date: '2028-03-10', amount: 10, reason: 'x' })
})
