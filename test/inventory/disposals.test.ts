import { expect, test } from 'vitest'
import type { Sheet } from '#contract/reports/sheet.ts'
import { createTestApp } from '../harness/api.ts'
import { callsOf, createOrganization } from '../harness/organization.ts'

// The accumulated depreciation of a sold asset leaves the operating section together with the asset, only in the period of the sale.
// Opening balances of both are not a sale (accounting rule 5.6, decision 0012). Every figure is computed manually.

const owner = await createOrganization(await createTestApp({ now: () => new Date('2028-06-15T09:00:00Z') }))
const { get, post } = callsOf(owner)
const chart = new Map(
  ((await get('/accounting/accounts/list')) as { id: number; number: string }[]).map(({ id, number }) => [number, id]),
)
const line = (number: string, debit: number, credit: number) => ({ account_id: chart.get(number), debit, credit })
const entry = (journal_date: string, ...lines: object[]) =>
  post('/accounting/journal-entries', {
    journal_number: `J-${journal_date}`,
    journal_date,
    currency_id: 1,
    branch_id: owner.ids.branch,
    lines,
  })
/** Rows of accounts and the sums of the parts. */
async function flow(days: string): Promise<Record<string, number>> {
  const { rows, difference } = (await get(`/reports/cash-flow?${days}`)) as Sheet
  expect(difference).toBe(0)
  return Object.fromEntries(
    rows.flatMap(({ texts, key, figures }): [string, number][] =>
      figures.amount ? [[typeof texts.number === 'string' && texts.number ? texts.number : key, figures.amount]] : [],
    ),
  )
}

test('an asset of the opening balances, depreciated and sold', async () => {
  await post('/accounting/opening', {
    opening_date: '2028-01-01',
    branch_id: owner.ids.branch,
    version: 0,
    lines: [line('110103', 1000, 0), line('120104', 50_000, 0), line('120203', 0, 10_000)],
  })
  await entry('2028-01-31', line('520401', 250, 0), line('120203', 0, 250))
  // Furniture of 3,000, of which 2,000 were written off, for 1,500.
  await entry(
    '2028-02-10',
    line('110103', 1500, 0),
    line('120203', 2000, 0),
    line('120104', 0, 3000),
    line('420104', 0, 500),
  )
  await entry('2028-03-31', line('520401', 200, 0), line('120203', 0, 200))
  const cash = (opening_cash: number, net_change: number) => ({
    opening_cash,
    closing_cash: opening_cash + net_change,
    ...(net_change && { net_change }),
  })
  // Opening balances are cash at the beginning, and neither depreciation nor additions of January.
  const january = await flow('from=2028-01-01&to=2028-01-31')
  expect(january).toEqual({ net_profit: -250, noncash_items: 250, 120203: 250, ...cash(1000, 0) })
  const february = await flow('from=2028-02-01&to=2028-02-29')
  expect(february).toMatchObject({ net_investing: 1500, 120104: 3000, 120203: -2000, ...cash(1000, 1500) })
  expect(february.noncash_items).toBeUndefined()
  const march = await flow('from=2028-03-01&to=2028-03-31')
  expect(march).toEqual({ net_profit: -200, noncash_items: 200, 120203: 200, ...cash(2500, 0) })
})
