import { beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type ReplyBody, type TestApp } from '../harness/api.ts'
import {
  callsOf,
  createOrganization,
  expectOk,
  invoiceBody,
  type Organization,
  paymentBody,
} from '../harness/organization.ts'
import { withSuperuser } from '../harness/role.ts'
import { type BankRow, bankAccountOf, bankLines, uploadStatement, year } from './bank-files.ts'

// Matching to the end: both sides of a transfer, both reconciliations, and an undo that leaves every figure as it was.

let app: TestApp
let owner: Organization
let calls: ReturnType<typeof callsOf>
let bank: number
let other: number
let organization: number
beforeAll(async () => {
  app = await createTestApp()
  owner = await createOrganization(app)
  calls = callsOf(owner)
  bank = await bankAccountOf(owner)
  const cash = (await calls.get('/accounting/accounts/list?purpose=cash')) as ReplyBody[]
  other = cash.find(({ id }) => id !== bank)?.id
  organization = Number(owner.token?.split('.')[0])
})

const table = (opening: number, ...rows: BankRow[]) =>
  [
    'Date,Description,Amount,Balance',
    ...rows.map(([day, text, amount], index) => {
      const before = rows.slice(0, index).reduce((sum, row) => sum + row[2], opening)
      return `${year}-${day},${text},${amount},${before + amount}`
    }),
  ].join('\n')
const stored = async (account: number, content: string) =>
  expectOk(await uploadStatement(owner, account, content)).body.data as ReplyBody
const lineNamed = async (account: number, text: string) =>
  (await bankLines(owner, account)).find(({ description }) => description === text) as ReplyBody
const act = (line: ReplyBody, action: string, body: object = {}) =>
  owner.post(`/bank/statements/lines/${line.id}/${action}`, body)
const refusalOf = async (reply: ReturnType<typeof act>) => (await reply).headers.refusal
const states = async (...lines: ReplyBody[]) =>
  Promise.all(lines.map(async ({ id }) => (await calls.get(`/bank/statements/lines/${id}`)).state))

/** Every figure that a report reads. */
const figures = () =>
  withSuperuser(app, async (client) => {
    const ask = async (text: string) => (await client.query(text, [organization])).rows
    return {
      accounts: await ask(
        `SELECT account_id, sum(debit - credit)::text AS balance, sum(amount_currency)::text AS own FROM journal_lines WHERE organization_id = $1
         GROUP BY 1 HAVING sum(debit - credit) <> 0 ORDER BY 1`,
      ),
      months: await ask(
        'SELECT account_id, sum(debit - credit)::text AS balance FROM monthly_balances WHERE organization_id = $1 GROUP BY 1 HAVING sum(debit - credit) <> 0 ORDER BY 1',
      ),
      tax: await ask(
        'SELECT box, sum(sign * base)::text AS base, sum(sign * tax)::text AS tax FROM tax_entries WHERE organization_id = $1 GROUP BY 1 HAVING sum(sign * base) <> 0 ORDER BY 1',
      ),
      open: await ask(
        'SELECT id, state, (total - settled)::text AS remaining, open_units::text AS units FROM documents WHERE organization_id = $1 ORDER BY id',
      ),
      matches: await ask('SELECT count(*)::int AS n FROM bank_line_matches WHERE organization_id = $1'),
      lines: await ask(
        'SELECT id, state, made_id, matched_with FROM bank_statement_lines WHERE organization_id = $1 ORDER BY id',
      ),
    }
  })

