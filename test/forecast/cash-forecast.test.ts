import { beforeAll, describe, expect, test } from 'vitest'
import type { Sheet } from '#contract/reports/sheet.ts'
import { addDays } from '#ledger/calendar/calendar.ts'
import { createTestApp } from '../harness/api.ts'
import { billBody } from '../harness/bodies.ts'
import {
  createOrganization,
  expectOk,
  idOf,
  invoiceBody,
  type Organization,
  paymentBody,
} from '../harness/organization.ts'

// A year of trading replayed week by week: what is forecast lies after the day, once, and never after it came.

let owner: Organization
const year = 2031
const of = `${year}-12-28`
const day = (text: string) => `${year}-${text}`
const paidOn = new Map<number, string>()
const sheetAt = async (query: string): Promise<Sheet> =>
  expectOk(await owner.get(`/reports/cash-forecast?${query}`)).body.data
const idIn = ({ key }: Sheet['rows'][number]) => Number(key.split(':')[1])

async function sell(date: string, due: string, price: number, customer_id = owner.ids.customer): Promise<number> {
  const items = [{ product_id: owner.ids.service, quantity: 1, price, tax_rate: 15 }]
  return idOf(owner.post('/invoices', invoiceBody(owner, { invoice_date: date, due_date: due, customer_id, items })))
}
async function receive(id: number, date: string, amount: number) {
  const references = [{ reference_id: id, amount }]
  expectOk(
    await owner.post('/accounting/income-payments', paymentBody(owner, { payment_date: date, amount, references })),
  )
  paidOn.set(id, date)
}

beforeAll(async () => {
  const app = await createTestApp({ now: () => new Date(`${of}T09:00:00Z`) })
  owner = await createOrganization(app)
  // The customer pays ten days late: the median of 8, 10 and 30.
  for (const [month, late] of [
    ['03', 8],
    ['05', 10],
    ['07', 30],
  ] as const) {
    const due = day(`${month}-15`)
    await receive(await sell(day(`${month}-01`), due, 1000), addDays(due, late), 1150)
  }
  await receive(await sell(day('11-01'), day('12-01'), 200), day('12-20'), 230)
  await sell(day('12-01'), day('12-31'), 400)
  await sell(day('06-01'), day('06-30'), 60)
  const bill = {
    bill_date: day('12-05'),
    due_date: `${year + 1}-01-15`,
    items: [{ product_id: owner.ids.service, quantity: 1, price: 300, tax_rate: 15 }],
  }
  expectOk(await owner.post('/bills', billBody(owner, bill)))
  const typed = { direction: 'out', amount: 900, first_on: day('11-27'), repeats: 'month', status: 'active' }
  expectOk(await owner.post('/accounting/forecast-rows', { ...typed, name: 'رواتب', kind: 'wages' }))
})

describe('the forecast of today', () => {
  test('expects open items after the usual lateness of their party, and overdue ones tomorrow', async () => {
    const { rows } = await sheetAt('source=receivables')
    expect(rows.map(({ texts, figures }) => [texts.due_date, texts.expected_on, figures.amount])).toEqual([
      [day('06-30'), addDays(of, 1), 69],
      [day('12-31'), `${year + 1}-01-10`, 460],
      [undefined, undefined, 529],
    ])
    const payables = await sheetAt('source=payables')
    expect(payables.rows[0]?.texts.expected_on).toBe(`${year + 1}-01-15`)
  })

  test('counts typed rows on each of their days after the day', async () => {
    const { rows } = await sheetAt('source=typed_out')
    expect(rows.map(({ texts }) => texts.expected_on)).toEqual([
      `${year + 1}-01-27`,
      `${year + 1}-02-27`,
      `${year + 1}-03-27`,
      undefined,
    ])
  })

  test('ends with the cash of now and all its rows, and every figure opens its rows', async () => {
    const sheet = await sheetAt('')
    const opening = sheet.rows[0]?.figures.closing as number
    const listed = (await sheetAt(`to=${of}&week=1`)).rows
    expect(listed.at(-1)?.figures.amount).toBe(sheet.rows[1]?.figures.net)
    const total = sheet.rows.at(-1)
    let net = 0
    for (let week = 1; week <= 13; week++) net += (sheet.rows[week]?.figures.net as number) * 100
    expect(Math.round(net)).toBe(Math.round((total?.figures.net as number) * 100))
    expect(total?.figures.closing).toBeCloseTo(opening + (total?.figures.net as number), 2)
    for (const { key, query } of sheet.columns.filter((one) => one.query))
      for (const row of sheet.rows.filter(({ link, figures }) => link && figures[key])) {
        const asked = new URLSearchParams({ ...row.link?.query, ...query } as Record<string, string>)
        const opened = await sheetAt(String(asked))
        expect(opened.rows.at(-1)?.figures.amount, `${row.key} ${key}`).toBe(row.figures[key])
      }
  })
})

