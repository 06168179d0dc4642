import { beforeAll, expect, test } from 'vitest'
import { addDays } from '#ledger/calendar/calendar.ts'
import { createTestApp } from '../harness/api.ts'
import {
  callsOf,
  createOrganization,
  invoiceBody,
  type Organization,
  paymentBody,
  today,
} from '../harness/organization.ts'

// Filters by day and amount, and the sums of what is listed: the same rows as filtering the whole list afterwards.

type Row = {
  id: number
  invoice_date: string
  total: number
  remaining_amount: number
  status: string
  is_void: boolean
}
let owner: Organization
let calls: ReturnType<typeof callsOf>
let all: Row[]
const other = { customer: 0 }
beforeAll(async () => {
  owner = await createOrganization(await createTestApp())
  calls = callsOf(owner)
  other.customer = (
    await calls.post('/customers', { name: 'شركة الندى', email: 'a@example.sa', type: 'company', status: 'active' })
  ).id
  for (const [index, price] of [100, 250, 250.55, 900, 1000, 5000].entries()) {
    const invoice_date = addDays(today(), -index)
    await calls.post(
      '/invoices',
      invoiceBody(owner, {
        invoice_date,
        due_date: invoice_date,
        customer_id: index % 2 ? other.customer : owner.ids.customer,
        ...(index === 5 && { status: 'draft' }),
        items: [{ product_id: owner.ids.service, quantity: 1, price, tax_rate: 15 }],
      }),
    )
  }
  const first = (await calls.get('/invoices?sort_key=total&sort_order=asc'))[0]
  await calls.post(
    '/accounting/income-payments',
    paymentBody(owner, { amount: 100, references: [{ reference_id: first.id, amount: 50 }] }),
  )
  const voided = await calls.post('/invoices', invoiceBody(owner))
  await owner.remove(`/invoices/${voided.id}`)
  all = await calls.get('/invoices?per_page=100')
})

const day = (ago: number) => addDays(today(), -ago)
const cases: [string, () => string, (row: Row) => boolean][] = [
  ['a day', () => `date_from=${day(2)}&date_to=${day(2)}`, ({ invoice_date }) => invoice_date === day(2)],
  ['days from one on', () => `date_from=${day(3)}`, ({ invoice_date }) => invoice_date >= day(3)],
  ['days up to one', () => `date_to=${day(1)}`, ({ invoice_date }) => invoice_date <= day(1)],
  ['amounts', () => 'amount_from=287.50&amount_to=1035', ({ total }) => total >= 287.5 && total <= 1035],
  ['an amount of halalas', () => 'amount_from=288.13&amount_to=288.13', ({ total }) => total === 288.13],
  ['days and a status', () => `date_from=${day(5)}&status=draft`, ({ status }) => status === 'draft'],
  [
    'days and overdue',
    () => `date_from=${day(3)}&status=overdue`,
    (row) => row.status !== 'draft' && row.invoice_date < today() && row.invoice_date >= day(3),
  ],
  [
    'amounts and a keyword',
    () => `amount_from=200&keyword=${encodeURIComponent('الندى')}`,
    (row) => row.total >= 200 && [day(1), day(3), day(5)].includes(row.invoice_date),
  ],
  [
    'days and a customer',
    () => `date_to=${day(1)}&customer_id=${other.customer}`,
    (row) => [day(1), day(3), day(5)].includes(row.invoice_date),
  ],
]

test.each(cases)('filters by %s, in any order, and adds up the rows', async (_, query, isMeant) => {
  const wanted = all.filter(isMeant)
  expect(wanted.length).toBeGreaterThan(0)
  const ids = wanted.map(({ id }) => id).sort((a, b) => a - b)
  for (const sort of [
    '',
    'sort_key=total',
    'sort_key=customer&sort_order=desc',
    'sort_key=due_date',
    'sort_key=invoice_number',
  ]) {
    const { body } = await owner.get(`/invoices?per_page=100&${query()}&${sort}`)
    expect([body.meta.total, body.data.map(({ id }: Row) => id).sort((a: number, b: number) => a - b)]).toEqual([
      ids.length,
      ids,
    ])
  }
  const { sums, is_too_many } = await calls.get(`/invoices/sums?${query()}`)
  const sumOf = (of: (row: Row) => number) => Math.round(wanted.reduce((sum, row) => sum + of(row) * 100, 0)) / 100
  expect(is_too_many).toBe(false)
  expect(sums).toMatchObject([
    {
      count: ids.length,
      total: sumOf(({ total }) => total),
      remaining: sumOf((row) => (row.status === 'draft' ? 0 : row.remaining_amount)),
    },
  ])
})

test('payments are filtered by day and amount, and added up', async () => {
  const path = '/accounting/income-payments'
  expect(await calls.get(`${path}?amount_from=100&date_from=${today()}`)).toHaveLength(1)
  expect(await calls.get(`${path}?amount_from=100.01`)).toHaveLength(0)
  expect((await calls.get(`${path}/sums?amount_to=100`)).sums).toMatchObject([
    { count: 1, total: 100, remaining: null },
  ])
})

test('sums count no void invoice, and refuse a filter that is none', async () => {
  const { sums } = await calls.get('/invoices/sums')
  expect(sums[0].count).toBe(all.length)
  expect((await calls.get('/invoices/sums?status=void')).sums).toEqual([])
  expect((await owner.get('/invoices/sums?date_from=yesterday')).status).toBe(422)
  expect((await owner.get('/invoices?amount_from=a')).status).toBe(422)
})
