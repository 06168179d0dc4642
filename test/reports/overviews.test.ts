import { beforeAll, expect, test } from 'vitest'
import type { AccountOverview, PartyOverview, ProductOverview } from '#contract/reports/overviews.ts'
import { addDays } from '#ledger/calendar/calendar.ts'
import { createTestApp, type TestApp } from '../harness/api.ts'
import { billBody } from '../harness/bodies.ts'
import {
  callsOf,
  createOrganization,
  expectOk,
  invoiceBody,
  type Organization,
  password,
  paymentBody,
} from '../harness/organization.ts'
import { clientWith } from '../harness/role.ts'

// The pages of a customer, a supplier, a product and an account: every figure equals the report that it leads to.

const today = '2026-06-15'
let now = '2026-01-02'
let app: TestApp
let owner: Organization
let calls: ReturnType<typeof callsOf>
beforeAll(async () => {
  app = await createTestApp({ now: () => new Date(`${now}T09:00:00Z`) })
  owner = await createOrganization(app)
  now = today
  const { body } = expectOk(await app.visitor().post('/auth/login', { email: owner.email, password }))
  owner = { ...owner, ...app.visitor(body.data.token) }
  calls = callsOf(owner)
  const sell = (days: number, price: number) =>
    calls.post(
      '/invoices',
      invoiceBody(owner, {
        invoice_date: addDays(today, -days - 20),
        due_date: addDays(today, -days),
        items: [{ product_id: owner.ids.goods, quantity: 2, price, tax_rate: 15 }],
      }),
    )
  await sell(0, 100)
  await sell(45, 300)
  const paid = await sell(100, 500)
  await calls.post(
    '/accounting/income-payments',
    paymentBody(owner, { payment_date: today, amount: 1350, references: [{ reference_id: paid.id, amount: 1150 }] }),
  )
  await calls.post('/bills', billBody(owner, { bill_date: addDays(today, -60), due_date: addDays(today, -10) }))
})

const sheetRow = async (report: string, key: string) =>
  (await calls.get(`/reports/${report}`)).rows.find((row: { key: string }) => row.key === key)
const overviewOf = (path: string) => calls.get(`${path}/overview`)

test.each([
  ['customers', 'customer', 'aged-receivables'],
  ['suppliers', 'supplier', 'aged-payables'],
] as const)(
  'balance and ageing of one of the %s equal the ageing report, in its list too',
  async (path, party, report) => {
    const id = owner.ids[party]
    const { balance }: PartyOverview = await overviewOf(`/${path}/${id}`)
    const { figures } = await sheetRow(report, `party:${id}`)
    const { total, advances, ...byAge } = figures
    expect(balance?.total).toBe(total)
    expect(balance?.paid_ahead).toBe(-advances || 0)
    expect(Object.fromEntries(balance?.buckets.map(({ age, amount }) => [age, amount]) ?? [])).toEqual(byAge)
    expect(balance?.overdue).toBe(total - advances - byAge.not_due)
    expect(await calls.get(`/${path}/balances?ids=${id}`)).toEqual([{ id, balance: total, overdue: balance?.overdue }])
  },
)

test('a customer shows what is open, first to fall due first, the latest documents and what is usually bought', async () => {
  const overview: PartyOverview = await overviewOf(`/customers/${owner.ids.customer}`)
  expect(overview.open.map(({ kind, remaining }) => [kind, remaining])).toEqual([
    ['invoice', 690],
    ['invoice', 230],
  ])
  expect(overview.latest.map(({ kind }) => kind)).toEqual(['income_payment', 'invoice', 'invoice', 'invoice'])
  expect(overview.products).toMatchObject([{ id: owner.ids.goods, times: 3, quantity: 6, last_price: 100 }])
  expect(overview.last_activity).toBe(today)
})

test('net trade by month equals the report of sales by customer', async () => {
  const { months }: PartyOverview = await overviewOf(`/customers/${owner.ids.customer}`)
  expect(months).toHaveLength(12)
  const sold = await sheetRow('sales-by-customer?from=2025-07-01&to=2026-06-30', `party:${owner.ids.customer}`)
  expect(months?.reduce((all, { net }) => all + net, 0)).toBe(sold.figures.net)
})