describe('a transfer between two accounts', () => {
  test('is one entry, found by the other side, and ends in both reconciliations', async () => {
    const from = await stored(bank, table(1000, ['02-03', 'to cash', -500]))
    const to = await stored(other, table(0, ['02-05', 'from bank', 500]))
    const [out, into] = [await lineNamed(bank, 'to cash'), await lineNamed(other, 'from bank')]
    const before = await figures()
    for (const order of ['made first', 'found first']) {
      expect([out, into].map(({ guesses }) => guesses[0]?.kind)).toEqual(['transfer', 'transfer'])
      expectOk(await act(out, 'enter', { account_id: out.guesses[0].account_id }))
      const [guess] = (await calls.get(`/bank/statements/lines/${into.id}`)).guesses
      expect(guess).toMatchObject({ kind: 'entry', amount: 500 })
      expectOk(await act(into, 'match', { lines: [{ entry_id: guess.entry_id, line_number: guess.line_number }] }))
      expect(await states(out, into)).toEqual(['matched', 'matched'])
      // The side that found the entry gives it free; the side that made it reverses it for both.
      if (order === 'found first') {
        expectOk(await act(into, 'unmatch'))
        expect(await states(out, into)).toEqual(['matched', 'open'])
      }
      expectOk(await act(out, 'unmatch'))
      expect(await states(out, into)).toEqual(['open', 'open'])
      expect(await figures()).toEqual(before)
    }
    expectOk(await act(into, 'enter', { account_id: bank }))
    const [guess] = (await calls.get(`/bank/statements/lines/${out.id}`)).guesses
    expectOk(await act(out, 'match', { lines: [{ entry_id: guess.entry_id, line_number: guess.line_number }] }))
    // The bank had 1,000 before that the books do not know: those are entered, so that the balances agree.
    const chart = (await calls.get('/accounting/accounts/list')) as ReplyBody[]
    const capital = chart.find(({ number }) => number === '310101')?.id
    const opening = await stored(bank, table(0, ['02-01', 'capital', 1000]))
    expectOk(await act(await lineNamed(bank, 'capital'), 'enter', { account_id: capital }))
    expect(opening.lines_new).toBe(1)
    // A draft loses the tick of what is opened again.
    const ticked = await calls.post(`/bank/statements/${from.id}/reconcile`, {})
    expect(ticked.matched.count).toBe(2)
    expectOk(await act(out, 'unmatch'))
    expect((await calls.get(`/accounting/bank-reconciliations/${ticked.id}`)).matched.count).toBe(1)
    expectOk(await act(out, 'match', { lines: [{ entry_id: guess.entry_id, line_number: guess.line_number }] }))
    for (const [statement, balance] of [
      [from, 500],
      [to, 500],
    ] as const) {
      const draft = await calls.post(`/bank/statements/${statement.id}/reconcile`, {})
      expect(draft).toMatchObject({ status: 'draft', statement_balance: balance })
      const { account_id, statement_date, statement_balance } = draft
      const finished = { account_id, statement_date, statement_balance, status: 'finished' }
      expect(await calls.post(`/accounting/bank-reconciliations/${draft.id}`, finished)).toMatchObject({
        status: 'finished',
      })
    }
    // What a finished reconciliation has ticked is not undone behind it.
    const done = await figures()
    expect([(await act(out, 'unmatch')).status, (await act(into, 'unmatch')).status]).toEqual([422, 422])
    expect(await figures()).toEqual(done)
  })
})

