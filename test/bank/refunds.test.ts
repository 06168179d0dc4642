import { beforeAll, expect, test } from 'vitest'
import { createTestApp, type ReplyBody, type TestApp } from '../harness/api.ts'
import {
  callsOf,
  createOrganization,
  expectOk,
  invoiceBody,
  type Organization,
  paymentBody,
} from '../harness/organization.ts'
import { clientWith } from '../harness/role.ts'
import { bankAccountOf, bankLines, bankTable, uploadStatement, year } from './bank-files.ts'

// Money that goes back to a customer, or comes back from a supplier: proposed from what is unused of him, and taken back.

let app: TestApp
let owner: Organization
let calls: ReturnType<typeof callsOf>
let bank: number
let open: ReplyBody[]
let paid: { receipt: ReplyBody; payment: ReplyBody; note: ReplyBody }
const january = `${year}-01-05`
const partyOf = async (path: string, name: string) =>
  (await calls.post(path, { name, email: 'a@example.sa', type: 'company', status: 'active' })).id as number

beforeAll(async () => {
  app = await createTestApp()
  owner = await createOrganization(app)
  calls = callsOf(owner)
  bank = await bankAccountOf(owner)
  const [customer, supplier, buyer] = [
    await partyOf('/customers', 'Qamar Trading'),
    await partyOf('/suppliers', 'Najd Supplies'),
    await partyOf('/customers', 'Ward Gardens'),
  ]
  const ahead = (amount: number, party: object) =>
    paymentBody(owner, { ...party, payment_date: january, amount, references: [] })
  const receipt = await calls.post('/accounting/income-payments', ahead(500, { customer_id: customer }))
  const payment = await calls.post(
    '/accounting/expense-payments',
    ahead(300, { customer_id: undefined, supplier_id: supplier }),
  )
  const invoice = await calls.post('/invoices', {
    ...invoiceBody(owner, { customer_id: buyer, invoice_date: january, due_date: january }),
  })
  const settled = { reference_id: invoice.id, amount: invoice.total }
  await calls.post(
    '/accounting/income-payments',
    paymentBody(owner, { customer_id: buyer, payment_date: january, amount: invoice.total, references: [settled] }),
  )
  const lines = [{ line_number: 1, quantity: 1 }]
  const note = await calls.post(`/invoices/${invoice.id}/credit-note`, { note_date: january, reason: 'مرتجع', lines })
  paid = { receipt, payment, note }
  const table = bankTable(
    ['01-10', 'REFUND QAMAR TRADING', -500],
    ['01-11', 'REFUND QAMAR TRADING AGAIN', -500.01],
    ['01-12', 'FROM NAJD SUPPLIES', 120],
    ['01-13', 'BACK TO WARD GARDENS', -Number(note.total)],
    ['01-02', 'EARLY QAMAR TRADING', -20],
  )
  expectOk(await uploadStatement(owner, bank, table))
  open = await bankLines(owner, bank, 'open')
})
const line = (text: string) => open.find(({ description }) => description.startsWith(text)) as ReplyBody
const refunds = (one: ReplyBody) => one.guesses.filter(({ kind }: ReplyBody) => kind === 'refund')
const refund = (one: ReplyBody) => owner.post(`/bank/statements/lines/${one.id}/refund`, refunds(one)[0].credit)

test('proposes what is unused of the party that the text names, of the day or before, if it covers the amount', () => {
  const sources = Object.fromEntries(
    open.map((one) => [one.description, refunds(one).map(({ credit }: ReplyBody) => credit)]),
  )
  expect(sources).toEqual({
    'REFUND QAMAR TRADING': [{ source_kind: 'payment', source_id: paid.receipt.id }],
    'REFUND QAMAR TRADING AGAIN': [],
    'FROM NAJD SUPPLIES': [{ source_kind: 'payment', source_id: paid.payment.id }],
    'BACK TO WARD GARDENS': [{ source_kind: 'note', source_id: paid.note.id }],
    'EARLY QAMAR TRADING': [],
  })
})

test('refunds a receipt, a payment and a note, matches the line, and takes all of it back', async () => {
  const records = {
    'REFUND QAMAR TRADING': [`/accounting/income-payments/${paid.receipt.id}`, 500],
    'FROM NAJD SUPPLIES': [`/accounting/expense-payments/${paid.payment.id}`, 120],
    'BACK TO WARD GARDENS': [`/credit-notes/${paid.note.id}`, paid.note.total],
  } as const
  for (const [text, [path, amount]] of Object.entries(records)) {
    const made = expectOk(await refund(line(text))).body.data
    expect([text, made.state, made.matches.length]).toEqual([text, 'matched', 1])
    const [own] = (await calls.get(path)).refunds
    expect(own).toMatchObject({ amount, refund_date: line(text).line_date })
    expectOk(await owner.post(`/bank/statements/lines/${made.id}/unmatch`, {}))
    expect((await calls.get(path)).refunds).toEqual([])
  }
  expect((await bankLines(owner, bank, 'open')).length).toBe(5)
})

test('refuses more than is unused, a day before it, and who may not refund; nothing is matched', async () => {
  const credit = { source_kind: 'payment', source_id: paid.receipt.id }
  const ask = (text: string) => owner.post(`/bank/statements/lines/${line(text).id}/refund`, credit)
  expect((await ask('REFUND QAMAR TRADING AGAIN')).body.errors).toHaveProperty('amount')
  expect((await ask('EARLY')).body.errors).toHaveProperty('refund_date')
  const clerk = await clientWith(app, owner, ['reconcile-bank', 'create-income-payment', 'create-journal-entry'])
  const path = `/bank/statements/lines/${line('REFUND QAMAR').id}`
  expect((await clerk.post(`${path}/refund`, credit)).status).toBe(403)
  expect(expectOk(await clerk.get(path)).body.data.guesses).toEqual([])
  const able = await clientWith(app, owner, ['reconcile-bank', 'update-income-payment'])
  expect(refunds(expectOk(await able.get(path)).body.data)).toHaveLength(1)
  expect((await bankLines(owner, bank, 'open')).length).toBe(5)
})
