import { beforeAll, describe, expect, test } from 'vitest'
import type { Sheet } from '#contract/reports/sheet.ts'
import { addDays } from '#ledger/calendar/calendar.ts'
import { createTestApp, type TestApp } from '../harness/api.ts'
import { bodies } from '../harness/bodies.ts'
import {
  clearOpening,
  createOrganization,
  expectOk,
  invoiceBody,
  type Organization,
  paymentBody,
  today,
} from '../harness/organization.ts'
import { openEveryFigure, showOnce } from '../harness/reports/report-links.ts'
import { withSuperuser } from '../harness/role.ts'

// Opening balances (accounting rules 9, V35, V36, V52): posted against opening equity, payable, correctable until the
// first year closes. The invariants run after the file.

let app: TestApp
let owner: Organization
let accounts: Map<string, number>
const day = `${today().slice(0, 4)}-01-01`
beforeAll(async () => {
  app = await createTestApp()
  owner = await createOrganization(app)
  const list = (await owner.get('/accounting/accounts/list')).body.data as { id: number; number: string }[]
  accounts = new Map(list.map((account) => [account.number, account.id]))
  // The harness opens goods with 1000 pieces of 60: these vectors bring their own.
  expectOk(await owner.post(`/products/${owner.ids.goods}`, { ...(await bodies.products(owner)), quantity: '0' }))
  expectOk(await owner.post('/currencies/3/rate', { rate: '4.10' }))
})
const account = (number: string) => accounts.get(number) as number
const save = (change: object) =>
  owner.post('/accounting/opening', { opening_date: day, branch_id: owner.ids.branch, ...change })
const nets = () =>
  withSuperuser(app, async (client) => {
    const { rows } = await client.query(
      `SELECT account.role, sum(line.debit - line.credit) AS net FROM journal_lines AS line
       JOIN accounts AS account ON account.organization_id = line.organization_id AND account.id = line.account_id
       WHERE line.organization_id = $1 GROUP BY 1`,
      [owner.token?.split('.')[0]],
    )
    return Object.fromEntries(rows.map((row) => [row.role, Number(row.net)]))
  })
const lines = () => [
  { account_id: account('110101'), debit: 20000 },
  { account_id: account('120101'), debit: 50000 },
  { account_id: account('120203'), credit: 10000 },
  { account_id: account('220101'), credit: 15000 },
]
const receivable = (change: object = {}) => ({
  customer_id: owner.ids.customer,
  number: 'OLD-1',
  due_date: `${Number(day.slice(0, 4)) - 1}-11-30`,
  currency_id: 1,
  amount: 4600,
  ...change,
})
const payable = () => ({ supplier_id: owner.ids.supplier, due_date: day, currency_id: 1, amount: 6900 })

