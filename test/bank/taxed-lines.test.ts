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
import { withSuperuser } from '../harness/role.ts'
import { type BankRow, bankAccountOf, bankLines, bankTable, uploadStatement, year } from './bank-files.ts'

// Tax in the lines of a bank, entered or by a rule, and sure guesses that are taken in one call. The invariants run after the file.

let app: TestApp
let owner: Organization
let calls: ReturnType<typeof callsOf>
let bank: number
const accounts: Record<'charges' | 'income' | 'loan', number> = { charges: 0, income: 0, loan: 0 }
const taxes: Record<string, number> = {}
const quarter = `from=${year}-01-01&to=${year}-03-31`

beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  owner = await createOrganization(app)
  calls = callsOf(owner)
  bank = await bankAccountOf(owner)
  const chart = (await calls.get('/accounting/accounts/list')) as ReplyBody[]
  const numbered = (start: string) => chart.find((one) => one.number.startsWith(start) && one.type === 'sub')?.id
  Object.assign(accounts, { charges: numbered('5202'), income: numbered('42') ?? numbered('41'), loan: numbered('22') })
  for (const tax of (await calls.get('/taxes?per_page=100')) as ReplyBody[]) taxes[tax.treatment ?? 'none'] = tax.id
})

const stored = async (...rows: BankRow[]) => expectOk(await uploadStatement(owner, bank, bankTable(...rows))).body.data
const lines = (state = 'open') => bankLines(owner, bank, state)
const boxes = async () => {
  const sheet = (await owner.get(`/reports/vat-return?${quarter}`)).body.data
  return Object.fromEntries(
    (sheet.rows as ReplyBody[]).flatMap(({ key, figures }) =>
      key.startsWith('box:') && figures.vat !== undefined
        ? [[key.slice(4), [figures.box_amount ?? figures.amount, figures.vat]]]
        : [],
    ),
  )
}
const refusalOf = async (id: number, body: object) =>
  (await owner.post(`/bank/statements/lines/${id}/enter`, body)).headers.refusal