describe('a line undone', () => {
  test('puts back every figure of several documents with a fee, and of a payment of which tax was withheld', async () => {
    const day = { invoice_date: `${year}-03-01` }
    const made = [
      await calls.post('/invoices', invoiceBody(owner, day)),
      await calls.post('/invoices', invoiceBody(owner, day)),
    ]
    await stored(bank, table(500, ['03-12', 'settlement', 2277], ['03-13', 'royalties', -950]))
    const [into, out] = [await lineNamed(bank, 'settlement'), await lineNamed(bank, 'royalties')]
    const before = await figures()
    const references = made.map(({ id }) => ({ reference_id: id, amount: 1150 }))
    expectOk(await act(into, 'pay', { party_id: owner.ids.customer, fee: '20', fee_tax: '3', references }))
    expectOk(await act(out, 'pay', { party_id: owner.ids.supplier, amount: '1000', withholding_rate: '5' }))
    expectOk(await act(out, 'unmatch'))
    expectOk(await act(into, 'unmatch'))
    expect(await figures()).toEqual(before)
  })
  test('puts back every figure of documents in a foreign currency', async () => {
    const chart = (await calls.get('/accounting/accounts/list?purpose=cash')) as ReplyBody[]
    const dollars = await calls.post('/accounting/accounts', {
      name: 'بنك بالدولار',
      name_en: 'Dollars',
      number: '110199',
      type: 'sub',
      status: 'active',
      parent_id: ((await calls.get(`/accounting/accounts/${chart[0]?.id}`)) as ReplyBody).parent_id,
    })
    expectOk(await owner.post('/currencies/2/rate', { rate: '3.75' }))
    const usd = ((await calls.get('/currencies/list')) as ReplyBody[]).find(({ id }) => id === 2)
    const method = await calls.post('/payment-methods', { name: 'USD', account_id: dollars.id, status: 'active' })
    const foreign = { currency_id: 2, invoice_date: `${year}-03-01` }
    const made = [
      await calls.post('/invoices', invoiceBody(owner, foreign)),
      await calls.post('/invoices', invoiceBody(owner, foreign)),
    ]
    const camt = `<Document><BkToCstmrStmt><Stmt><Ntry><Amt Ccy="${usd.code}">2300.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><BookgDt><Dt>${year}-03-20</Dt></BookgDt><AddtlNtryInf>dollars</AddtlNtryInf></Ntry></Stmt></BkToCstmrStmt></Document>`
    expect(await stored(dollars.id, camt)).toMatchObject({ currency: { code: usd.code } })
    const line = await lineNamed(dollars.id, 'dollars')
    const before = await figures()
    const references = made.map(({ id }) => ({ reference_id: id, amount: 1150 }))
    const { documents } = await calls.get(`/bank/statements/lines/${line.id}/choices`)
    expect(documents.map(({ id }: ReplyBody) => id).sort()).toEqual(made.map(({ id }) => id).sort())
    const body = { party_id: owner.ids.customer, payment_method_id: method.id, references }
    expect(expectOk(await act(line, 'pay', body)).body.data).toMatchObject({ state: 'matched' })
    for (const { id } of made) expect(await calls.get(`/invoices/${id}`)).toMatchObject({ status: 'paid' })
    expectOk(await act(line, 'unmatch'))
    expect(await figures()).toEqual(before)
  })
})

