import { beforeAll, expect, test } from 'vitest'
import { createTestApp, type ReplyBody, type TestApp } from '../harness/api.ts'
import { callsOf, createOrganization, expectOk, invoiceBody, type Organization } from '../harness/organization.ts'
import { clientWith } from '../harness/role.ts'
import { bankAccountOf, bankLines, bankTable, uploadStatement } from './bank-files.ts'

// Reconciling matches lines with the books. A voucher or an entry that is made of a line needs the permission of its own call.

let app: TestApp
let owner: Organization
let calls: ReturnType<typeof callsOf>
let open: ReplyBody[]
let invoice: ReplyBody
let statement: ReplyBody
let fees: number
beforeAll(async () => {
  app = await createTestApp()
  owner = await createOrganization(app)
  calls = callsOf(owner)
  const bank = await bankAccountOf(owner)
  const chart = (await calls.get('/accounting/accounts/list')) as ReplyBody[]
  fees = chart.find((one) => one.number.startsWith('5202') && one.type === 'sub')?.id
  await calls.post('/bank/rules', { name: 'fees', words: 'FEES', direction: 'out', status: 'active', account_id: fees })
  invoice = await calls.post('/invoices', invoiceBody(owner))
  const table = bankTable(
    ['01-05', `TRANSFER ${invoice.invoice_number}`, invoice.total],
    ['01-06', 'FEES', -5],
    ['01-07', 'SUPPLIER', -100],
  )
  statement = expectOk(await uploadStatement(owner, bank, table)).body.data
  open = await bankLines(owner, bank, 'open')
})
const line = (text: string) => open.find(({ description }) => description.startsWith(text)) as ReplyBody
const guessesFor = async (permissions: string[]) => {
  const client = await clientWith(app, owner, permissions)
  const { data } = expectOk(await client.get(`/bank/statements/lines?statement_id=${statement.id}&state=open`)).body
  return (data as ReplyBody[]).map(({ guesses }) => guesses.map(({ kind }: ReplyBody) => kind))
}

test('guesses nothing that the reader may not make', async () => {
  expect(await guessesFor(['reconcile-bank'])).toEqual([[], [], []])
  expect(await guessesFor(['reconcile-bank', 'create-income-payment'])).toEqual([['document'], [], []])
  expect(await guessesFor(['reconcile-bank', 'create-journal-entry'])).toEqual([[], ['rule'], []])
})

test('refuses a receipt, a payment and an entry without their permissions, and changes nothing', async () => {
  const client = await clientWith(app, owner, ['reconcile-bank'])
  const acts: [ReplyBody, string, object][] = [
    [line('TRANSFER'), 'pay', { party_id: owner.ids.customer }],
    [line('SUPPLIER'), 'pay', { party_id: owner.ids.supplier }],
    [line('FEES'), 'enter', { account_id: fees }],
  ]
  for (const [{ id }, act, body] of acts)
    expect([act, (await client.post(`/bank/statements/lines/${id}/${act}`, body)).status]).toEqual([act, 403])
  expect(expectOk(await client.post(`/bank/statements/${statement.id}/take-sure`, {})).body.data).toMatchObject({
    taken: 0,
  })
  expect(
    expectOk(await client.get(`/bank/statements/lines/${line('TRANSFER').id}/choices`)).body.data.documents,
  ).toEqual([])
  expect(await calls.get('/accounting/income-payments')).toEqual([])
  // A permission of the other side is none of this one.
  const receiver = await clientWith(app, owner, ['reconcile-bank', 'create-income-payment'])
  const asked = { party_id: owner.ids.supplier }
  expect((await receiver.post(`/bank/statements/lines/${line('SUPPLIER').id}/pay`, asked)).status).toBe(403)
})

test('with its permission a receipt is made of the line', async () => {
  const client = await clientWith(app, owner, ['reconcile-bank', 'create-income-payment'])
  const asked = { party_id: owner.ids.customer, references: [{ reference_id: invoice.id, amount: invoice.total }] }
  expectOk(await client.post(`/bank/statements/lines/${line('TRANSFER').id}/pay`, asked))
  expect(await calls.get(`/invoices/${invoice.id}`)).toMatchObject({ status: 'paid' })
})
