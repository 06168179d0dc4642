import { expect, test } from 'vitest'
import type { TrialBalanceTrend } from '#contract/reports/trial-balance-trend.ts'
import { createTestApp } from '../harness/api.ts'
import { callsOf, createOrganization, invoiceBody } from '../harness/organization.ts'

test.each(['closed', 'open'])('after a year that is %s the lines still end with the trial balance', async (status) => {
  const app = await createTestApp({ now: () => new Date('2028-03-22T09:00:00Z') })
  const owner = await createOrganization(app)
  const { get, post } = callsOf(owner)
  const years = '/accounting/financial-years'
  const year = await post(years, { name: '2027', type: 'yearly', started_at: '2027-01-01', ended_at: '2027-12-31' })
  await post(`${years}/${year.id}/change-status`, { status: 'open' })
  for (const day of ['2027-11-10', '2028-02-03'])
    await post('/invoices', invoiceBody(owner, { invoice_date: day, due_date: '2028-03-31' }))
  if (status === 'closed')
    for (const next of ['under_review', 'closed']) await post(`${years}/${year.id}/change-status`, { status: next })
  const trend: TrialBalanceTrend = await get('/reports/trial-balance/trend')
  const balances = new Map(trend.accounts.map(({ id, balances }) => [`account:${id}`, balances.at(-1)]))
  const { rows } = await get('/reports/trial-balance')
  const accounts = rows.filter(({ key }: { key: string }) => key.startsWith('account:'))
  expect(accounts.length).toBeGreaterThan(5)
  for (const { key, figures } of accounts)
    expect([key, balances.get(key)]).toEqual([key, figures.closing_debit - figures.closing_credit])
})

test('the line of an account ends with the balance of the trial balance, groups with the sum of their accounts', async () => {
  const app = await createTestApp({ now: () => new Date('2028-03-22T09:00:00Z') })
  const owner = await createOrganization(app)
  const { get, post } = callsOf(owner)
  for (const day of ['2028-01-10', '2028-02-03', '2028-03-15'])
    await post('/invoices', invoiceBody(owner, { invoice_date: day, due_date: '2028-03-31' }))
  const trend: TrialBalanceTrend = await get('/reports/trial-balance/trend')
  expect([trend.months[0], trend.months.at(-1)]).toEqual(['2027-04', '2028-03'])
  const { rows } = await get('/reports/trial-balance')
  const balances = new Map(trend.accounts.map(({ id, balances }) => [`account:${id}`, balances]))
  const moved = rows.filter((row: { key: string }) => balances.has(row.key))
  expect(moved.length).toBeGreaterThan(5)
  for (const { key, figures } of moved)
    expect([key, balances.get(key)?.at(-1)]).toEqual([key, figures.closing_debit - figures.closing_credit])
  const receivable = moved.find(({ texts }: { texts: { number: string } }) => texts.number === '110201')
  expect(balances.get(receivable.key)?.slice(-4)).toEqual([0, 1150, 2300, 3450])
  const earlier: TrialBalanceTrend = await get('/reports/trial-balance/trend?to=2028-02-20')
  expect(earlier.months.at(-1)).toBe('2028-02')
  expect(earlier.accounts.find(({ id }) => `account:${id}` === receivable.key)?.balances.at(-1)).toBe(2300)
})
