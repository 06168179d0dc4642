import { expect, test } from 'vitest'
import { createTestApp } from '../harness/api.ts'
import { billBody } from '../harness/bodies.ts'
import { movedBy } from '../harness/books.ts'
import { callsOf, createOrganization, expectOk, invoiceBody, paymentBody } from '../harness/organization.ts'

// Several things happening to one foreign document or advance, each at the rate of its own day. The figures are
// computed manually from accounting rules 2.1-9 to 2.1-11, in odd amounts, so that every rounding shows.

const app = await createTestApp({ now: () => new Date('2026-08-01T09:00:00Z') })
const owner = await createOrganization(app)
const { post } = callsOf(owner)
type Body = Record<string, unknown>
const rates = { '2026-01-01': '4.1235', '2026-02-01': '4.2011', '2026-03-01': '4.0507', '2026-04-01': '4.3333' }
for (const [valid_on, rate] of Object.entries(rates))
  expectOk(await owner.post('/currencies/3/rate', { rate, valid_on }))

const foreign = { currency_id: 3 }
const untaxed = (price: number) => ({
  tax_id: owner.ids.zeroTax,
  items: [{ product_id: owner.ids.service, quantity: 1, price, tax_rate: 0 }],
})
const taxed = (price: number) => ({ items: [{ product_id: owner.ids.service, quantity: 1, price, tax_rate: 15 }] })
const moved = (event: () => Promise<unknown>) => movedBy(app, owner, event)
/** The effect of a call on the accounts, and the id of its answer. */
async function told(path: string, body: Body): Promise<{ id: number; lines: string[] }> {
  let id = 0
  const lines = await moved(async () => {
    ;({ id } = await post(path, body))
  })
  return { id, lines }
}
const invoice = (day: string, content: Body) =>
  told('/invoices', invoiceBody(owner, { ...foreign, invoice_date: day, due_date: day, ...content }))
const bill = (day: string, content: Body) =>
  told('/bills', billBody(owner, { ...foreign, bill_date: day, due_date: day, ...content }))
const receive = (day: string, amount: number, references: Body[] = []) =>
  told('/accounting/income-payments', paymentBody(owner, { ...foreign, payment_date: day, amount, references }))
const pay = (day: string, amount: number, references: Body[] = []) => {
  const { customer_id: _, ...rest } = paymentBody(owner, { ...foreign, payment_date: day, amount })
  return told('/accounting/expense-payments', { ...rest, supplier_id: owner.ids.supplier, references })
}
const part = (reference_id: number, amount: number) => ({ reference_id, amount })
const note = (note_date: string, amount: number) => ({ note_date, reason: 'خصم', lines: [{ line_number: 1, amount }] })
const refund = (refund_date: string, amount: number) => ({ refund_date, amount, payment_method_id: owner.ids.method })

test('an advance in euros: refunded in part at another rate, allocated at a third, the rest refunded at a fourth', async () => {
  const advance = await receive('2026-01-10', 333.33)
  expect(advance.lines).toEqual(['CASH D1374.49', 'CUST_ADV C1374.49'])
  const at = `/accounting/income-payments/${advance.id}`
  expect(await moved(() => post(`${at}/refund`, refund('2026-02-05', 100)))).toEqual([
    'CASH C420.11',
    'CUST_ADV D412.35',
    'FX_LOSS_R D7.76',
  ])
  const sold = await invoice('2026-03-02', untaxed(133.33))
  expect(sold.lines).toEqual(['AR D540.08', 'REV_SRV C540.08'])
  expect(await moved(() => post(`${at}/allocate`, { references: [part(sold.id, 133.33)] }))).toEqual([
    'AR C540.08',
    'CUST_ADV D549.79',
    'FX_GAIN_R C9.71',
  ])
  expect(await moved(() => post(`${at}/refund`, refund('2026-04-02', 100)))).toEqual([
    'CASH C433.33',
    'CUST_ADV D412.35',
    'FX_LOSS_R D20.98',
  ])
})