describe('opening', () => {
  let product: number
  test('V35 and V36: balances, open items and stock against opening equity', async () => {
    product = expectOk(await owner.post('/products', await bodies.products(owner))).body.data.id
    const before = (await nets()).OPEN_EQ as number
    const stock = [{ product_id: product, quantity: '20', unit_cost: '12.345' }]
    const { data } = expectOk(
      await save({ lines: lines(), receivables: [receivable()], payables: [payable()], stock, version: 0 }),
    ).body
    expect(data.stock).toMatchObject([{ quantity: 20, value: 246.9 }])
    const after = await nets()
    expect(after.OPEN_EQ - before).toBeCloseTo(-42946.9, 4)
    expect(after).toMatchObject({ CASH: 20000, AR: 4600, AP: -6900, INV: 246.9 })
    expect(data.equity).toBeCloseTo(60000 + 42946.9, 4)
  })
  test('opening items are offered in payment forms and paid like invoices and bills', async () => {
    const [open] = (await owner.get(`/invoices/list?customer_id=${owner.ids.customer}`)).body.data
    expect(open).toMatchObject({ invoice_number: 'OLD-1', remaining_amount: 4600 })
    expectOk(
      await owner.post(
        '/accounting/income-payments',
        paymentBody(owner, { amount: 600, references: [{ reference_id: open.id, amount: 600 }] }),
      ),
    )
    const bill = (await owner.get(`/bills/list?supplier_id=${owner.ids.supplier}`)).body.data[0]
    const { customer_id: _, ...body } = paymentBody(owner, {
      amount: 6900,
      references: [{ reference_id: bill.id, amount: 6900 }],
    })
    expectOk(await owner.post('/accounting/expense-payments', { ...body, supplier_id: owner.ids.supplier }))
    expect(await nets()).toMatchObject({ AR: 4000, AP: 0 })
  })
  test('saved again, unchanged parts keep their entries and changed parts are reposted', async () => {
    const shown = (await owner.get('/accounting/opening')).body.data
    const posted = async () => expectOk(await owner.get('/reports/journal?from=2020-01-01')).body.data.rows.length
    const before = await posted()
    const { stock: _, ...whole } = shown
    const kept = [{ product_id: product, quantity: '20', unit_cost: '12.345' }]
    shown.version = expectOk(await save({ ...whole, stock: kept })).body.data.version
    expect(await posted()).toBe(before)
    const [paid] = shown.receivables
    expect([paid, shown.payables[0]]).toMatchObject([
      { settled: 600, settled_by: [{ kind: 'income_payment', amount: 600, number: expect.any(String) }] },
      { settled: 6900, settled_by: [{ kind: 'expense_payment', amount: 6900 }] },
    ])
    const stock = [{ product_id: product, quantity: '25', unit_cost: '12' }]
    const body = {
      lines: lines().slice(0, 3),
      receivables: [paid],
      payables: shown.payables,
      stock,
      version: shown.version,
    }
    const again = expectOk(await save(body)).body.data
    expect(again.receivables).toEqual(shown.receivables)
    expect(await nets()).toMatchObject({ AR: 4000, INV: 300, LOAN: 0 })
    expect((await save({ ...body, version: shown.version })).status).toBe(409)
    const sold = { product_id: product, quantity: 20, price: 20, tax_rate: 15 }
    const { id: sale } = expectOk(await owner.post('/invoices', invoiceBody(owner, { items: [sold] }))).body.data
    const fewer = [{ product_id: product, quantity: '19', unit_cost: '12' }]
    const lowered = await save({ ...body, stock: fewer, version: again.version })
    expect(lowered.body.errors['stock.0.quantity']).toMatch(/issued since/)
    expectOk(await owner.remove(`/invoices/${sale}`))
    const gone = await save({ ...body, receivables: [], version: again.version })
    expect(gone.body.errors).toHaveProperty('receivables')
    const changed = await save({ ...body, receivables: [{ ...paid, amount: 1 }], version: again.version })
    expect(changed.body.errors).toHaveProperty(['receivables.0.amount'])
  })
  test('on its fields: control accounts, two sides, unknown rows, foreign amounts', async () => {
    const shown = (await owner.get('/accounting/opening')).body.data
    const rest = { receivables: shown.receivables, payables: shown.payables }
    const refused = async (change: object) => (await save({ ...rest, ...change })).body.errors
    const ofLine = async (number: string) =>
      (await refused({ lines: [{ account_id: account(number), debit: 1 }] }))['lines.0.account_id']
    // Receivables, payables, stock and both advances open item by item.
    for (const number of ['110201', '210101', '110301', '210201', '110401'])
      expect(await ofLine(number), number).toContain('open this account: enter them in their steps')
    // Accounts of revaluation, of the opening itself and between branches cannot be opened, on either side.
    for (const number of ['110202', '210102', '310203', '110601'])
      expect(await ofLine(number), number).toContain('posted by the system only')
    expect(await ofLine('1102')).toBe('Choose a sub account')
    expect(await refused({ lines: [{ account_id: account('110101'), debit: 1, credit: 1 }] })).toHaveProperty([
      'lines.0.credit',
    ])
    expect(await refused({ lines: [{ account_id: account('110101'), debit: 1, currency_id: 3 }] })).toHaveProperty([
      'lines.0.amount_currency',
    ])
    expect(await refused({ receivables: [receivable({ customer_id: 999999 })] })).toHaveProperty([
      'receivables.0.customer_id',
    ])
    // An item sent twice would be stored once without notice.
    expect(await refused({ receivables: [...shown.receivables, ...shown.receivables] })).toHaveProperty([
      'receivables.1.customer_id',
    ])
    expect(await refused({ stock: [{ product_id: owner.ids.service, quantity: 1, unit_cost: 1 }] })).toHaveProperty([
      'stock.0.product_id',
    ])
    expect(await refused({ opening_date: '1999-01-01' })).toHaveProperty('opening_date')
  })
  test('opening VAT is on the settlement account: a liability is paid, a credit reaches box 15', async () => {
    const later = await createTestApp({ now: () => new Date('2028-06-15T09:00:00Z') })
    const other = await createOrganization(later)
    const first = '2028-01-01'
    const list = (await other.get('/accounting/accounts/list')).body.data as { id: number; number: string }[]
    const idOf = (number: string) => list.find((one) => one.number === number)?.id
    const opening = async (lines: object[], version = 0) =>
      other.post('/accounting/opening', { opening_date: first, branch_id: other.ids.branch, lines, version })
    // Returns fill these, and advance invoices theirs: an opening there would stand in no return.
    for (const [number, way] of [
      ['110501', /VAT settlement/],
      ['110502', /VAT settlement/],
      ['210301', /VAT settlement/],
      ['210302', /VAT settlement/],
      ['210202', /customers/],
    ] as const)
      expect((await opening([{ account_id: idOf(number), debit: 5 }])).body.errors['lines.0.account_id']).toMatch(way)
    expectOk(await opening([{ account_id: idOf('210303'), debit: 100 }]))
    expectOk(await other.post('/invoices', invoiceBody(other, { invoice_date: first, due_date: first })))
    const months = `from=${first}&to=2028-03-31`
    const shown = async () => {
      const { rows, difference } = expectOk(await other.get(`/reports/vat-return?${months}`)).body.data as Sheet
      const vat = (key: string) => rows.find((row) => row.key === key)?.figures.vat
      return [difference, vat('box:13'), vat('box:15'), vat('box:16'), vat('vat_in_books')]
    }
    const figures = [0, 150, 100, 50, 150]
    expect(await shown()).toEqual(figures)
    await openEveryFigure(showOnce(other), `vat-return?${months}`)
    expect(expectOk(await other.get('/vat-periods')).body.data.periods.at(-1)).toMatchObject({ net: 50 })
    const filed = expectOk(await other.post('/vat-periods/20280331/file')).body.data.periods.at(-1)
    expect(filed).toMatchObject({ net: 50, is_owed: true })
    expect(await shown()).toEqual(figures)
    const { rows } = expectOk(await other.get('/reports/trial-balance')).body.data as Sheet
    const closing = (number: string) => rows.find(({ texts }) => texts.number === number)?.figures.closing_credit
    expect(['210303', '210301'].map((number) => closing(number) ?? 0)).toEqual([50, 0])
    // The return has taken it: from now on it stays.
    const changed = await opening([{ account_id: idOf('210303'), debit: 120 }], 1)
    expect(changed.body.errors).toHaveProperty(['lines.0.account_id'])
    expectOk(await opening([{ account_id: idOf('210303'), debit: 100 }], 1))
  })
  test('older opening balances on the VAT accounts are settled with the first return, without changing its figures', async () => {
    const later = await createTestApp({ now: () => new Date('2028-06-15T09:00:00Z') })
    const other = await createOrganization(later)
    const first = '2028-01-01'
    const list = (await other.get('/accounting/accounts/list')).body.data as { id: number; number: string }[]
    const idOf = (number: string) => list.find((one) => one.number === number)?.id
    const lines = [{ account_id: idOf('210301'), credit: 90 }]
    // As it was before such a line was refused: the role moved on to the account after the opening.
    const role = (name: string | null) =>
      withSuperuser(later, (client) =>
        client.query('UPDATE accounts SET role = $1 WHERE id = $2', [name, idOf('210301')]).then(() => {}),
      )
    await role(null)
    expectOk(
      await other.post('/accounting/opening', { opening_date: first, branch_id: other.ids.branch, lines, version: 0 }),
    )
    await role('VAT_OUT')
    expectOk(await other.post('/invoices', invoiceBody(other, { invoice_date: first, due_date: first })))
    const filed = expectOk(await other.post('/vat-periods/20280331/file')).body.data.periods.at(-1)
    expect(filed).toMatchObject({ net: 150 })
    const settled = expectOk(await other.get('/reports/journal?from=2028-03-31&to=2028-03-31&kind=vat_settlement')).body
      .data
    expect(settled.rows.at(-1).figures.debit).toBe(150)
    const { rows } = expectOk(await other.get('/reports/trial-balance')).body.data as Sheet
    expect(rows.find(({ texts }) => texts.number === '210303')?.figures.closing_credit).toBe(240)
  })
  test('returns without a tax row are offered from the first day of business, and are not required', async () => {
    const later = await createTestApp({ now: () => new Date('2028-09-15T09:00:00Z') })
    const other = await createOrganization(later)
    const opening = { branch_id: other.ids.branch, lines: [], version: 0 }
    expectOk(await other.post('/accounting/opening', { ...opening, opening_date: '2028-01-01' }))
    const periods = async () =>
      expectOk(await other.get('/vat-periods')).body.data.periods.map(({ id, net }: { id: number; net: number }) => [
        id,
        net,
      ])
    expect(await periods()).toEqual([
      [20280930, 0],
      [20280630, 0],
      [20280331, 0],
    ])
    expectOk(await other.post('/vat-periods/20280331/file'))
    const day = '2028-07-01'
    expectOk(await other.post('/invoices', invoiceBody(other, { invoice_date: day, due_date: day })))
    expect((await periods())[0]).toEqual([20280930, 150])
  })
  test('a foreign open item keeps its rate', async () => {
    const { receivables, payables, version } = (await owner.get('/accounting/opening')).body.data
    const foreign = receivable({ number: 'OLD-EUR', currency_id: 3, exchange_rate: '4', amount: 750 })
    const { data } = expectOk(await save({ receivables: [...receivables, foreign], payables, version })).body
    expect(data.receivables[1]).toMatchObject({ amount: 750, exchange_rate: 4 })
    expect(await nets()).toMatchObject({ AR: 7000 })
    // Each opening item has its original amount, in its currency and in base currency.
    const { id } = data.receivables[1]
    const shown = async (currency: string) => {
      const { rows } = expectOk(await owner.get(`/reports/open-receivables?${currency}`)).body.data
      return rows.find((row: { key: string }) => row.key === `document:${id}`)?.figures
    }
    expect(await shown('currency_id=3')).toMatchObject({ original: 750, remaining: 750 })
    expect(await shown('')).toMatchObject({ original: 3000, remaining: 3000 })
  })
  test('the opening stock of a product added today cannot be cleared on an earlier day', async () => {
    const standing = async (date: string) =>
      expectOk(await owner.get(`/accounting/opening/equity?date=${date}`)).body.data.equity
    const yesterday = addDays(today(), -1)
    const [then, now] = [await standing(yesterday), await standing(today())]
    const { data } = expectOk(await owner.post('/products', { ...(await bodies.products(owner)), quantity: '10' })).body
    expect(await standing(yesterday)).toBe(then)
    expect(await standing(today())).toBeCloseTo(now + 10 * data.purchase_price, 4)
    expect((await owner.get('/accounting/opening/equity')).body.errors.date).toBeDefined()
  })
  test('V52: opening equity is cleared to capital and reversed; a closed year makes it final', async () => {
    const { equity } = (await owner.get('/accounting/opening')).body.data
    expect(expectOk(await clearOpening(owner, '40000')).body.data.retained).toBeCloseTo(equity - 40000, 4)
    const { clearings } = (await owner.get('/accounting/opening')).body.data
    expectOk(await owner.post(`/accounting/opening/clearings/${clearings[0].id}/reverse`))
    expect((await owner.post(`/accounting/opening/clearings/${clearings[0].id}/reverse`)).status).toBe(422)
    expect((await owner.get('/accounting/opening')).body.data.equity).toBeCloseTo(equity, 4)
  })
})

