import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type ReplyBody, type TestApp } from '../harness/api.ts'
import {
  callsOf,
  createOrganization,
  expectOk,
  idOf,
  invoiceBody,
  type Organization,
  paymentBody,
  today,
} from '../harness/organization.ts'
import { uploadStatement } from './bank-files.ts'

// Lines of the bank find the lines of the books, or become them. The invariants run after the file.

let app: TestApp
let owner: Organization
let calls: ReturnType<typeof callsOf>
let account: number
const year = today().slice(0, 4)
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  owner = await createOrganization(app)
  calls = callsOf(owner)
  const method = (await calls.get('/payment-methods')).find((one: ReplyBody) => one.id === owner.ids.method)
  account = method.account.id
})

const upload = (content: string, of = account) => uploadStatement(owner, of, content)
const csv = (...rows: [day: string, text: string, amount: number][]) =>
  ['Date,Description,Amount', ...rows.map(([day, text, amount]) => `${year}-${day},${text},${amount}`)].join('\n')
const balanced = (opening: number, ...rows: [day: string, text: string, amount: number][]) =>
  [
    'Date,Description,Amount,Balance',
    ...rows.map(([day, text, amount], index) => {
      const before = rows.slice(0, index).reduce((sum, row) => sum + row[2], opening)
      return `${year}-${day},${text},${amount},${before + amount}`
    }),
  ].join('\n')
const stored = async (...asked: Parameters<typeof upload>) => expectOk(await upload(...asked)).body.data
const lines = async (state = 'open'): Promise<ReplyBody[]> =>
  (await owner.get(`/bank/statements/lines?account_id=${account}&state=${state}&per_page=100`)).body.data

describe('a file of the bank', () => {
  test('counts a line once, in two files of overlapping days, and twice where it is there twice', async () => {
    const first = csv(['01-05', 'POS 1', 10], ['01-05', 'POS 1', 10], ['01-06', 'POS 2', 20])
    expect(await stored(first)).toMatchObject({ lines_total: 3, lines_new: 3 })
    const second = csv(['01-05', 'POS 1', 10], ['01-05', 'POS 1', 10], ['01-06', 'POS 2', 20], ['01-07', 'POS 3', 30])
    expect(await stored(second)).toMatchObject({ lines_total: 4, lines_new: 1 })
    expect((await lines()).map((line) => line.amount)).toEqual([10, 10, 20, 30])
  })
  test('names what is missing since the statement before it', async () => {
    await stored(balanced(0, ['01-05', 'a', 100]))
    expect(await stored(balanced(100, ['02-05', 'b', 50]))).toMatchObject({
      gap: 0,
      opening_balance: 100,
      closing_balance: 150,
    })
    expect(await stored(balanced(175, ['03-05', 'c', 5]))).toMatchObject({ gap: 25 })
  })
  test('is refused on an account that is not a bank, and can be removed while no line is matched', async () => {
    expect((await upload(csv(['01-05', 'a', 1]), 1)).status).toBe(422)
    const { id } = await stored(csv(['01-05', 'a', 1]))
    expectOk(await owner.remove(`/bank/statements/${id}`))
    expect(await lines()).toEqual([])
  })
})

