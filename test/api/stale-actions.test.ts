import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { calls } from '#contract/index.ts'
import type { Call } from '#contract/kit/resource.ts'
import { uploadStatement } from '../bank/bank-files.ts'
import { createTestApp } from '../harness/api.ts'
import { type Body, billBody, bodies, journalBody } from '../harness/bodies.ts'
import { callsOf, createOrganization, expectOk, invoiceBody, paymentBody, today } from '../harness/organization.ts'
import { importOf, runOf } from '../imports/import-files.ts'
import { xlsx } from '../imports/table-files.ts'
import { trackedProduct } from '../lots/tracked-product.ts'

// Every action on an older version of a record is refused, not only an edit.

const app = await createTestApp()
const owner = await createOrganization(app)
const { post, get } = callsOf(owner)
const { ids } = owner
const goods = [{ product_id: ids.goods, quantity: 2, price: 100, tax_rate: 15 }]
const note = { note_date: today(), reason: 'تصحيح', lines: [{ line_number: 1, amount: 1 }] }
const refund = { refund_date: today(), amount: 1, payment_method_id: ids.method }

const invoice = (change: Body = {}) => post('/invoices', invoiceBody(owner, change))
const bill = (change: Body = {}) => post('/bills', billBody(owner, change))
const receipt = (change: Body = {}) => post('/accounting/income-payments', paymentBody(owner, change))
const payment = (change: Body = {}) => {
  const { customer_id: _, ...rest } = paymentBody(owner, change)
  return post('/accounting/expense-payments', { ...rest, supplier_id: ids.supplier })
}
const entry = async (change: Body = {}) => post('/accounting/journal-entries', await journalBody(owner, change))
/** A note above the open amount of a paid document leaves an advance. */
const creditNote = async () => {
  const { id } = await invoice()
  await receipt({ amount: 1150, references: [{ reference_id: id, amount: 1150 }] })
  return post(`/invoices/${id}/credit-note`, { ...note, lines: [{ line_number: 1, amount: 500 }] })
}
const supplierCredit = async () => {
  const { id } = await bill()
  await payment({ amount: 690, references: [{ reference_id: id, amount: 690 }] })
  return post(`/bills/${id}/supplier-credit`, { ...note, lines: [{ line_number: 1, amount: 300 }] })
}
const opened = async (kind: 'customer' | 'supplier') => {
  const { version, ...before } = await get('/accounting/opening')
  const item = { currency_id: ids.currency, amount: 500, [`${kind}_id`]: ids[kind] }
  const opening_date = before.opening_date ?? `${today().slice(0, 4)}-01-01`
  const list = `${kind}_credits`
  const body = { opening_date, branch_id: ids.branch, version, [list]: [...before[list], item] }
  return (await post('/accounting/opening', body))[list].at(-1)
}
const applied = async (path: string, made: Promise<{ id: number }>, due: Promise<{ id: number }>) => {
  const [{ id }, { id: reference_id }] = [await made, await due]
  await post(`${path}/${id}/allocate`, { references: [{ reference_id, amount: 1 }] })
  return { id, body: { reference_id } }
}
const allocated = async (made: Promise<{ id: number }>, due: Promise<{ id: number }>) => {
  const [{ id }, { id: reference_id }] = [await made, await due]
  return { id, body: { references: [{ reference_id, amount: 1 }] } }
}
type Made = { id: number; body?: Body /** Whose version it is. */; of?: string }
const plain = async (made: Promise<{ id: number }>, body: Body = {}): Promise<Made> => ({ id: (await made).id, body })