describe('what was paid ahead', () => {
  let id: number
  const credits = () => ({ customer_id: owner.ids.customer, number: 'ADV-OLD', currency_id: 1, amount: 500 })
  const shown = async () => {
    const { receivables, payables, customer_credits, supplier_credits, version } = (
      await owner.get('/accounting/opening')
    ).body.data
    return { receivables, payables, customer_credits, supplier_credits, version }
  }
  test('opens the advance accounts against opening equity, and is in ageing and statement', async () => {
    const before = await nets()
    const supplier_credits = [{ supplier_id: owner.ids.supplier, currency_id: 1, amount: 300 }]
    const { data } = expectOk(await save({ ...(await shown()), customer_credits: [credits()], supplier_credits })).body
    const after = await nets()
    expect([after.CUST_ADV - (before.CUST_ADV ?? 0), after.SUPP_ADV - (before.SUPP_ADV ?? 0)]).toEqual([-500, 300])
    expect(after.OPEN_EQ - before.OPEN_EQ).toBeCloseTo(200, 4)
    id = data.customer_credits[0].id
    const { rows } = (await owner.get('/reports/aged-receivables')).body.data
    const aged = rows.find((row: { key: string }) => row.key === `party:${owner.ids.customer}`)
    expect(aged.figures.advances).toBe(-500)
    const statement = (await owner.get(`/reports/customer-statement?customer_id=${owner.ids.customer}`)).body.data
    const link = { to: 'opening_customer_credit', query: { id } }
    expect(statement.rows).toContainEqual(expect.objectContaining({ link }))
  })
  test('an opening credit is allocated and refunded like the rest of a payment; the used part stays', async () => {
    const path = `/accounting/opening/customer-credits/${id}`
    const open = (await owner.get(`/invoices/list?customer_id=${owner.ids.customer}`)).body.data[0]
    const references = [{ reference_id: open.id, amount: 200 }]
    expect(expectOk(await owner.post(`${path}/allocate`, { references })).body.data).toMatchObject({
      remaining_amount: 300,
      applied: [{ id: open.id, amount: 200 }],
    })
    const refund = { refund_date: today(), amount: 100, payment_method_id: owner.ids.method }
    const { data } = expectOk(await owner.post(`${path}/refund`, refund)).body
    expect(data).toMatchObject({ remaining_amount: 200, refunds: [{ amount: 100 }] })
    expect((await owner.post(`${path}/refund`, { ...refund, amount: 200.01 })).body.errors).toHaveProperty('amount')
    const now = await shown()
    const changed = { ...now, customer_credits: [{ ...now.customer_credits[0], amount: 1 }] }
    expect((await save(changed)).body.errors).toHaveProperty(['customer_credits.0.amount'])
    expectOk(await save(now))
    expectOk(await owner.post(`${path}/unallocate`, { reference_id: open.id }))
    expectOk(await owner.remove(`${path}/refunds/${data.refunds[0].id}`))
    const entries = expectOk(await owner.get(`${path}/entries`)).body.data as { called: string }[]
    expect([...new Set(entries.map(({ called }) => called))].sort()).toEqual(['allocation', 'opening', 'refund'])
    expectOk(await save({ ...(await shown()), customer_credits: [] }))
    expect(expectOk(await owner.get(path)).body.data).toMatchObject({ is_void: true })
    expect((await owner.get('/accounting/opening/supplier-credits/999999')).status).toBe(404)
  })
})
