import { beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from './harness/api.ts'
import {
  createOrganization,
  expectOk,
  invoiceBody,
  type Organization,
  paymentBody,
  today,
} from './harness/organization.ts'
import { withSuperuser } from './harness/role.ts'

let app: TestApp
let owner: Organization
const year = today().slice(0, 4)
beforeAll(async () => {
  app = await createTestApp()
  owner = await createOrganization(app)
  for (const [index, day] of ['01-01', '01-31', '02-14', '03-01', '03-15', '05-31', '06-30'].entries()) {
    const date = `${year}-${day}`
    const items = [{ product_id: owner.ids.service, quantity: 1, price: 100 + index, tax_rate: 15 }]
    const { id, total } = expectOk(await owner.post('/invoices', invoiceBody(owner, { invoice_date: date, items })))
      .body.data
    if (index % 2)
      expectOk(
        await owner.post(
          '/accounting/income-payments',
          paymentBody(owner, { payment_date: date, amount: total, references: [{ reference_id: id, amount: total }] }),
        ),
      )
  }
})

type Row = {
  account_id: number | null
  type: string
  opening_debit: number
  opening_credit: number
  movement_debit: number
  movement_credit: number
}

/** The same figures from nothing but the lines. */
const fromLines = (from: string, to: string) =>
  withSuperuser(app, async (client) => {
    const { rows } = await client.query(
      `SELECT account_id::int, sum(debit - credit) FILTER (WHERE line.entry_date < $2)::float8 AS opening,
         sum(debit) FILTER (WHERE line.entry_date BETWEEN $2 AND $3)::float8 AS debit, sum(credit) FILTER (WHERE line.entry_date BETWEEN $2 AND $3)::float8 AS credit
       FROM journal_lines AS line WHERE organization_id = $1 GROUP BY account_id`,
      [owner.token?.split('.')[0], from, to],
    )
    return new Map(rows.map((row) => [row.account_id, row]))
  })

test.each([
  ['01-01', '12-31'],
  ['01-15', '03-14'],
  ['02-14', '02-14'],
  ['03-01', '05-31'],
  ['03-02', '05-30'],
  ['01-31', '02-01'],
  ['07-01', '07-31'],
])('%s to %s is what the lines come to, and balances', async (start, end) => {
  const [from, to] = [`${year}-${start}`, `${year}-${end}`]
  const { data } = expectOk(await owner.get(`/reports/trial-balance?from=${from}&to=${to}`)).body
  const lines = await fromLines(from, to)
  for (const row of (data.rows as Row[]).filter(({ type, account_id }) => type === 'sub' && account_id !== null)) {
    const expected = lines.get(row.account_id) ?? { opening: 0, debit: 0, credit: 0 }
    expect([row.opening_debit - row.opening_credit, row.movement_debit, row.movement_credit]).toEqual([
      expected.opening ?? 0,
      expected.debit ?? 0,
      expected.credit ?? 0,
    ])
  }
  for (const pair of ['opening', 'movement', 'closing'])
    expect(data.totals[`${pair}_debit`]).toBe(data.totals[`${pair}_credit`])
  expect(data.difference).toBe(0)
})

test('a category is the sum of what stands below it', async () => {
  const { data } = expectOk(await owner.get(`/reports/trial-balance?from=${year}-01-01&to=${year}-12-31`)).body
  const top = data.rows.filter((row: Row) => row.type === 'category')
  expect(top).toHaveLength(5)
  const net = (row: Row) => row.movement_debit - row.movement_credit
  const subs = data.rows.filter((row: Row) => row.type === 'sub')
  expect(top.reduce((sum: number, row: Row) => sum + net(row), 0)).toBeCloseTo(
    subs.reduce((sum: number, row: Row) => sum + net(row), 0),
    6,
  )
})

test.each(['from=2026-02-30', 'to=yesterday', 'branch_id=999999', `from=${year}-05-01&to=${year}-04-01`])(
  '?%s is refused',
  async (query) => {
    expect((await owner.get(`/reports/trial-balance?${query}`)).status).toBe(422)
  },
)

test('the statements of one request are few', async () => {
  const count = (reply: { headers: Record<string, unknown> }) =>
    Number(/(\d+) statements/.exec(String(reply.headers['server-timing']))?.[1])
  expect(count(await owner.get('/reports/trial-balance'))).toBeLessThanOrEqual(4)
  expect(count(await owner.get('/invoices?per_page=100'))).toBe(2)
  const rows = (length: number) =>
    Array.from({ length }, () => ({ product_id: owner.ids.service, quantity: 1, price: 1, tax_rate: 15 }))
  const three = count(await owner.post('/invoices', invoiceBody(owner, { items: rows(3) })))
  const many = count(await owner.post('/invoices', invoiceBody(owner, { items: rows(100) })))
  expect(many).toBe(three)
  expect(three).toBeLessThanOrEqual(30)
})

test('an account statement carries its balance from the opening to what the trial balance says', async () => {
  const { data: chart } = (await owner.get('/accounting/accounts/list')).body
  const idOf = (number: string) => chart.find((account: { number: string }) => account.number === number).id
  const [from, to] = [`${year}-02-01`, `${year}-05-31`]
  for (const [number, sign] of [
    ['110201', 1],
    ['210301', -1],
    ['11', 1],
    ['410102', -1],
  ] as const) {
    const { data } = expectOk(
      await owner.get(`/reports/account-statement?account_id=${idOf(number)}&from=${from}&to=${to}`),
    ).body
    expect(data.rows).toHaveLength(data.total)
    let running = data.opening
    for (const row of data.rows) {
      running += sign * (row.debit - row.credit)
      expect(row.balance).toBeCloseTo(running, 6)
    }
    expect(data.closing).toBeCloseTo(running, 6)
    const balance = expectOk(await owner.get(`/reports/trial-balance?from=${from}&to=${to}`)).body.data.rows.find(
      (row: { number: string }) => row.number === number,
    )
    expect(sign * (balance.closing_debit - balance.closing_credit)).toBeCloseTo(data.closing, 6)
  }
  expect((await owner.get('/reports/account-statement?account_id=999999')).body.errors).toHaveProperty('account_id')
})