const advances = (path: string, made: () => Promise<{ id: number }>, due: () => Promise<{ id: number }>) => ({
  [`${path}/:id/allocate`]: () => allocated(made(), due()),
  [`${path}/:id/unallocate`]: () => applied(path, made(), due()),
  [`${path}/:id/refund`]: () => plain(made(), refund),
})
let imported = 0
const customerFile = () => `name,email\nImported ${++imported},a@example.sa`
const customerImport = () => importOf(owner, 'customers', customerFile())
/** A line of the bank of a hundred that came in, on the account of the payment method. */
let days = 1
const bankLine = async () => {
  const account_id = (await get('/payment-methods')).find((one: { id: number }) => one.id === ids.method).account.id
  const day = `${today().slice(0, 4)}-01-${String(days++).padStart(2, '0')}`
  const { id } = expectOk(await uploadStatement(owner, account_id, `Date,Description,Amount\n${day},LINE,100`)).body
    .data
  const [line] = await get(`/bank/statements/lines?statement_id=${id}`)
  return { ...line, day }
}
let year = 2040
const retained = { retention_percent: 10, retention_basis: 'net' }
const released = { date: today(), amount: 1 }
/** How to create a record for each action, and the body of the action. */
const makers: Record<string, () => Promise<Made>> = {
  '/invoices/:id/confirm': () => plain(invoice({ status: 'draft' })),
  '/bills/:id/confirm': () => plain(bill({ status: 'draft' })),
  '/advance-invoices/:id/confirm': () => plain(post('/advance-invoices', invoiceBody(owner, { status: 'draft' }))),
  '/invoices/:id/issue': () => plain(invoice()),
  '/bills/:id/issue': () => plain(bill()),
  '/advance-invoices/:id/issue': () => plain(post('/advance-invoices', invoiceBody(owner))),
  '/credit-notes/:id/issue': () => plain(creditNote()),
  '/supplier-credits/:id/issue': () => plain(supplierCredit()),
  '/debit-notes/:id/issue': async () => plain(post(`/invoices/${(await invoice()).id}/debit-note`, note)),
  '/invoices/:id/credit-note': () => plain(invoice({ items: goods }), note),
  '/invoices/:id/debit-note': () => plain(invoice(), note),
  '/bills/:id/supplier-credit': () => plain(bill(), note),
  '/advance-invoices/:id/credit-note': () => plain(post('/advance-invoices', invoiceBody(owner)), note),
  '/inventory/lots/:id/expiry': async () => {
    const product_id = await trackedProduct(owner, 'batch', true)
    const row = { product_id, quantity: 1, price: 10, tax_rate: 15 }
    await bill({ items: [{ ...row, lots: [{ number: 'STALE', expires_on: today() }] }] })
    const [{ id }] = await get(`/inventory/lots?product_id=${product_id}`)
    return { id, body: { expires_on: `${Number(today().slice(0, 4)) + 1}-01-01` } }
  },
  '/invoices/:id/write-off': () => plain(invoice(), { write_off_date: today(), amount: 1, reason: 'تعذر' }),
  '/bills/:id/write-off': () => plain(bill(), { write_off_date: today(), amount: 1, reason: 'تعذر' }),
  '/invoices/:id/retention-releases': () => plain(invoice(retained), released),
  '/bills/:id/retention-releases': () => plain(bill(retained), released),
  '/accounting/income-payments/:id/reverse': () => plain(receipt(), { date: today(), reason: 'تصحيح' }),
  '/accounting/expense-payments/:id/reverse': () => plain(payment(), { date: today(), reason: 'تصحيح' }),
  '/accounting/expense-payments/:id/withholding-type': () =>
    plain(payment({ withholding_rate: '5' }), { withholding_type: 'rent' }),
  '/accounting/journal-entries/:id/reverse': () => plain(entry(), { date: today(), reason: 'تصحيح' }),
  '/accounting/journal-entries/:id/post': () => plain(entry({ status: 'draft' })),
  '/accounting/financial-years/:id/change-status': () => {
    const name = String(year++)
    const years = { name, type: 'yearly', started_at: `${name}-01-01`, ended_at: `${name}-12-31` }
    return plain(post('/accounting/financial-years', years), { status: 'open' })
  },
  '/accounting/bank-reconciliations/:id/reopen': async () => {
    const account_id = (await get('/payment-methods')).find((one: { id: number }) => one.id === ids.method).account.id
    const { lines } = await get(
      `/accounting/bank-reconciliations/sheet?account_id=${account_id}&statement_date=${today()}`,
    )
    const matched = lines.map(({ entry_id, line_number }: Record<string, number>) => ({ entry_id, line_number }))
    const statement_balance = lines.reduce((sum: number, line: { amount: number }) => sum + line.amount, 0)
    return plain(
      post('/accounting/bank-reconciliations', {
        account_id,
        statement_date: today(),
        statement_balance,
        lines: matched,
      }),
    )
  },
  '/bank/statements/lines/:id/match': async () => {
    const { id, day } = await bankLine()
    await receipt({ payment_date: day, amount: 100 })
    const { guesses } = await get(`/bank/statements/lines/${id}`)
    const [{ entry_id, line_number }] = guesses
    return { id, body: { lines: [{ entry_id, line_number }] } }
  },
  '/bank/statements/lines/:id/pay': () => plain(bankLine(), { party_id: ids.customer }),
  '/bank/statements/lines/:id/refund': async () => {
    const { id, day } = await bankLine()
    const party = { customer_id: undefined, supplier_id: ids.supplier }
    const ahead = paymentBody(owner, { ...party, payment_date: day, amount: 100, references: [] })
    const { id: source_id } = await post('/accounting/expense-payments', ahead)
    return { id, body: { source_kind: 'payment', source_id } }
  },
  '/bank/statements/lines/:id/enter': async () => {
    const { id: account_id } = (await get('/accounting/accounts/list')).find(
      (one: { type: string; number: string }) => one.type === 'sub' && one.number.startsWith('5'),
    )
    return plain(bankLine(), { account_id })
  },
  '/bank/statements/lines/:id/unmatch': async () => {
    const { id } = await bankLine()
    await post(`/bank/statements/lines/${id}/pay`, { party_id: ids.customer })
    return { id }
  },
  '/bank/statements/lines/:id/ignore': () => plain(bankLine()),
  '/bank/statements/lines/:id/note': () => plain(bankLine(), { note: 'لمن هذا الإيداع؟' }),
  '/imports/:id/mapping': () => plain(customerImport()),
  '/imports/:id/sheet': async () => {
    const sheet = [
      ['name', 'email'],
      [`Imported ${++imported}`, 'a@example.sa'],
    ]
    return plain(importOf(owner, 'customers', await xlsx({ sheets: { One: sheet, Two: sheet } })), { sheet: 'Two' })
  },
  '/imports/:id/heads': async () => {
    const content = `List of customers,\n${customerFile()}\nThird ${imported},c@example.sa`
    return plain(importOf(owner, 'customers', content), { head_row: 3 })
  },
  '/imports/:id/check': () => plain(customerImport()),
  '/imports/:id/commit': () => plain(customerImport()),
  '/imports/:id/undo': () => plain(runOf(owner, { kind: 'customers', content: customerFile() })),
  ...advances('/accounting/income-payments', receipt, invoice),
  ...advances('/accounting/expense-payments', payment, bill),
  ...advances('/credit-notes', creditNote, invoice),
  ...advances('/supplier-credits', supplierCredit, bill),
  ...advances('/accounting/opening/customer-credits', () => opened('customer'), invoice),
  ...advances('/accounting/opening/supplier-credits', () => opened('supplier'), bill),
}

