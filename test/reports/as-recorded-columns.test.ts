import { setTimeout } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import type { Sheet } from '#contract/reports/sheet.ts'
import { createTestApp, type TestApp } from '../harness/api.ts'
import { billBody } from '../harness/bodies.ts'
import {
  createOrganization,
  expectOk,
  idOf,
  invoiceBody,
  type Organization,
  paymentBody,
  today,
} from '../harness/organization.ts'
import { openEveryFigure, showOnce } from '../harness/reports/report-links.ts'
import { withSuperuser } from '../harness/role.ts'

// Open items, trade and stock as recorded at a moment (accounting rules, section 5, `as_known_at`): read from lines,
// revisions and moves, because no materialized figure has a recording time.

const year = today().slice(0, 4)
const after = (days: number) =>
  new Date(Date.parse(`${today()}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

let app: TestApp
let other: Organization
let moment: string
const day = today()
const span = `from=${year}-01-01&to=${year}-12-31`
const ask = async (path: string): Promise<[Sheet, Sheet]> => {
  const read = async (rest: string) => expectOk(await other.get(`/reports/${path}${rest}`)).body.data as Sheet
  const sheets = [await read(`&as_known_at=${moment}`), await read('')] as [Sheet, Sheet]
  for (const sheet of sheets) expect(sheet.difference ?? 0, path).toBe(0)
  return sheets
}
const totals = (sheets: readonly Pick<Sheet, 'rows'>[], figure: string) =>
  sheets.map(({ rows }) => rows.at(-1)?.figures[figure])
const lines = (sheet: Sheet) => sheet.rows.filter(({ style }) => style === 'line')

beforeAll(async () => {
  app = await createTestApp()
  other = await createOrganization(app)
  const items = (quantity: number) => [{ product_id: other.ids.goods, quantity, price: 100, tax_rate: 15 }]
  const body = invoiceBody(other, { items: items(4) })
  const id = await idOf(other.post('/invoices', body))
  const gone = await idOf(other.post('/invoices', invoiceBody(other)))
  await idOf(other.post('/bills', billBody(other)))
  moment = new Date().toISOString()
  await setTimeout(5)
  // Since then: due later, one piece more, one void, one bill more on the same day, a receipt, a return.
  const later = { ...body, invoice_number: (await other.get(`/invoices/${id}`)).body.data.invoice_number }
  expectOk(await other.post(`/invoices/${id}`, { ...later, due_date: after(60) }))
  expectOk(await other.post(`/invoices/${id}`, { ...later, due_date: after(60), items: items(5) }))
  expectOk(await other.remove(`/invoices/${gone}`))
  await idOf(other.post('/bills', billBody(other)))
  const references = [{ reference_id: id, amount: 75 }]
  expectOk(await other.post('/accounting/income-payments', paymentBody(other, { amount: 100, references })))
  const note = { note_date: day, reason: 'مرتجع', lines: [{ line_number: 1, quantity: 1 }] }
  expectOk(await other.post(`/invoices/${id}/credit-note`, note))
})

test('open items of each party, by the due date as recorded', async () => {
  const receivables = await ask(`aged-receivables?to=${after(41)}`)
  expect(totals(receivables, 'total')).toEqual([1610, 360])
  // Forty-one days late as it was known; by now it is due later.
  expect(totals(receivables, 'days_60')).toEqual([1610, 0])
  expect(totals(receivables, 'not_due')).toEqual([0, 385])
  expect(totals(receivables, 'advances')).toEqual([0, -25])
  expect(totals(await ask(`aged-payables?to=${day}`), 'total')).toEqual([690, 1380])
  expect(receivables[0].rows[0]?.link?.query).toMatchObject({ as_known_at: moment })
})
test('as recorded: the statement of a party, with the open amount of each document', async () => {
  const sheets = await ask(`customer-statement?customer_id=${other.ids.customer}&${span}`)
  expect(totals(sheets, 'balance')).toEqual([1610, 360])
  expect(sheets.map((sheet) => lines(sheet).length)).toEqual([2, 3])
  expect(lines(sheets[0]).map(({ figures }) => figures.remaining)).toEqual([460, 1150])
  expect(lines(sheets[0])[0]?.texts.due_date).toBe(day)
  expect(sheets.map(({ below }) => below?.rows[0]?.figures.total)).toEqual([1610, 360])
})
test('as recorded: sales and purchases equal the income of the same moment', async () => {
  const income = await ask(`profit-and-loss?${span}`)
  const net = income.map(({ rows }) => rows.find(({ key }) => key === 'net_sales')?.figures.amount)
  expect(net).toEqual([1400, 400])
  for (const by of ['customer', 'product']) {
    const sold = await ask(`sales-by-${by}?${span}`)
    expect(totals(sold, 'net'), by).toEqual(net)
    expect(totals(sold, 'returns'), by).toEqual([0, 100])
    expect(totals(sold, 'tax'), by).toEqual([210, 60])
    expect(totals(sold, 'cost'), by).toEqual([240, 240])
    const behind = `sales-by-${by}?${span}&as_known_at=${moment}`
    expect(await openEveryFigure(showOnce(other), behind), by).toBeGreaterThan(4)
  }
  const goods = (await ask(`sales-by-product?${span}`)).map(({ rows }) =>
    rows.find(({ key }) => key === `product:${other.ids.goods}`),
  )
  expect(goods.map((row) => row?.figures.quantity)).toEqual([4, 5])
  expect(totals(await ask(`purchases-by-supplier?${span}`), 'net')).toEqual([600, 1200])
  expect(totals(await ask(`purchases-by-product?${span}&compare=previous_period`), 'net')).toEqual([600, 1200])
  expect(totals(await ask(`sales-by-customer?${span}&branch_id=${other.ids.branch}`), 'net')).toEqual(net)
})
test('as recorded: the stock, without present sale prices', async () => {
  const valued = await ask(`inventory-valuation?to=${day}`)
  expect(valued.map(({ rows }) => rows[0]?.figures.quantity)).toEqual([1006, 1016])
  expect(totals(valued, 'value')).toEqual([60360, 60960])
  expect(valued[0].columns.map(({ key }) => key)).not.toContain('potential_margin')
  const card = await ask(`stock-card?product_id=${other.ids.goods}&${span}`)
  expect(totals(card, 'stock_balance_quantity')).toEqual([1006, 1016])
  expect(totals(card, 'stock_out_quantity')[0]).toBe(4)
})
test('a corrected document in another currency: its rows share the tax of the document as they did', async () => {
  expectOk(await other.post('/currencies/3/rate', { rate: '4.1234' }))
  const row = (price: number) => ({ product_id: other.ids.service, quantity: 1, price, tax_rate: 15 })
  const body = invoiceBody(other, { currency_id: 3, items: [row(33.33), row(33.33), row(33.34)] })
  const id = await idOf(other.post('/invoices', body))
  const ago = moment
  moment = new Date().toISOString()
  await setTimeout(5)
  const { invoice_number } = (await other.get(`/invoices/${id}`)).body.data
  expectOk(await other.post(`/invoices/${id}`, { ...body, invoice_number, items: [row(50)] }))
  for (const days of [span, `from=${day}&to=${day}`]) {
    const vat = await ask(`vat-return?${days}`)
    for (const by of ['customer', 'product'])
      expect(totals(await ask(`sales-by-${by}?${days}`), 'tax'), `${by} ${days}`).toEqual(
        vat.map(({ rows }) => rows.find(({ key }) => key === 'box:1')?.figures.vat),
      )
  }
  moment = ago
})
test('is refused where a correction did not store the amounts of its rows', async () => {
  await withSuperuser(app, (client) =>
    client.query(`UPDATE document_revisions SET body = body #- '{items,0,net_base}'`),
  )
  const refused = await other.get(`/reports/sales-by-customer?${span}&as_known_at=${moment}`)
  expect(refused.body.errors.as_known_at).toMatch(/^One document/)
  expectOk(await other.get(`/reports/sales-by-customer?${span}&as_known_at=${new Date().toISOString()}`))
  expectOk(await other.get(`/reports/purchases-by-supplier?${span}&as_known_at=${moment}`))
})
