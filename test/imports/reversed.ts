import type { TestApp } from '../harness/api.ts'
import { billBody } from '../harness/bodies.ts'
import {
  callsOf,
  createOrganization,
  expectOk,
  idOf,
  invoiceBody,
  type Organization,
  paymentBody,
  registeredBody,
} from '../harness/organization.ts'

const hundred = (owner: Organization) => [{ product_id: owner.ids.service, quantity: 1, price: 100, tax_rate: 15 }]
const invoiceOf = (owner: Organization, invoice_number: string, invoice_date: string): Promise<number> => {
  const dates = { invoice_date, due_date: invoice_date }
  return idOf(owner.post('/invoices', invoiceBody(owner, { ...dates, invoice_number, items: hundred(owner) })))
}
const receiptOf = (owner: Organization, change: Record<string, unknown>): Promise<number> =>
  idOf(owner.post('/accounting/income-payments', paymentBody(owner, change)))

/** Every settlement that can be reversed, reversed in a later month than its own. */
export async function reversedOrganization(app: TestApp, year: string): Promise<Organization> {
  const owner = await createOrganization(app, registeredBody)
  const { post } = callsOf(owner)
  const { ids } = owner
  const day = (text: string) => `${year}-${text}`
  const reversed = async (path: string) => expectOk(await owner.remove(path))
  // A cheque that bounced, as an advance and with an invoice.
  const cheque = await receiptOf(owner, { payment_date: day('02-05'), amount: 1000 })
  await post(`/accounting/income-payments/${cheque}/reverse`, { date: day('06-10'), reason: 'شيك مرتجع' })
  const settled = await invoiceOf(owner, 'R-1', day('02-06'))
  const paid = await receiptOf(owner, {
    payment_date: day('02-07'),
    amount: 115,
    references: [{ reference_id: settled, amount: 115 }],
  })
  await post(`/accounting/income-payments/${paid}/reverse`, { date: day('04-10'), reason: 'شيك مرتجع' })
  await receiptOf(owner, {
    payment_date: day('05-01'),
    amount: 115,
    references: [{ reference_id: settled, amount: 115 }],
  })
  // A write-off.
  const given = await invoiceOf(owner, 'R-2', day('02-10'))
  await post(`/invoices/${given}/write-off`, { write_off_date: day('02-20'), amount: 115, reason: 'تعذر التحصيل' })
  const [writeOff] = expectOk(await owner.get(`/invoices/${given}`)).body.data.write_offs
  await reversed(`/invoices/${given}/write-offs/${writeOff.id}?date=${day('06-12')}`)
  // An advance that was applied, and one that was refunded.
  const advance = await receiptOf(owner, { payment_date: day('03-01'), amount: 300 })
  const applied = await invoiceOf(owner, 'R-3', day('03-02'))
  const references = [{ reference_id: applied, amount: 100 }]
  await post(`/accounting/income-payments/${advance}/allocate`, { references, date: day('03-05') })
  await post(`/accounting/income-payments/${advance}/unallocate`, { reference_id: applied, date: day('05-05') })
  const refund = { refund_date: day('03-08'), amount: 40, payment_method_id: ids.method }
  await post(`/accounting/income-payments/${advance}/refund`, refund)
  const { refunds } = expectOk(await owner.get(`/accounting/income-payments/${advance}`)).body.data
  await reversed(`/accounting/income-payments/${advance}/refunds/${refunds[0].id}?date=${day('06-15')}`)
  // What was settled with a receipt, and set free later.
  const freed = await invoiceOf(owner, 'R-4', day('03-10'))
  const whole = await receiptOf(owner, {
    payment_date: day('03-11'),
    amount: 115,
    references: [{ reference_id: freed, amount: 115 }],
  })
  await post(`/accounting/income-payments/${whole}/unallocate`, { reference_id: freed, date: day('05-20') })
  // A set-off.
  const owed = await invoiceOf(owner, 'R-5', day('03-12'))
  const bill = await post('/bills', billBody(owner, { bill_date: day('03-12'), due_date: day('03-12') }))
  const set = await post('/accounting/set-offs', {
    set_off_date: day('03-15'),
    branch_id: ids.branch,
    currency_id: ids.currency,
    customer_id: ids.customer,
    supplier_id: ids.supplier,
    receivables: [{ reference_id: owed, amount: 20 }],
    payables: [{ reference_id: bill.id, amount: 20 }],
  })
  await reversed(`/accounting/set-offs/${set.id}?date=${day('07-01')}`)
  return owner
}

/** An invoice of 115 was paid, credited in whole, its receipt voided, and paid again: the credit is an advance of 115. */
export async function openBesideAdvance(app: TestApp, year: string): Promise<Organization> {
  const owner = await createOrganization(app, registeredBody)
  const { post } = callsOf(owner)
  const day = (text: string) => `${year}-${text}`
  const invoice = await invoiceOf(owner, 'N-1', day('02-01'))
  const references = [{ reference_id: invoice, amount: 115 }]
  const receipt = await receiptOf(owner, { payment_date: day('02-02'), amount: 115, references })
  const lines = [{ line_number: 1, quantity: 1 }]
  await post(`/invoices/${invoice}/credit-note`, { note_date: day('02-10'), reason: 'مرتجع', lines })
  expectOk(await owner.remove(`/accounting/income-payments/${receipt}`))
  await receiptOf(owner, { payment_date: day('03-01'), amount: 115, references })
  return owner
}