const reason = { reason: 'تغيّر الطلب' }
/** An order of a path, after an act. */
const order = async (path: 'quotations' | 'salesOrders' | 'purchaseOrders', act?: string) => {
  const address = { quotations: '/quotations', salesOrders: '/sales-orders', purchaseOrders: '/purchase-orders' }[path]
  const { id } = await post(address, await bodies[path](owner))
  if (act) await post(`${address}/${id}/${act}`, {})
  return { id }
}
Object.assign(makers, {
  '/quotations/:id/send': () => plain(order('quotations')),
  '/quotations/:id/accept': () => plain(order('quotations', 'send')),
  '/quotations/:id/decline': () => plain(order('quotations', 'send'), reason),
  '/quotations/:id/reopen': () => plain(order('quotations', 'send')),
  '/quotations/:id/sales-order': () => plain(order('quotations', 'send')),
  '/quotations/:id/invoice': () => plain(order('quotations', 'send')),
  '/quotations/:id/advance-invoice': () => plain(order('quotations', 'send'), { percent: '30' }),
  '/sales-orders/:id/advance-invoice': () => plain(order('salesOrders', 'confirm'), { percent: '30' }),
  ...ofOrders('/sales-orders', 'salesOrders', 'invoice', 'delivery-note'),
  ...ofOrders('/purchase-orders', 'purchaseOrders', 'bill', 'goods-receipt'),
})
function ofOrders(path: string, name: 'salesOrders' | 'purchaseOrders', target: string, moves: string) {
  return {
    [`${path}/:id/confirm`]: () => plain(order(name)),
    [`${path}/:id/close`]: () => plain(order(name, 'confirm'), reason),
    [`${path}/:id/reopen`]: () => plain(order(name, 'confirm')),
    [`${path}/:id/${target}`]: () => plain(order(name, 'confirm')),
    [`${path}/:id/${moves}`]: () => plain(order(name, 'confirm')),
  }
}

// A link has its own test: its reader has no session (test/orders/answers.test.ts).
const versioned = ({ kind, body, path }: Call) =>
  kind === 'action' &&
  path.includes('/:id') &&
  'version' in ((body as unknown as { shape?: Record<string, z.ZodType> })?.shape ?? {})

describe.each(calls.filter(versioned).map((call) => [call.path, call] as const))('%s', (path) => {
  test('is refused on an older version without any effect, and succeeds on the current one', async () => {
    const make = makers[path]
    if (!make) throw new Error(`how is a record made for ${path}?`)
    const { id, body = {} } = await make()
    const record = path.slice(0, path.indexOf('/:id'))
    const before = await get(`${record}/${id}`)
    for (const version of [before.version + 7, before.version - 1].filter((one) => one >= 0)) {
      const reply = await owner.post(path.replace(':id', String(id)), { ...body, version })
      expect([reply.status, reply.headers.refusal], JSON.stringify(reply.body)).toEqual([409, 'stale_version'])
    }
    expect(await get(`${record}/${id}`)).toEqual(before)
    expectOk(await owner.post(path.replace(':id', String(id)), { ...body, version: before.version }))
  })
})