describe('two people at once', () => {
  const receipt = async (amount: number) => {
    const body = paymentBody(owner, { payment_date: `${year}-04-01`, amount, references: [] })
    const { id } = await calls.post('/accounting/income-payments', body)
    return id as number
  }
  test('match a line once, and a line of the books with one line of the bank', async () => {
    await receipt(41)
    await stored(bank, table(1827, ['04-02', 'A', 41], ['04-02', 'B', 41]))
    const [one, two] = [await lineNamed(bank, 'A'), await lineNamed(bank, 'B')]
    const { entries } = await calls.get(`/bank/statements/lines/${one.id}/choices`)
    const { entry_id, line_number } = entries.find(({ amount }: ReplyBody) => amount === 41)
    const lines = [{ entry_id, line_number }]
    const both = await Promise.all([act(one, 'match', { lines }), act(two, 'match', { lines })])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
    expect(both.map(({ headers }) => headers.refusal).filter(Boolean)).toEqual(['bank_line_taken'])
    const left = both[0]?.status === 200 ? two : one
    const twice = { line_ids: [left.id, left.id], lines }
    expect((await owner.post('/bank/statements/match-together', twice)).status).toBe(422)
    const paid = { party_id: owner.ids.customer }
    const again = await Promise.all([act(left, 'pay', paid), act(left, 'pay', paid), act(left, 'ignore')])
    expect(again.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(2)
    expect(again.map(({ status }) => status).every((status) => status === 200 || status === 409)).toBe(true)
  })
  test('take what is sure once', async () => {
    for (const amount of [51, 52, 53]) await receipt(amount)
    const statement = await stored(bank, table(1909, ['04-01', 'C', 51], ['04-01', 'D', 52], ['04-01', 'E', 53]))
    const path = `/bank/statements/${statement.id}/take-sure`
    const taken = await Promise.all([owner.post(path, {}), owner.post(path, {})])
    expect(taken.map(({ status }) => status)).toEqual([200, 200])
    expect(taken.reduce((sum, { body }) => sum + body.data.taken, 0)).toBe(3)
    expect((await bankLines(owner, bank, 'open')).filter(({ statement_id }) => statement_id === statement.id)).toEqual(
      [],
    )
  })
})

test('a line is never matched with what is voided meanwhile', async () => {
  const amounts = [61, 62, 63, 64, 65, 66]
  const made: number[] = []
  for (const amount of amounts) {
    const body = paymentBody(owner, { payment_date: `${year}-04-04`, amount, references: [] })
    made.push((await calls.post('/accounting/income-payments', body)).id)
  }
  const rows = amounts.map((amount): BankRow => ['04-04', `V${amount}`, amount])
  await stored(other, table(500, ...rows))
  const inBank = await stored(bank, table(3000, ...rows))
  expect(inBank.lines_new).toBe(amounts.length)
  const open = (await bankLines(owner, bank, 'open')).filter(({ statement_id }) => statement_id === inBank.id)
  await Promise.all(
    open.flatMap((line, index) => {
      const { entry_id, line_number } = line.guesses.find(({ kind }: ReplyBody) => kind === 'entry')
      return [
        act(line, 'match', { lines: [{ entry_id, line_number }] }),
        owner.remove(`/accounting/income-payments/${made[index]}`),
      ]
    }),
  )
  const wrong = await withSuperuser(app, async (client) =>
    client.query(
      'SELECT 1 FROM bank_line_matches AS matched JOIN journal_entries AS reversal ON reversal.organization_id = matched.organization_id AND reversal.reverses_id = matched.entry_id WHERE matched.organization_id = $1',
      [organization],
    ),
  )
  expect(wrong.rows).toEqual([])
})

test('lines of another organization are not there, nor are lines of its books', async () => {
  const stranger = await createOrganization(app)
  const body = paymentBody(stranger, { payment_date: `${year}-04-01`, amount: 7, references: [] })
  expectOk(await stranger.post('/accounting/income-payments', body))
  const theirs = await bankAccountOf(stranger)
  expectOk(await uploadStatement(stranger, theirs, table(0, ['04-01', 'T', 7])))
  const [line] = (await bankLines(stranger, theirs)) as [ReplyBody]
  const { entry_id, line_number } = line.guesses[0]
  await stored(bank, table(2065, ['04-03', 'U', 7]))
  const own = await lineNamed(bank, 'U')
  expect(own.guesses).toEqual([])
  expect(await refusalOf(act(own, 'match', { lines: [{ entry_id, line_number }] }))).toBe('bank_line_taken')
  const acts: [string, object][] = [
    ['match', { lines: [{ entry_id, line_number }] }],
    ['pay', { party_id: owner.ids.customer }],
    ['enter', { account_id: other }],
    ['unmatch', {}],
    ['ignore', {}],
  ]
  for (const [action, body] of acts) expect([action, (await act(line, action, body)).status]).toEqual([action, 404])
})

test('a period that is closed meanwhile refuses what would be posted in it, and changes nothing', async () => {
  await stored(bank, table(2072, ['05-03', 'V', 60], ['05-04', 'W', -61]))
  const [into, out] = [await lineNamed(bank, 'V'), await lineNamed(bank, 'W')]
  expectOk(await act(into, 'pay', { party_id: owner.ids.customer }))
  const before = await figures()
  expectOk(await owner.post('/accounting/period-locks', { all: `${year}-05-31` }))
  const refused = [
    await act(into, 'unmatch'),
    await act(out, 'enter', { account_id: other }),
    await act(out, 'pay', { party_id: owner.ids.supplier }),
  ]
  expect(refused.map(({ status, headers }) => [status, headers.refusal])).toEqual(Array(3).fill([422, 'period_locked']))
  expect(await figures()).toEqual(before)
})