describe('a line that contains tax', () => {
  test('is split into its net and the tax of the return, and leaves the return when its match is reversed', async () => {
    await stored(['01-12', 'BANK CHARGES', -57.5])
    const [line] = await lines()
    await calls.post(`/bank/statements/lines/${line.id}/enter`, {
      account_id: accounts.charges,
      tax_id: taxes.standard,
    })
    expect((await boxes())['7']).toEqual([50, 7.5])
    const [matched] = await lines('matched')
    expect(matched.matches).toMatchObject([{ amount: -57.5 }])
    expectOk(await owner.post(`/bank/statements/lines/${line.id}/unmatch`))
    expect((await boxes())['7']).toEqual([0, 0])
  })
  test('gives the tax back where the bank returns a charge', async () => {
    await stored(['01-12', 'BANK CHARGES', -57.5], ['01-14', 'CHARGES REVERSED', 11.5])
    for (const { id } of await lines())
      await calls.post(`/bank/statements/lines/${id}/enter`, { account_id: accounts.charges, tax_id: taxes.standard })
    expect((await boxes())['7']).toEqual([40, 6])
  })
  test('owes and deducts the tax of a service from abroad', async () => {
    await stored(['01-12', 'CLOUD SERVICES LTD', -1000])
    const [line] = await lines()
    await calls.post(`/bank/statements/lines/${line.id}/enter`, {
      account_id: accounts.charges,
      tax_id: taxes.reverse_charge,
    })
    expect((await boxes())['9']).toEqual([1000, 0])
  })
  test('is the tax alone of a fee next to it, which is the base in the return', async () => {
    await stored(['01-12', 'رسوم حوالة', -33.33], ['01-12', 'ضريبة القيمة المضافة على الرسوم', -5])
    const line = (await lines()).find(({ amount }) => amount === -5) as ReplyBody
    expect(line.guesses[0]).toMatchObject({ kind: 'tax', tax_id: taxes.standard, amount: 33.33 })
    const [entry] = [{ account_id: line.guesses[0].account_id, tax_id: taxes.standard, is_tax_only: true }]
    await calls.post(`/bank/statements/lines/${line.id}/enter`, entry)
    expect((await boxes())['7']).toEqual([33.33, 5])
    expectOk(await owner.post(`/bank/statements/lines/${line.id}/unmatch`))
    expect((await boxes())['7']).toEqual([0, 0])
  })
  test('is taken together with the tax next to it by one press of what is sure', async () => {
    const { id } = await stored(
      ['01-12', 'رسوم حوالة', -5],
      ['01-12', 'ضريبة القيمة المضافة على الرسوم', -0.75],
      ['01-13', 'رسوم أخرى', -20],
    )
    const fee = (await lines()).find(({ amount }) => amount === -5) as ReplyBody
    expect(fee.guesses[0]).toMatchObject({ kind: 'charge', tax_id: null, reasons: [{ code: 'charge_with_tax' }] })
    await calls.post(`/bank/statements/${id}/take-sure`, {})
    expect((await lines()).map(({ amount }) => amount)).toEqual([-20])
    expect((await boxes())['7']).toEqual([5, 0.75])
  })
  test('may be the rest of a gross amount, with the fee and its tax against the direction of the line', async () => {
    await stored(['01-12', 'MADA SETTLEMENT', 971.25])
    const [line] = await lines()
    const rows = [
      { account_id: accounts.loan, amount: 1000 },
      { account_id: accounts.charges, amount: -28.75, tax_id: taxes.standard },
    ]
    expect(await refusalOf(line.id, { rows: [rows[0]] })).toBe('bank_match_unequal')
    await calls.post(`/bank/statements/lines/${line.id}/enter`, { rows })
    expect((await boxes())['7']).toEqual([25, 3.75])
    const [entry] = (await calls.get('/accounting/journal-entries')) as ReplyBody[]
    expect((await calls.get(`/accounting/journal-entries/${entry?.id}`)).lines).toMatchObject([
      { account_id: bank, debit: 971.25 },
      { account_id: accounts.loan, credit: 1000 },
      { account_id: accounts.charges, debit: 25 },
      { debit: 3.75 },
    ])
  })
  test('is the tax alone of an amount by its rate where no fee is next to it, and only of a tax with a rate', async () => {
    await stored(['01-12', 'VAT ON CHARGES', -0.75])
    const [line] = await lines()
    const entry = { account_id: accounts.charges, is_tax_only: true }
    expect(await refusalOf(line.id, entry)).toBe('invalid_input')
    expect(await refusalOf(line.id, { ...entry, tax_id: taxes.zero_rated })).toBe('bank_tax_only')
    await calls.post(`/bank/statements/lines/${line.id}/enter`, { ...entry, tax_id: taxes.standard })
    expect((await boxes())['7']).toEqual([5, 0.75])
  })
  test('is refused as income with tax, which needs an invoice, and on an account of liabilities', async () => {
    await stored(['01-12', 'RENT', 115], ['01-13', 'LOAN', -115])
    const [rent, loan] = await lines()
    const tax_id = taxes.standard
    expect(await refusalOf(rent.id, { account_id: accounts.income, tax_id })).toBe('bank_tax_needs_invoice')
    expect(await refusalOf(loan.id, { account_id: accounts.loan, tax_id })).toBe('bank_tax_of_account')
    expect(await refusalOf(loan.id, { account_id: accounts.charges, tax_id: 999_999 })).toBe('invalid_input')
  })
  test('is refused with fields that its rule or its rows would leave unused', async () => {
    await stored(['01-12', 'BANK CHARGES', -57.5])
    const [line] = await lines()
    const rows = [{ account_id: accounts.charges, amount: 57.5 }]
    expect(await refusalOf(line.id, { rows, tax_id: taxes.standard })).toBe('invalid_input')
    const { id: rule_id } = await calls.post('/bank/rules', {
      name: 'fees',
      words: 'CHARGES',
      direction: 'out',
      account_id: accounts.charges,
      status: 'active',
    })
    expect(await refusalOf(line.id, { rule_id, account_id: accounts.income })).toBe('invalid_input')
    expect((await lines()).map(({ id }) => id)).toEqual([line.id])
  })
  test('is refused in a period whose return is filed, and may be entered without its tax', async () => {
    await stored(['01-11', 'BANK CHARGES', -11.5], ['01-12', 'BANK CHARGES', -57.5])
    const [first, line] = await lines()
    const taxed = { account_id: accounts.charges, tax_id: taxes.standard }
    await calls.post(`/bank/statements/lines/${first.id}/enter`, taxed)
    const { periods } = await calls.get('/vat-periods')
    const due = (periods as ReplyBody[]).filter(({ to }) => to <= `${year}-03-31`).sort((a, b) => a.id - b.id)
    for (const { id } of due) expectOk(await owner.post(`/vat-periods/${id}/file`))
    expect(due.length).toBeGreaterThan(0)
    const body = { account_id: accounts.charges }
    expect(await refusalOf(line.id, { ...body, tax_id: taxes.standard })).toBe('vat_filed')
    expectOk(await owner.post(`/bank/statements/lines/${line.id}/enter`, body))
  })
})