test('an order that was invoiced in part is forecast for the rest alone', async () => {
  const items = [{ product_id: owner.ids.service, quantity: 4, price: 100, tax_rate: 15 }]
  const order = expectOk(
    await owner.post('/sales-orders', {
      order_date: day('12-20'),
      customer_id: owner.ids.customer,
      branch_id: owner.ids.branch,
      currency_id: 1,
      tax_id: owner.ids.tax,
      items,
    }),
  ).body.data
  expectOk(await owner.post(`/sales-orders/${order.id}/confirm`, {}))
  const ordered = async () => (await sheetAt('source=sales_orders')).rows.at(-1)?.figures.amount
  expect(await ordered()).toBe(460)
  const line = order.items[0].id
  const part = [{ product_id: owner.ids.service, quantity: 1, price: 100, tax_rate: 15, order_line_id: line }]
  const receivable = async () => (await sheetAt('source=receivables')).rows.at(-1)?.figures.amount as number
  const before = await receivable()
  expectOk(await owner.post('/invoices', invoiceBody(owner, { invoice_date: of, due_date: of, items: part })))
  expect(await ordered()).toBe(345)
  expect(await receivable()).toBe(before + 115)
})

test('replayed week by week, nothing lies in the past and nothing is forecast after it was paid', async () => {
  for (let at = day('01-04'); at <= of; at = addDays(at, 7)) {
    for (const row of (await sheetAt(`to=${at}&source=receivables`)).rows) {
      if (row.style === 'total') continue
      expect((row.texts.expected_on as string) > at, `${at} ${row.key}`).toBe(true)
      const paid = paidOn.get(idIn(row))
      if (paid) expect(paid > at, `${at} ${row.key} was paid on ${paid}`).toBe(true)
    }
  }
})

test('a past forecast is graded by the cash that came', async () => {
  const at = day('12-06')
  const { rows, columns } = await sheetAt(`to=${at}`)
  expect(columns.map(({ key }) => key)).toContain('came')
  // 230 came on the twentieth, in the second week.
  const [opening, first, second, third] = rows
  expect(first?.figures.came).toBe(opening?.figures.closing)
  expect(second?.figures.came).toBe((opening?.figures.closing as number) + 230)
  expect(second?.figures.missed).toBeCloseTo((second?.figures.came as number) - (second?.figures.closing as number), 2)
  expect(rows[4]?.figures.came).toBeUndefined()
  expect(third).toBeDefined()
})

test('a typed row that ends before it begins is refused, and one name is one row', async () => {
  const row = { name: 'قرض', direction: 'out', kind: 'loan', amount: 50, first_on: day('12-30'), status: 'active' }
  const refused = await owner.post('/accounting/forecast-rows', { ...row, repeats: 'month', until_on: day('12-01') })
  expect(refused.body.errors).toHaveProperty('until_on')
  expectOk(await owner.post('/accounting/forecast-rows', row))
  expect((await owner.post('/accounting/forecast-rows', row)).body.errors).toHaveProperty('name')
})