test('a receipt dated later leaves the balance of a day before it, as in the ageing report', async () => {
  const { customer: customer_id } = owner.ids
  const { balance: before }: PartyOverview = await overviewOf(`/customers/${customer_id}`)
  now = addDays(today, -1)
  const { balance }: PartyOverview = await overviewOf(`/customers/${customer_id}`)
  const { figures } = await sheetRow('aged-receivables', `party:${customer_id}`)
  const [listed] = await calls.get(`/customers/balances?ids=${customer_id}`)
  now = today
  expect(balance?.total).toBe((before?.total ?? 0) + 1350)
  expect([balance?.total, listed.balance]).toEqual([figures.total, figures.total])
})

test('a clerk sees no balance without the ageing report, no documents without their list', async () => {
  const { customer, goods } = owner.ids
  const clerk = callsOf(await clientWith(app, owner, ['read-customer', 'read-product', 'read-chart-of-account']))
  const nothing = { balance: null, open: [], latest: [], months: null, products: null, last_activity: null }
  expect(await clerk.get(`/customers/${customer}/overview`)).toEqual(nothing)
  expect(await clerk.get(`/products/${goods}/overview`)).toMatchObject({
    stock: null,
    moves: null,
    months: null,
    buyers: null,
  })
  const [account] = await calls.get('/accounting/accounts/list')
  expect(await clerk.get(`/accounting/accounts/${account.id}/overview`)).toMatchObject({ balance: null, lines: null })
  const lister = callsOf(await clientWith(app, owner, ['read-customer', 'list-invoice']))
  const listed: PartyOverview = await lister.get(`/customers/${customer}/overview`)
  expect(listed.balance).toBeNull()
  expect(listed.latest.map(({ kind }) => kind)).toEqual(['invoice', 'invoice', 'invoice'])
})

test('stock and value of a product equal the valuation, its last move the stock card', async () => {
  const { stock, moves, buyers }: ProductOverview = await overviewOf(`/products/${owner.ids.goods}`)
  const { figures } = await sheetRow('inventory-valuation', `product:${owner.ids.goods}`)
  expect(stock).toEqual({ quantity: figures.quantity, value: figures.value, unit_cost: figures.average })
  expect(moves?.[0]?.quantity_after).toBe(figures.quantity)
  expect(buyers).toMatchObject([{ id: owner.ids.customer, quantity: 6, last_price: 100 }])
})

test('the value in the product list equals the valuation, and needs its permission', async () => {
  const { figures } = await sheetRow('inventory-valuation', `product:${owner.ids.goods}`)
  const path = `/products/stock-values?ids=${owner.ids.goods},${owner.ids.service}`
  expect(await calls.get(path)).toEqual([{ id: owner.ids.goods, value: figures.value }])
  expect((await (await clientWith(app, owner, ['list-product'])).get(path)).status).toBe(403)
})

test('the balance of an account equals its statement, also with the accounts below it', async () => {
  const accounts = (await calls.get('/accounting/accounts/list')) as { id: number; number: string }[]
  const parent = (await calls.get('/accounting/chart-of-accounts'))[0] as { id: number; balance: number }
  const control = accounts.find(({ number }) => number === '110201') as { id: number }
  const { balance, lines, months }: AccountOverview = await overviewOf(`/accounting/accounts/${control.id}`)
  const closing = await sheetRow(`account-statement?account_id=${control.id}&to=${today}`, 'closing')
  expect(balance).toBe(closing.figures.balance)
  expect(months?.at(-1)?.balance).toBe(balance)
  expect(lines?.[0]?.date).toBe(today)
  expect((await overviewOf(`/accounting/accounts/${parent.id}`)).balance).toBe(parent.balance)
})

test.each(['customers', 'suppliers', 'products', 'accounting/accounts'])(
  'what is not there of %s is not found',
  async (path) => {
    expect((await owner.get(`/${path}/999999/overview`)).status).toBe(404)
  },
)
