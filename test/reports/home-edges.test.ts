import { expect, test } from 'vitest'
import type { Home } from '#contract/reports.ts'
import { addDays } from '#ledger/calendar/calendar.ts'
import { createTestApp } from '../harness/api.ts'
import { billBody } from '../harness/bodies.ts'
import { callsOf, createOrganization, invoiceBody } from '../harness/organization.ts'

// The first page at the edges of its buckets and months.

async function booksAt(start: string) {
  let now = start
  const owner = await createOrganization(await createTestApp({ now: () => new Date(now) }))
  const { get, post } = callsOf(owner)
  const sell = (invoice_date: string, price: number, due_date = invoice_date) =>
    post(
      '/invoices',
      invoiceBody(owner, {
        invoice_date,
        due_date,
        items: [{ product_id: owner.ids.service, quantity: 1, price, tax_rate: 0 }],
        tax_id: owner.ids.zeroTax,
      }),
    )
  const at = (moment: string) => {
    now = moment
  }
  return { owner, get, post, sell, at, home: (): Promise<Home> => get('/reports/home') }
}

test.each([
  [0, 'not_due'],
  [1, 'days_30'],
  [30, 'days_30'],
  [31, 'days_60'],
  [60, 'days_60'],
  [61, 'days_90'],
  [90, 'days_90'],
  [91, 'older'],
])('an item overdue by %i days is in the bucket %s, as in the ageing report', async (days, bucket) => {
  const today = '2028-06-15'
  const { get, sell, home } = await booksAt(`${today}T09:00:00Z`)
  await sell('2028-01-02', 100, addDays(today, -days))
  const ages = (await home()).receivable_by_age
  expect(ages.filter(({ amount }) => amount !== 0)).toEqual([{ bucket, amount: 100 }])
  const { rows } = await get(`/reports/aged-receivables?to=${today}`)
  if (bucket !== 'older') expect(rows.at(-1).figures[bucket]).toBe(100)
})

test('drafts of invoices and of bills are counted apart', async () => {
  const { owner, post, home } = await booksAt('2028-06-15T09:00:00Z')
  const draft = { status: 'draft' }
  await post('/invoices', invoiceBody(owner, { invoice_date: '2028-06-15', due_date: '2028-06-15', ...draft }))
  for (let count = 0; count < 2; count++)
    await post('/bills', billBody(owner, { bill_date: '2028-06-15', due_date: '2028-06-15', ...draft }))
  expect((await home()).attention).toMatchObject({ draft_invoices: 1, draft_bills: 2 })
})

test('on the last day of a short month the whole of the longer month before is compared', async () => {
  const { sell, home, at } = await booksAt('2028-04-29T09:00:00Z')
  await sell('2028-03-30', 100)
  await sell('2028-03-31', 10)
  expect(await home()).toMatchObject({ sales_last_month: 110, sales_last_month_so_far: 0 })
  at('2028-04-30T09:00:00Z')
  expect((await home()).sales_last_month_so_far).toBe(110)
})