describe('an open line', () => {
  test('finds the receipt of its amount, and is matched with it', async () => {
    const payment = await idOf(
      owner.post('/accounting/income-payments', paymentBody(owner, { payment_date: `${year}-01-10`, amount: 400 })),
    )
    await stored(csv(['01-12', 'TRANSFER', 400]))
    const [line] = await lines()
    expect(line.guesses[0]).toMatchObject({
      kind: 'entry',
      reasons: [{ code: 'same_amount' }, { code: 'days_apart', days: 2 }],
    })
    const { entry_id, line_number } = line.guesses[0]
    const matched = await calls.post(`/bank/statements/lines/${line.id}/match`, { lines: [{ entry_id, line_number }] })
    expect(matched).toMatchObject({ state: 'matched', matches: [{ amount: 400 }] })
    // Voiding a record in the books reopens the line at the bank.
    expectOk(await owner.remove(`/accounting/income-payments/${payment}`))
    expect(await lines()).toMatchObject([{ id: line.id, state: 'open' }])
  })
  test('is not matched with lines of another total, nor with a matched line', async () => {
    await idOf(
      owner.post('/accounting/income-payments', paymentBody(owner, { payment_date: `${year}-01-10`, amount: 400 })),
    )
    await stored(csv(['01-10', 'A', 400], ['01-10', 'B', 399]))
    const [same, other] = await lines()
    const { entry_id, line_number } = same.guesses[0]
    const asked = { lines: [{ entry_id, line_number }] }
    expect((await owner.post(`/bank/statements/lines/${other.id}/match`, asked)).headers.refusal).toBe(
      'bank_match_unequal',
    )
    expectOk(await owner.post(`/bank/statements/lines/${same.id}/match`, asked))
    expect((await owner.post(`/bank/statements/lines/${other.id}/match`, asked)).headers.refusal).toBe(
      'bank_line_taken',
    )
    expect((await owner.post(`/bank/statements/lines/${same.id}/match`, asked)).headers.refusal).toBe(
      'bank_line_not_open',
    )
  })
  test('suggests the invoice by amount, number and name, becomes its receipt, and is open again when the receipt is voided', async () => {
    const invoice = await calls.post(
      '/invoices',
      invoiceBody(owner, { invoice_date: `${year}-01-02`, invoice_number: 'A-7731' }),
    )
    await stored(csv(['01-12', 'حوالة عن الفاتورة A-7731', 1150]))
    const [line] = await lines()
    expect(line.guesses[0]).toMatchObject({
      kind: 'document',
      document_id: invoice.id,
      reasons: [{ code: 'open_amount' }, { code: 'number_in_text' }],
    })
    const paid = await calls.post(`/bank/statements/lines/${line.id}/pay`, {
      party_id: owner.ids.customer,
      references: [{ reference_id: invoice.id, amount: 1150 }],
    })
    expect(paid).toMatchObject({ state: 'matched', matches: [{ amount: 1150 }] })
    expect(await calls.get(`/invoices/${invoice.id}`)).toMatchObject({ status: 'paid' })
    expectOk(await owner.post(`/bank/statements/lines/${line.id}/unmatch`))
    expect(await calls.get(`/invoices/${invoice.id}`)).toMatchObject({ status: 'confirmed' })
    expect((await calls.get('/accounting/income-payments')).filter((one: ReplyBody) => !one.is_void)).toEqual([])
  })
  test('becomes an entry by a rule that was previewed', async () => {
    await stored(csv(['01-12', 'رسوم شهرية', -11.5], ['01-13', 'SALARY', -9000]))
    const charges = (await calls.get('/accounting/accounts/list')).find(
      (one: ReplyBody) => one.number.startsWith('5') && one.type === 'sub',
    ).id
    const rule = { name: 'رسوم', words: 'رسوم', direction: 'out', account_id: charges, status: 'active' }
    const preview = await owner.get(`/bank/rules/preview?words=${encodeURIComponent('رسوم')}&direction=out`)
    expect(preview.body).toMatchObject({ data: [{ amount: -11.5 }], meta: { total: 1 } })
    await calls.post('/bank/rules', rule)
    const [fee, salary] = await lines()
    expect(fee.guesses).toMatchObject([{ kind: 'rule', account_id: charges }])
    expect(salary.guesses).toEqual([])
    expect(await calls.post(`/bank/statements/lines/${fee.id}/enter`, { account_id: charges })).toMatchObject({
      state: 'matched',
      matches: [{ amount: -11.5 }],
    })
  })
  test('sees the other side of a transfer', async () => {
    const cash = (await calls.get('/accounting/accounts/list?purpose=cash')).find(
      (one: ReplyBody) => one.id !== account,
    ).id
    await stored(csv(['01-12', 'to cash', -500]))
    await stored(csv(['01-13', 'from bank', 500]), cash)
    const [line] = await lines()
    expect(line.guesses[0]).toMatchObject({ kind: 'transfer', account_id: cash })
  })
  test('is set aside, and restored', async () => {
    await stored(csv(['01-12', 'x', 5]))
    const [line] = await lines()
    expect(await calls.post(`/bank/statements/lines/${line.id}/ignore`, {})).toMatchObject({ state: 'ignored' })
    expect(await calls.post(`/bank/statements/lines/${line.id}/ignore`, {})).toMatchObject({ state: 'open' })
  })
})

test('a statement with all lines matched ends in a balanced reconciliation', async () => {
  const { id } = await stored(balanced(0, ['01-12', 'receipt', 400]))
  const [line] = await lines()
  await calls.post(`/bank/statements/lines/${line.id}/pay`, { party_id: owner.ids.customer })
  const draft = await calls.post(`/bank/statements/${id}/reconcile`, {})
  expect(draft).toMatchObject({ status: 'draft', statement_balance: 400, matched: { count: 1, in: 400 } })
  const { account_id, statement_date, statement_balance } = draft
  expect(
    await calls.post(`/accounting/bank-reconciliations/${draft.id}`, {
      account_id,
      statement_date,
      statement_balance,
      status: 'finished',
    }),
  ).toMatchObject({ status: 'finished' })
})
