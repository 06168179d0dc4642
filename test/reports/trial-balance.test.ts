import { beforeAll, expect, test } from 'vitest'
import { createTestApp, type Reply, type TestApp } from '../harness/api.ts'
import {
  createOrganization,
  expectOk,
  invoiceBody,
  type Organization,
  paymentBody,
  today,
} from '../harness/organization.ts'
import { withSuperuser } from '../harness/role.ts'

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

type Figures = Record<
  | 'opening_debit'
  | 'opening_credit'
  | 'movement_debit'
  | 'movement_credit'
  | 'balance'
  | 'closing_debit'
  | 'closing_credit',
  number
>
type Row = { key: string; style: string; level: number; texts: { number?: string }; figures: Figures }

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
])('%s to %s equals the sum of the lines, and balances', async (start, end) => {
  const [from, to] = [`${year}-${start}`, `${year}-${end}`]
  const { data } = expectOk(await owner.get(`/reports/trial-balance?from=${from}&to=${to}`)).body
  const lines = await fromLines(from, to)
  for (const { key, figures } of (data.rows as Row[]).filter(({ style }) => style === 'line')) {
    const expected = lines.get(Number(key.replace('account:', ''))) ?? { opening: 0, debit: 0, credit: 0 }
    expect([figures.opening_debit - figures.opening_credit, figures.movement_debit, figures.movement_credit]).toEqual([
      expected.opening ?? 0,
      expected.debit ?? 0,
      expected.credit ?? 0,
    ])
  }
  for (const pair of ['opening', 'movement', 'closing'])
    expect(data.rows.at(-1).figures[`${pair}_debit`]).toBe(data.rows.at(-1).figures[`${pair}_credit`])
  expect(data.difference).toBe(0)
})

test('a category is the sum of the accounts below it', async () => {
  const { data } = expectOk(await owner.get(`/reports/trial-balance?from=${year}-01-01&to=${year}-12-31`)).body
  const top = data.rows.filter((row: Row) => row.style === 'heading')
  expect(top.length).toBeGreaterThan(3)
  const net = ({ figures }: Row) => figures.movement_debit - figures.movement_credit
  const subs = data.rows.filter((row: Row) => row.style === 'line')
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
  // Rows travel in statements of 64 rows and fewer (decision 0200): their number grows by single ones.
  expect(many - three).toBeLessThanOrEqual(2)
  expect(three).toBeLessThanOrEqual(20)
})

test('an account statement runs from the opening balance to that of the trial balance', async () => {
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
    let running = data.rows[0].figures.balance
    for (const { figures } of data.rows.slice(1, -1)) {
      running += sign * (figures.debit - figures.credit)
      expect(figures.balance).toBeCloseTo(running, 6)
    }
    const closing = data.rows.at(-1).figures.balance
    expect(closing).toBeCloseTo(running, 6)
    const balance = expectOk(await owner.get(`/reports/trial-balance?from=${from}&to=${to}`)).body.data.rows.find(
      (row: Row) => row.texts.number === number,
    )
    expect(sign * (balance.figures.closing_debit - balance.figures.closing_credit)).toBeCloseTo(closing, 6)
  }
  expect((await owner.get('/reports/account-statement?account_id=999999')).body.errors).toHaveProperty('account_id')
})

test('a statement is read page by page, each with the balance brought forward', async () => {
  const { data: chart } = (await owner.get('/accounting/accounts/list')).body
  const { id } = chart.find((account: { number: string }) => account.number === '110201')
  // A few at a time: more would exceed the time limit for a connection.
  for (let round = 0; round < 15; round++) {
    const some = Array.from({ length: 8 }, () =>
      owner.post('/invoices', invoiceBody(owner, { invoice_date: `${year}-02-10` })),
    )
    for (const reply of await Promise.all(some)) expectOk(reply)
  }
  const asked = `/reports/account-statement?account_id=${id}&from=${year}-01-15&to=${year}-11-30`
  const rows: Row[] = []
  let next: string | null = ''
  for (let pages = 0; next !== null; pages++) {
    expect(pages).toBeLessThan(5)
    const { data } = expectOk(await owner.get(`${asked}&after=${next}`)).body as Reply['body']
    const carried = data.rows[0]
    if (pages > 0) expect(carried.figures.balance).toBe(rows.at(-1)?.figures.balance)
    rows.push(...data.rows.filter((row: Row) => row.style === 'line'))
    next = data.next
  }
  const file = await owner.get(`${asked.replace('?', '/export?')}&format=csv`)
  expect(file.body.trim().split('\n')).toHaveLength(rows.length + 3)
  expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length)
  expect((await owner.get(`${asked}&after=yesterday`)).status).toBe(422)
})

test('a corrected document shows all three entries, or only the current one', async () => {
  const { data: chart } = (await owner.get('/accounting/accounts/list')).body
  const { id: account } = chart.find((one: { number: string }) => one.number === '410102')
  const before = expectOk(await owner.post('/invoices', invoiceBody(owner))).body.data
  const items = [{ product_id: owner.ids.service, quantity: 1, price: 1200, tax_rate: 15 }]
  expectOk(
    await owner.post(
      `/invoices/${before.id}`,
      invoiceBody(owner, { invoice_number: before.invoice_number, version: before.version, items }),
    ),
  )
  const rows = async (hide: boolean) =>
    expectOk(
      await owner.get(
        `/reports/account-statement?account_id=${account}&from=${today()}&to=${today()}&hide_corrected=${hide}`,
      ),
    ).body.data.rows
  const [all, shown] = [await rows(false), await rows(true)]
  expect(shown).toHaveLength(all.length - 2)
  expect(shown.at(-1).figures.balance).toBe(all.at(-1).figures.balance)
  expect(shown.at(-1).figures.credit).toBe(all.at(-1).figures.credit - 1000)
})

test('days before anything was posted have no rows, not a total of nothing', async () => {
  const { body } = expectOk(await owner.get('/reports/trial-balance?from=1999-01-01&to=1999-12-31'))
  expect(body.data.rows).toEqual([])
})
