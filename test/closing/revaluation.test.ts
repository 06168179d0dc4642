import { beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../harness/api.ts'
import { billBody, bodies } from '../harness/bodies.ts'
import {
  clearOpening,
  createOrganization,
  expectOk,
  invoiceBody,
  type Organization,
  paymentBody,
  today,
} from '../harness/organization.ts'
import { withSuperuser } from '../harness/role.ts'

// Foreign money at the closing rate (accounting rules 2.1-10, V21 to V23). The invariants run after the file.

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
const year = today().slice(0, 4)
const eur = 3

/** The balances of every role and the euro bank on a day, `AR_FXADJ D37.5`. */
const standing = (owner: Organization, day: string) =>
  withSuperuser(app, async (client) => {
    const { rows } = await client.query(
      `SELECT coalesce(account.role, account.name) AS name, sum(line.debit - line.credit) AS net FROM journal_lines AS line
       JOIN accounts AS account ON account.organization_id = line.organization_id AND account.id = line.account_id
       WHERE line.organization_id = $1 AND line.entry_date <= $2::date GROUP BY 1`,
      [owner.token?.split('.')[0], day],
    )
    return Object.fromEntries(rows.map((row) => [row.name, Number(row.net)]))
  })
const rate = (owner: Organization, value: string) => owner.post(`/currencies/${eur}/rate`, { rate: value })

async function traded() {
  const owner = await createOrganization(app)
  expectOk(await rate(owner, '4.10'))
  const service = (price: number) => [{ product_id: owner.ids.service, quantity: 1, price, tax_rate: 0 }]
  const head = { currency_id: eur, tax_id: owner.ids.zeroTax }
  const invoice = { ...head, invoice_date: `${year}-01-05`, due_date: today(), items: service(750) }
  const bill = { ...head, bill_date: `${year}-01-06`, due_date: today(), items: service(500) }
  const { id } = expectOk(await owner.post('/invoices', invoiceBody(owner, invoice))).body.data
  expectOk(await owner.post('/bills', billBody(owner, bill)))
  return { owner, invoice: id as number }
}
const revalue = (owner: Organization, date: string, change: object = {}) =>
  owner.post('/accounting/fx-revaluations', { date, rates: [{ currency_id: eur, rate: '4.15' }], ...change })

describe('open items', () => {
  test('V21 and V22: at the closing rate on the day, at their own on the next', async () => {
    const { owner, invoice } = await traded()
    const day = `${year}-01-20`
    const preview = expectOk(await owner.get(`/accounting/fx-revaluations/preview?date=${day}`)).body.data
    expect(preview).toMatchObject([
      { what: 'receivable', amount: 750, carried_base: 3075, difference: 0 },
      { what: 'payable', amount: 500, carried_base: 2050, difference: 0 },
    ])
    const { data } = expectOk(await revalue(owner, day)).body
    expect(data).toMatchObject({ gain: 37.5, loss: 25, is_returned: true, status: 'posted' })
    expect(await standing(owner, day)).toMatchObject({
      AR: 3075,
      AR_FXADJ: 37.5,
      AP_FXADJ: -25,
      FX_GAIN_U: -37.5,
      FX_LOSS_U: 25,
    })
    expect(await standing(owner, `${year}-01-21`)).toMatchObject({
      AR_FXADJ: 0,
      AP_FXADJ: 0,
      FX_GAIN_U: 0,
      FX_LOSS_U: 0,
    })
    expect((await revalue(owner, day)).body.errors).toHaveProperty('date')
    // Paid at 4.20, all of the gain is realised against the document's own rate.
    expectOk(await rate(owner, '4.20'))
    const payment = { currency_id: eur, amount: 750, references: [{ reference_id: invoice, amount: 750 }] }
    expectOk(await owner.post('/accounting/income-payments', paymentBody(owner, payment)))
    expect(await standing(owner, today())).toMatchObject({ AR: 0, FX_GAIN_R: -75 })
  })
  test('a reversed revaluation leaves no amount on any day', async () => {
    const { owner } = await traded()
    const { id } = expectOk(await revalue(owner, `${year}-01-20`)).body.data
    expectOk(await owner.post(`/accounting/fx-revaluations/${id}/reverse`))
    expect(await standing(owner, `${year}-01-20`)).toMatchObject({ AR_FXADJ: 0, FX_GAIN_U: 0 })
    expect(await standing(owner, today())).toMatchObject({ AR_FXADJ: 0, FX_GAIN_U: 0 })
    expect((await owner.post(`/accounting/fx-revaluations/${id}/reverse`)).status).toBe(422)
    expectOk(await revalue(owner, `${year}-01-20`))
    expect(
      (await owner.get('/accounting/fx-revaluations')).body.data.map((row: { status: string }) => row.status),
    ).toEqual(['posted', 'reversed'])
  })
})

test('open items are revalued in the branches of their lines, even if the document moved to another branch', async () => {
  const { owner } = await traded()
  const date = (text: string) => `${year}-${text}`
  const { id, invoice_number } = (await owner.get('/invoices?per_page=10')).body.data[0]
  const references = [{ reference_id: id, amount: 750 }]
  const receipt = paymentBody(owner, { currency_id: eur, amount: 750, payment_date: date('01-10'), references })
  const paid = expectOk(await owner.post('/accounting/income-payments', receipt)).body.data.id
  const back = { reference_id: id, date: date('02-10') }
  expectOk(await owner.post(`/accounting/income-payments/${paid}/unallocate`, back))
  const other = expectOk(await owner.post('/branches', await bodies.branches(owner))).body.data.id
  const stored = expectOk(await owner.get(`/invoices/${id}`)).body.data
  const items = [{ product_id: owner.ids.service, quantity: 1, price: 750, tax_rate: 0 }]
  const head = { invoice_number, invoice_date: date('01-05'), due_date: stored.due_date, branch_id: other }
  const moved = invoiceBody(owner, { ...head, currency_id: eur, tax_id: owner.ids.zeroTax, items })
  expectOk(await owner.post(`/invoices/${id}`, moved))
  const preview = async (day: string) =>
    (await owner.get(`/accounting/fx-revaluations/preview?date=${date(day)}`)).body.data
      .filter((line: { what: string }) => line.what === 'receivable')
      .map((line: Record<string, unknown>) => [line.branch, line.amount, line.carried_base])
  const at = (branch_id: number) => expect.objectContaining({ id: branch_id })
  // Until the receipt was deallocated, its carrying amount was in the invoice's branch of that time.
  expect(await preview('01-07')).toEqual([[at(other), 750, 3075]])
  expect(await preview('01-20')).toEqual([
    [at(owner.ids.branch), -750, -3075],
    [at(other), 750, 3075],
  ])
  expect(await preview('02-20')).toEqual([[at(other), 750, 3075]])
  expectOk(await revalue(owner, date('01-20')))
  expect(await standing(owner, date('01-20'))).toMatchObject({ AR: 0, AR_FXADJ: 0 })
})

describe('the year end', () => {
  test('a year closes only revalued; the way back waits for the next year to open', async () => {
    const { owner } = await traded()
    expectOk(await clearOpening(owner))
    const [current] = (await owner.get('/accounting/financial-years')).body.data
    const status = (id: number, to: string) =>
      owner.post(`/accounting/financial-years/${id}/change-status`, { status: to, reason: 'x' })
    expect((await status(current.id, 'closed')).body.errors.status).toMatch(/revaluation/)
    const next = Number(year) + 1
    const body = { name: 'next', type: 'yearly', started_at: `${next}-01-01`, ended_at: `${next}-12-31` }
    const opened = expectOk(await owner.post('/accounting/financial-years', body)).body.data
    // That it is there already, as a draft, does not help.
    const { data } = expectOk(await revalue(owner, `${year}-12-31`)).body
    expect(data.is_returned).toBe(false)
    expectOk(await status(current.id, 'closed'))
    expectOk(await status(opened.id, 'open'))
    expect((await owner.get(`/accounting/fx-revaluations/${data.id}`)).body.data.is_returned).toBe(true)
    expect(await standing(owner, `${next}-01-01`)).toMatchObject({ AR_FXADJ: 0, AP_FXADJ: 0 })
    expect((await owner.post(`/accounting/fx-revaluations/${data.id}/reverse`)).body.errors).toHaveProperty('date')
  })
  test('the reversal waits for an open year that contains its day', async () => {
    const { owner } = await traded()
    expectOk(await revalue(owner, `${year}-12-31`))
    const [next, last] = [Number(year) + 1, Number(year) - 1]
    // An earlier year that opens does not hold it.
    const earlier = { name: 'last', type: 'yearly', started_at: `${last}-01-01`, ended_at: `${last}-12-31` }
    const before = expectOk(await owner.post('/accounting/financial-years', earlier)).body.data
    expectOk(await owner.post(`/accounting/financial-years/${before.id}/change-status`, { status: 'open' }))
    const body = { name: 'next', type: 'custom', started_at: `${next}-02-01`, ended_at: `${next}-12-31` }
    const { id } = expectOk(await owner.post('/accounting/financial-years', body)).body.data
    expectOk(await owner.post(`/accounting/financial-years/${id}/change-status`, { status: 'open' }))
    expect(await standing(owner, `${next}-02-01`)).toMatchObject({ AR_FXADJ: 37.5, AP_FXADJ: -25 })
    expectOk(await owner.post(`/accounting/financial-years/${id}`, { ...body, started_at: `${next}-01-01` }))
    expect(await standing(owner, `${next}-01-01`)).toMatchObject({ AR_FXADJ: 0, AP_FXADJ: 0 })
  })
})

describe('cash', () => {
  test('V23: a euro bank stays at the closing rate; a riyal bank that received euros is not revalued', async () => {
    const owner = await createOrganization(app)
    expectOk(await rate(owner, '4.18'))
    const parent = (await owner.get('/accounting/chart-of-accounts')).body.data
    const main = find(parent, '1101')
    const euroBank = expectOk(
      await owner.post('/accounting/accounts', {
        number: '110109',
        name: 'بنك اليورو',
        name_en: 'Euro bank',
        type: 'sub',
        status: 'active',
        parent_id: main,
      }),
    ).body.data.id
    const list = (await owner.get('/accounting/accounts/list')).body.data as { id: number; number: string }[]
    const idOf = (number: string) => list.find((account) => account.number === number)?.id
    const entry = (debit: number | undefined, change: object = {}) =>
      owner.post('/accounting/journal-entries', {
        journal_number: `J-${crypto.randomUUID().slice(0, 8)}`,
        journal_date: `${year}-01-10`,
        currency_id: eur,
        branch_id: owner.ids.branch,
        lines: [
          { account_id: debit, debit: 1000 },
          { account_id: idOf('310101'), credit: 1000 },
        ],
        ...change,
      })
    expectOk(await entry(euroBank))
    expectOk(await entry(idOf('110103')))
    // Riyals of another branch: the account is still not a euro account.
    const other = expectOk(await owner.post('/branches', { ...(await bodies.branches(owner)) })).body.data.id
    expectOk(await entry(idOf('110103'), { currency_id: 1, branch_id: other }))
    const { data } = expectOk(await revalue(owner, `${year}-01-20`)).body
    expect(data).toMatchObject({ gain: 0, loss: 30 })
    const after = await standing(owner, today())
    expect(after['بنك اليورو']).toBe(4150)
    expect(after).toMatchObject({ FX_LOSS_U: 30, BANK: 5180 })
    expect((await revalue(owner, `${year}-01-02`)).body.errors).toHaveProperty('date')
    // Cash carries its difference from then on: the year closes over it.
    expectOk(await clearOpening(owner))
    const rates = [{ currency_id: eur, rate: '4.25' }]
    expect(expectOk(await revalue(owner, `${year}-12-31`, { rates })).body.data).toMatchObject({ gain: 100, loss: 0 })
    const [current] = (await owner.get('/accounting/financial-years')).body.data
    expectOk(await owner.post(`/accounting/financial-years/${current.id}/change-status`, { status: 'closed' }))
  })
})

type Node = { id: number; number: string; children: Node[] }
function find(nodes: readonly Node[], number: string): number | undefined {
  for (const node of nodes) {
    const found = node.number === number ? node.id : find(node.children, number)
    if (found) return found
  }
  return undefined
}