test('an invoice in euros: paid in part, credited in part, the rest paid later', async () => {
  const sold = await invoice('2026-01-10', taxed(1000))
  expect(sold.lines).toEqual(['AR D4742.03', 'REV_SRV C4123.5', 'VAT_OUT C618.53'])
  expect((await receive('2026-02-05', 500, [part(sold.id, 500)])).lines).toEqual([
    'AR C2061.75',
    'CASH D2100.55',
    'FX_GAIN_R C38.8',
  ])
  expect(await moved(() => post(`/invoices/${sold.id}/credit-note`, note('2026-03-02', 400)))).toEqual([
    'AR C1896.81',
    'SALES_RET D1649.4',
    'VAT_OUT D247.41',
  ])
  expect((await receive('2026-04-02', 190, [part(sold.id, 190)])).lines).toEqual([
    'AR C783.47',
    'CASH D823.33',
    'FX_GAIN_R C39.86',
  ])
})

test('writing off the rest of a euro invoice leaves no exchange difference', async () => {
  const sold = await invoice('2026-01-10', untaxed(100))
  expect((await receive('2026-02-05', 33.33, [part(sold.id, 33.33)])).lines).toEqual([
    'AR C137.44',
    'CASH D140.02',
    'FX_GAIN_R C2.58',
  ])
  const givenUp = { write_off_date: '2026-03-02', amount: 66.67, reason: 'تعذر التحصيل' }
  expect(await moved(() => post(`/invoices/${sold.id}/write-off`, givenUp))).toEqual(['AR C274.91', 'BAD_DEBT D274.91'])
})

test("a supplier's advance in euros, a credit on the bill it paid for, and the rest", async () => {
  const advance = await pay('2026-01-10', 250)
  expect(advance.lines).toEqual(['CASH C1030.88', 'SUPP_ADV D1030.88'])
  const bought = await bill('2026-02-05', taxed(333.33))
  expect(bought.lines).toEqual(['AP C1610.41', 'EXP_DEFAULT D1400.35', 'VAT_IN D210.06'])
  const references = [part(bought.id, 250)]
  expect(await moved(() => post(`/accounting/expense-payments/${advance.id}/allocate`, { references }))).toEqual([
    'AP D1050.28',
    'FX_GAIN_R C19.4',
    'SUPP_ADV C1030.88',
  ])
  // 420.11 and 63.02 by the paper of the credit, of which its part of the payable is 483.12.
  expect(await moved(() => post(`/bills/${bought.id}/supplier-credit`, note('2026-03-02', 100)))).toEqual([
    'AP D483.12',
    'EXP_DEFAULT C420.11',
    'FX_LOSS_R D0.01',
    'VAT_IN C63.02',
  ])
  expect((await pay('2026-03-05', 18.33, [part(bought.id, 18.33)])).lines).toEqual([
    'AP D77.01',
    'CASH C74.25',
    'FX_GAIN_R C2.76',
  ])
})

test('a revalued advance is deallocated and allocated elsewhere: the gain is realised at the new document', async () => {
  const [first, second] = [await invoice('2026-01-10', untaxed(1000)), await invoice('2026-03-02', untaxed(400))]
  const received = await receive('2026-02-05', 400, [part(first.id, 400)])
  expect(received.lines).toEqual(['AR C1649.4', 'CASH D1680.44', 'FX_GAIN_R C31.04'])
  const at = `/accounting/income-payments/${received.id}`
  expect(await moved(() => post(`${at}/unallocate`, { reference_id: first.id }))).toEqual([
    'AR D1649.4',
    'CUST_ADV C1680.44',
    'FX_GAIN_R D31.04',
  ])
  expect(await moved(() => post(`${at}/allocate`, { references: [part(second.id, 400)] }))).toEqual([
    'AR C1620.28',
    'CUST_ADV D1680.44',
    'FX_GAIN_R C60.16',
  ])
})
