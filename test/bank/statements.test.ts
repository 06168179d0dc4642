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
} from '../harness/organization.ts'
import { type BankRow, bankAccountOf, bankLines, bankTable, uploadStatement, year } from './bank-files.ts'

// Lines of the bank find the lines of the books, or become them. The invariants run after the file.

let app: TestApp
let owner: Organization
let calls: ReturnType<typeof callsOf>
let account: number
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  owner = await createOrganization(app)
  calls = callsOf(owner)
  account = await bankAccountOf(owner)
})

const upload = (content: string, of = account) => uploadStatement(owner, of, content)
const balanced = (opening: number, ...rows: BankRow[]) =>
  [
    'Date,Description,Amount,Balance',
    ...rows.map(([day, text, amount], index) => {
      const before = rows.slice(0, index).reduce((sum, row) => sum + row[2], opening)
      return `${year}-${day},${text},${amount},${before + amount}`
    }),
  ].join('\n')
const stored = async (...asked: Parameters<typeof upload>) => expectOk(await upload(...asked)).body.data
const lines = (state = 'open') => bankLines(owner, account, state)

describe('a file of the bank', () => {
  test('counts a line once, in two files of overlapping days, and twice where it is there twice', async () => {
    const first = bankTable(['01-05', 'POS 1', 10], ['01-05', 'POS 1', 10], ['01-06', 'POS 2', 20])
    expect(await stored(first)).toMatchObject({ lines_total: 3, lines_new: 3 })
    const second = bankTable(
      ['01-05', 'POS 1', 10],
      ['01-05', 'POS 1', 10],
      ['01-06', 'POS 2', 20],
      ['01-07', 'POS 3', 30],
    )
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
  test('is refused on an account that is no bank, and removed while nothing of it is matched', async () => {
    expect((await upload(bankTable(['01-05', 'a', 1]), 1)).status).toBe(422)
    const { id } = await stored(bankTable(['01-05', 'a', 1]))
    expectOk(await owner.remove(`/bank/statements/${id}`))
    expect(await lines()).toEqual([])
  })
})

describe('an open line', () => {
  test('finds the receipt of its amount, and is matched with it', async () => {
    const payment = await idOf(
      owner.post('/accounting/income-payments', paymentBody(owner, { payment_date: `${year}-01-10`, amount: 400 })),
    )
    await stored(bankTable(['01-12', 'TRANSFER', 400]))
    const [line] = await lines()
    expect(line.guesses[0]).toMatchObject({
      kind: 'entry',
      reasons: [{ code: 'same_amount' }, { code: 'days_apart', days: 2 }],
    })
    const { entry_id, line_number } = line.guesses[0]
    const matched = await calls.post(`/bank/statements/lines/${line.id}/match`, { lines: [{ entry_id, line_number }] })
    expect(matched).toMatchObject({ state: 'matched', matches: [{ amount: 400 }] })
    // What is taken back in the books is open at the bank again.
    expectOk(await owner.remove(`/accounting/income-payments/${payment}`))
    expect(await lines()).toMatchObject([{ id: line.id, state: 'open' }])
  })
  test('is not matched with lines of another sum, nor with a line that is matched', async () => {
    await idOf(
      owner.post('/accounting/income-payments', paymentBody(owner, { payment_date: `${year}-01-10`, amount: 400 })),
    )
    await stored(bankTable(['01-10', 'A', 400], ['01-10', 'B', 399]))
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
  test('guesses the invoice by amount, number and name, becomes its receipt, and open again when that is taken back', async () => {
    const invoice = await calls.post(
      '/invoices',
      invoiceBody(owner, { invoice_date: `${year}-01-02`, invoice_number: 'A-7731' }),
    )
    await stored(bankTable(['01-12', 'حوالة عن الفاتورة A-7731', 1150]))
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
    await stored(bankTable(['01-12', 'رسوم شهرية', -11.5], ['01-13', 'SALARY', -9000]))
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
    await stored(bankTable(['01-12', 'to cash', -500]))
    await stored(bankTable(['01-13', 'from bank', 500]), cash)
    const [line] = await lines()
    expect(line.guesses[0]).toMatchObject({ kind: 'transfer', account_id: cash })
  })
  test('is several documents at once, with the fee that was taken off on the way', async () => {
    const day = { invoice_date: `${year}-01-02` }
    const made = [
      await calls.post('/invoices', invoiceBody(owner, day)),
      await calls.post('/invoices', invoiceBody(owner, day)),
    ]
    await stored(bankTable(['01-12', 'POS settlement', 2277]))
    const [line] = await lines()
    const { documents } = await calls.get(`/bank/statements/lines/${line.id}/choices`)
    expect(documents.map((one: ReplyBody) => one.id).sort()).toEqual(made.map(({ id }) => id).sort())
    const body = {
      party_id: owner.ids.customer,
      fee: '20',
      fee_tax: '3',
      references: made.map(({ id }) => ({ reference_id: id, amount: 1150 })),
    }
    expect((await owner.post(`/bank/statements/lines/${line.id}/pay`, { ...body, amount: '2290' })).status).toBe(422)
    expect(await calls.post(`/bank/statements/lines/${line.id}/pay`, body)).toMatchObject({
      state: 'matched',
      matches: [{ amount: 2277 }],
    })
    for (const { id } of made) expect(await calls.get(`/invoices/${id}`)).toMatchObject({ status: 'paid' })
  })
  test('is a payment of which a part was withheld', async () => {
    const bill = await calls.post('/bills', {
      bill_number: 'W-1',
      bill_date: `${year}-01-02`,
      due_date: `${year}-01-20`,
      supplier_id: owner.ids.supplier,
      branch_id: owner.ids.branch,
      currency_id: owner.ids.currency,
      tax_id: owner.ids.zeroTax,
      items: [{ product_id: owner.ids.service, quantity: 1, price: 1000, tax_rate: 0 }],
    })
    await stored(bankTable(['01-12', 'royalties', -950]))
    const [line] = await lines()
    const body = { party_id: owner.ids.supplier, amount: '1000', references: [{ reference_id: bill.id, amount: 1000 }] }
    expect(
      (await owner.post(`/bank/statements/lines/${line.id}/pay`, { ...body, withholding_rate: '15' })).status,
    ).toBe(422)
    expect(await calls.post(`/bank/statements/lines/${line.id}/pay`, { ...body, withholding_rate: '5' })).toMatchObject(
      { state: 'matched', matches: [{ amount: -950 }] },
    )
  })
  test('is a payment of which we bear the tax: the bank shows the whole amount', async () => {
    await stored(bankTable(['01-13', 'royalties without tax', -950]))
    const [line] = await lines()
    const pay = (change: object) =>
      owner.post(`/bank/statements/lines/${line.id}/pay`, { party_id: owner.ids.supplier, ...change })
    const nothing = await pay({ withholding_borne: true })
    expect([nothing.headers.refusal, Object.keys(nothing.body.errors)]).toEqual([
      'withholding_nothing_borne',
      ['withholding_borne'],
    ])
    const whole = { withholding_rate: '5', withholding_borne: true }
    expect((await pay({ ...whole, amount: '1000' })).headers.refusal).toBe('bank_match_unequal')
    expect(expectOk(await pay(whole)).body.data).toMatchObject({ state: 'matched', matches: [{ amount: -950 }] })
    const { id } = (await calls.get('/accounting/expense-payments?per_page=100')).find(
      ({ amount }: ReplyBody) => amount === 950,
    )
    expect(await calls.get(`/accounting/expense-payments/${id}`)).toMatchObject({
      amount: 950,
      withheld: 50,
      withholding_borne: true,
    })
  })
  test('is split over several accounts that come to it', async () => {
    const [first, second] = (await calls.get('/accounting/accounts/list')).filter((one: ReplyBody) =>
      /^5202\d\d$/.test(one.number),
    )
    await stored(bankTable(['01-12', 'utilities', -100]))
    const [line] = await lines()
    const rows = (amount: number) => [
      { account_id: first.id, amount: 60 },
      { account_id: second.id, amount },
    ]
    expect((await owner.post(`/bank/statements/lines/${line.id}/enter`, { rows: rows(39) })).headers.refusal).toBe(
      'bank_match_unequal',
    )
    expect((await owner.post(`/bank/statements/lines/${line.id}/enter`, {})).status).toBe(422)
    expect(await calls.post(`/bank/statements/lines/${line.id}/enter`, { rows: rows(40) })).toMatchObject({
      state: 'matched',
    })
  })
  test('is one line of the books together with others, and open with them again', async () => {
    const paid = await calls.post(
      '/accounting/income-payments',
      paymentBody(owner, { amount: 1000, payment_date: `${year}-01-10`, references: [] }),
    )
    await stored(bankTable(['01-12', 'part one', 400], ['01-13', 'part two', 600], ['01-14', 'else', 5]))
    const [one, two, other] = await lines()
    const { entries } = await calls.get(`/bank/statements/lines/${one.id}/choices`)
    const entry = entries.find(({ amount }: ReplyBody) => amount === 1000)
    const picked = [{ entry_id: entry.entry_id, line_number: entry.line_number }]
    const path = '/bank/statements/match-together'
    expect((await owner.post(path, { line_ids: [one.id, other.id], lines: picked })).headers.refusal).toBe(
      'bank_match_unequal',
    )
    await calls.post(path, { line_ids: [two.id, one.id], lines: picked })
    const matched = await lines('matched')
    expect(matched.map(({ id, matches }) => [id, matches.length])).toEqual([
      [one.id, 1],
      [two.id, 1],
    ])
    await calls.post(`/bank/statements/lines/${two.id}/unmatch`, {})
    expect((await lines()).map(({ id }) => id)).toEqual([one.id, two.id, other.id])
    await calls.post(path, { line_ids: [one.id, two.id], lines: picked })
    expectOk(await owner.remove(`/accounting/income-payments/${paid.id}`))
    expect((await lines()).map(({ id }) => id)).toEqual([one.id, two.id, other.id])
  })
  test('that was entered twice against one account proposes a rule, with the open lines it would be about', async () => {
    const charges = (await calls.get('/accounting/accounts/list')).find((one: ReplyBody) => one.number === '520210').id
    await stored(
      bankTable(
        ['01-12', 'SADAD FEES 11', -5],
        ['01-13', 'SADAD FEES 12', -6],
        ['01-14', 'SADAD FEES 13', -7],
        ['01-15', 'RENT', -9],
      ),
    )
    const [first, second] = await lines()
    for (const { id } of [first, second])
      await calls.post(`/bank/statements/lines/${id}/enter`, { account_id: charges })
    expect(await calls.get('/bank/rules/proposals')).toMatchObject([
      { words: 'SADAD FEES', direction: 'out', account_id: charges, times: 2, open: 1 },
    ])
    await calls.post('/bank/rules', {
      name: 'fees',
      words: 'SADAD FEES',
      direction: 'out',
      account_id: charges,
      status: 'active',
    })
    expect(await calls.get('/bank/rules/proposals')).toEqual([])
  })
  test('is put aside, and back', async () => {
    await stored(bankTable(['01-12', 'x', 5]))
    const [line] = await lines()
    expect(await calls.post(`/bank/statements/lines/${line.id}/ignore`, {})).toMatchObject({ state: 'ignored' })
    expect(await calls.post(`/bank/statements/lines/${line.id}/ignore`, {})).toMatchObject({ state: 'open' })
  })
})

test('a statement whose lines are matched ends in a reconciliation that adds up', async () => {
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