describe('a rule with tax', () => {
  const rule = () => ({
    name: 'رسوم',
    words: 'CHARGES',
    direction: 'out',
    status: 'active',
    account_id: accounts.charges,
    tax_id: taxes.standard,
  })
  test('shows the tax of past lines before it is saved, and enters account, party, cost center and tax', async () => {
    await stored(['01-12', 'BANK CHARGES', -57.5])
    const asked = `words=CHARGES&direction=out&tax_id=${taxes.standard}`
    expect((await owner.get(`/bank/rules/preview?${asked}`)).body.data).toMatchObject([{ amount: -57.5, tax: 7.5 }])
    const supplier_id = owner.ids.supplier
    const saved = await calls.post('/bank/rules', { ...rule(), supplier_id })
    expect(saved).toMatchObject({ tax_id: taxes.standard, supplier_id })
    const [line] = await lines()
    const [guess] = line.guesses
    expect(guess).toMatchObject({ kind: 'rule', rule_id: saved.id })
    await calls.post(`/bank/statements/lines/${line.id}/enter`, { rule_id: guess.rule_id })
    expect((await boxes())['7']).toEqual([50, 7.5])
    const [entry] = (await calls.get('/accounting/journal-entries')) as ReplyBody[]
    expect((await calls.get(`/accounting/journal-entries/${entry?.id}`)).lines).toMatchObject([
      { account_id: bank, credit: 57.5 },
      { account_id: accounts.charges, debit: 50, supplier_id },
      { debit: 7.5 },
    ])
  })
  test('may be tax only, and is not saved for an account that only the system posts to', async () => {
    await stored(['01-12', 'VAT ON CHARGES', -0.75])
    const taxOnly = { ...rule(), words: 'VAT', is_tax_only: true }
    expect(await calls.post('/bank/rules', taxOnly)).toMatchObject({ is_tax_only: true })
    const chart = (await calls.get('/accounting/accounts/list')) as ReplyBody[]
    const system = chart.find(({ number }) => number === '110501') as ReplyBody
    const refused = await owner.post('/bank/rules', { ...rule(), tax_id: '', account_id: system.id })
    expect(refused.headers.refusal).toBe('control_account')
    const offered = (await calls.get('/accounting/accounts/list?purpose=entry')) as ReplyBody[]
    expect(offered.map(({ id }) => id)).toContain(accounts.charges)
    expect(offered.map(({ id }) => id)).not.toContain(system.id)
    const [line] = await lines()
    await calls.post(`/bank/statements/lines/${line.id}/enter`, { rule_id: line.guesses[0].rule_id })
    expect((await boxes())['7']).toEqual([5, 0.75])
  })
  test('is not saved for income, and not used when it is inactive', async () => {
    const refused = await owner.post('/bank/rules', { ...rule(), account_id: accounts.income })
    expect(refused.headers.refusal).toBe('bank_tax_needs_invoice')
    const { id } = await calls.post('/bank/rules', { ...rule(), status: 'inactive' })
    await stored(['01-12', 'BANK CHARGES', -57.5])
    const [line] = await lines()
    expect(line.guesses).toEqual([])
    expect((await owner.post(`/bank/statements/lines/${line.id}/enter`, { rule_id: id })).status).toBe(422)
  })
  test('is neither saved nor entered with an inactive tax, and keeps one that it had', async () => {
    const saved = await calls.post('/bank/rules', rule())
    const own = (await calls.get(`/taxes/${taxes.standard}`)) as ReplyBody
    await withSuperuser(app, (client) =>
      client.query(`UPDATE taxes SET status = 'inactive' WHERE organization_id = $1 AND id = $2`, [
        Number(owner.token?.split('.')[0]),
        own.id,
      ]),
    )
    await stored(['01-12', 'BANK CHARGES', -57.5])
    const [line] = await lines()
    expect(await refusalOf(line.id, { rule_id: saved.id })).toBe('invalid_input')
    expect(await refusalOf(line.id, { account_id: accounts.charges, tax_id: taxes.standard })).toBe('invalid_input')
    expect((await owner.post('/bank/rules', { ...rule(), name: 'new' })).headers.refusal).toBe('invalid_input')
    expectOk(await owner.post(`/bank/rules/${saved.id}`, { ...rule(), name: 'renamed' }))
  })
  test('is proposed with its tax from what was entered twice', async () => {
    await stored(['01-12', 'SADAD FEES 1', -11.5], ['01-13', 'SADAD FEES 2', -11.5], ['01-14', 'SADAD FEES 3', -11.5])
    const all = await lines()
    for (const { id } of all.slice(0, 2))
      await calls.post(`/bank/statements/lines/${id}/enter`, { account_id: accounts.charges, tax_id: taxes.standard })
    expect(await calls.get('/bank/rules/proposals')).toMatchObject([
      { words: 'SADAD FEES', account_id: accounts.charges, tax_id: taxes.standard, open: 1 },
    ])
  })
})

describe('the sure guesses of a statement', () => {
  test('are taken in one call: a receipt of the books, an invoice named by amount and number, a single rule', async () => {
    await idOf(
      owner.post('/accounting/income-payments', paymentBody(owner, { payment_date: `${year}-01-10`, amount: 400 })),
    )
    const invoice = await calls.post(
      '/invoices',
      invoiceBody(owner, { invoice_date: `${year}-01-02`, invoice_number: 'A-7731' }),
    )
    await calls.post('/bank/rules', {
      name: 'fees',
      words: 'CHARGES',
      direction: 'out',
      account_id: accounts.charges,
      status: 'active',
      tax_id: taxes.standard,
    })
    const { id } = await stored(
      ['01-10', 'TRANSFER', 400],
      ['01-12', 'INV A-7731', 1150],
      ['01-13', 'CHARGES', -57.5],
      ['01-14', 'UNKNOWN', -9],
    )
    expect(await calls.get(`/bank/statements/${id}/sure`)).toEqual({ open: 4, guessed: 3, sure: 3 })
    expect(await calls.get(`/bank/statements/${id}`)).toMatchObject({ book_balance: 400, open_amount: 1483.5 })
    expect(await calls.post(`/bank/statements/${id}/take-sure`, {})).toEqual({ taken: 3, refused: 0, open: 1 })
    expect(await calls.get(`/invoices/${invoice.id}`)).toMatchObject({ status: 'paid' })
    expect((await lines()).map(({ description }) => description)).toEqual(['UNKNOWN'])
    expect((await boxes())['7']).toEqual([50, 7.5])
  })
  test('are taken once when two users take them at the same moment', async () => {
    await calls.post('/bank/rules', {
      name: 'fees',
      words: 'CHARGES',
      direction: 'out',
      account_id: accounts.charges,
      status: 'active',
      tax_id: taxes.standard,
    })
    const { id } = await stored(['01-12', 'CHARGES 1', -11.5], ['01-13', 'CHARGES 2', -23])
    const both = await Promise.all([1, 2].map(() => owner.post(`/bank/statements/${id}/take-sure`, {})))
    const taken = both.map((reply) => expectOk(reply).body.data.taken as number)
    expect(taken.reduce((sum, one) => sum + one, 0)).toBe(2)
    expect((await boxes())['7']).toEqual([30, 4.5])
  })
  test('that the books refuse leave the count, and their line says why until the rule changes', async () => {
    const rule = { name: 'fees', words: 'CHARGES', direction: 'out', account_id: accounts.charges, status: 'active' }
    const saved = await calls.post('/bank/rules', { ...rule, tax_id: taxes.standard })
    const { id } = await stored(['01-11', 'OTHER', -11.5], ['01-12', 'CHARGES', -57.5])
    const [other] = await lines()
    const taxed = { account_id: accounts.charges, tax_id: taxes.standard }
    await calls.post(`/bank/statements/lines/${other.id}/enter`, taxed)
    const { periods } = await calls.get('/vat-periods')
    for (const period of (periods as ReplyBody[]).filter(({ to }) => to <= `${year}-03-31`).sort((a, b) => a.id - b.id))
      expectOk(await owner.post(`/vat-periods/${period.id}/file`))
    expect(await calls.post(`/bank/statements/${id}/take-sure`, {})).toEqual({ taken: 0, refused: 1, open: 1 })
    expect(await calls.get(`/bank/statements/${id}/sure`)).toMatchObject({ open: 1, sure: 0 })
    expect((await lines())[0].refusal).toMatch(/\S/)
    expectOk(await owner.post(`/bank/rules/${saved.id}`, { ...rule, tax_id: '' }))
    expect((await lines())[0].refusal).toBeNull()
    expect(await calls.post(`/bank/statements/${id}/take-sure`, {})).toMatchObject({ taken: 1 })
  })
  test('propose invoices of one customer that together are a receipt, and a note stays on its line', async () => {
    const name = 'Rimal Contracting'
    const customer_id = await idOf(
      owner.post('/customers', { name, email: 'r@example.sa', type: 'company', status: 'active' }),
    )
    for (const invoice_number of ['S-1', 'S-2', 'S-3'])
      await calls.post('/invoices', invoiceBody(owner, { invoice_date: `${year}-01-02`, invoice_number, customer_id }))
    await stored(['01-12', 'TRANSFER RIMAL CONTRACTING', 3450])
    const [line] = await lines()
    expect(line.guesses[0]).toMatchObject({ kind: 'document', document_id: null, amount: 3450 })
    const references = (line.guesses[0].documents as ReplyBody[]).map(({ document_id, amount }) => ({
      reference_id: document_id,
      amount,
    }))
    expect(references.map(({ amount }) => amount)).toEqual([1150, 1150, 1150])
    expect(await calls.post(`/bank/statements/lines/${line.id}/note`, { note: 'Which order?' })).toMatchObject({
      note: 'Which order?',
    })
    await calls.post(`/bank/statements/lines/${line.id}/pay`, { party_id: customer_id, references })
    expect((await lines('matched'))[0]).toMatchObject({ note: 'Which order?' })
  })
  test('leave open what two documents could be, and guess each document for one line only', async () => {
    const day = { invoice_date: `${year}-01-02` }
    await calls.post('/invoices', invoiceBody(owner, day))
    const { id } = await stored(['01-12', 'TRANSFER ONE', 1150], ['01-13', 'TRANSFER TWO', 1150])
    expect((await lines()).map(({ guesses }) => guesses.length)).toEqual([1, 0])
    expect(await calls.post(`/bank/statements/${id}/take-sure`, {})).toEqual({ taken: 0, refused: 0, open: 2 })
  })
})
