import { beforeAll, expect, test } from 'vitest'
import type { Sheet } from '#contract/reports/sheet.ts'
import { createTestApp } from '../harness/api.ts'
import { clearOpening, expectOk, idOf, today } from '../harness/organization.ts'
import { openEveryFigure, showOnce } from '../harness/reports/report-links.ts'
import { createSmallCompany, journal, type SmallCompany } from '../harness/small-company.ts'

// Every figure of a statement that leads somewhere opens rows that come to it: of books that were brought along in the
// middle of a year, with a closed year, returns that were filed in it and after it, and cost centers below others.

let owner: SmallCompany
const year = Number(today().slice(0, 4))
const last = year - 1
const centers: number[] = []
beforeAll(async () => {
  owner = await createSmallCompany(await createTestApp(), year)
  const { accountIds, ids } = owner
  const line = (number: string, side: object) => ({ account_id: accountIds.get(number), ...side })
  const lines = [
    line('110103', { debit: 900 }),
    line('120104', { debit: 5000 }),
    line('120203', { credit: 700 }),
    // Earnings before the books began here.
    line('410102', { credit: 3000 }),
    line('520201', { debit: 1100 }),
  ]
  expectOk(await owner.post('/accounting/opening', { opening_date: `${last}-12-12`, branch_id: ids.branch, lines }))
  const center = async (number: string, type: string, parent_id: number | null) =>
    idOf(
      owner.post('/accounting/cost-centers', {
        number,
        name: `مركز ${number}`,
        name_en: `Center ${number}`,
        type,
        parent_id,
        status: 'active',
      }),
    )
  const main = await center('7', 'main', null)
  centers.push(main, await center('701', 'sub', main), await center('702', 'sub', main))
  for (const [index, amount] of [40, 70].entries())
    await journal(owner, `${last}-12-22`, '520301', '110103', amount, centers[index + 1])
  await journal(owner, `${year}-02-11`, '520301', '110103', 25, centers[1])
  await sellFurniture()
  expectOk(await clearOpening(owner, '0', `${last}-12-31`))
})

/** For 1,500 what had cost 3,000, of which 2,000 were written off: depreciation that leaves with it is investing. */
async function sellFurniture() {
  const line = (number: string, debit: number, credit: number) => ({
    account_id: owner.accountIds.get(number),
    debit,
    credit,
  })
  const lines = [line('110103', 1500, 0), line('120203', 2000, 0), line('120104', 0, 3000), line('420104', 0, 500)]
  const header = { journal_number: 'SALE', journal_date: `${year}-02-15`, currency_id: 1, branch_id: owner.ids.branch }
  expectOk(await owner.post('/accounting/journal-entries', { ...header, lines }))
}

test('the disposal of an asset is investing, in total and by account', async () => {
  const show = showOnce(owner)
  const { rows } = await show(`cash-flow?from=${year}-02-01&to=${year}-02-28`)
  const within = rows.filter(({ link }) => link?.query.account_id === owner.accountIds.get('120203'))
  expect(within.map(({ figures, link }) => [link?.query.line, figures.amount])).toEqual([
    ['noncash_items', 250],
    ['net_investing', -2000],
  ])
  const {
    subject,
    filters,
    rows: moved,
  } = await show(`account-statement?from=${year}-02-01&to=${year}-02-28&line=net_investing`)
  expect([subject?.word, filters]).toEqual(['lines.net_investing', []])
  expect(moved.at(-1)?.figures).toMatchObject({ debit: 5000, credit: 3500, balance: -1500 })
  expect((await owner.get('/reports/account-statement')).body.errors.account_id).toBeDefined()
})

/**
 * Every statement of a range in each of the years and across their border: alone, compared, filtered and as recorded.
 */
async function openAll(): Promise<number> {
  const show = showOnce(owner)
  let opened = 0
  for (const range of [
    `from=${last}-12-01&to=${last}-12-31&compare=previous_period`,
    `from=${last}-12-12&to=${last}-12-12`,
    `from=${last}-12-20&to=${year}-03-31&as_known_at=${today()}`,
    `from=${year}-01-01&to=${year}-03-31&compare=same_period_last_year`,
  ])
    for (const path of [
      `trial-balance?${range}`,
      `cash-flow?${range}`,
      `balance-sheet?${range}`,
      `profit-and-loss?${range}`,
      `vat-return?${range}`,
      `cost-center-report?${range}&roll_up=true`,
      `cost-center-report?${range}&roll_up=true&cost_center_id=0,${centers[1]}`,
    ])
      opened += await openEveryFigure(show, path)
  return opened
}
test('the name of a row opens the days its statement is of, narrowed and as known as it is', async () => {
  const days = { from: `${last}-01-01`, to: `${last}-12-31` }
  const asked = { ...days, as_known_at: today(), branch_id: String(owner.ids.branch) }
  for (const name of [
    'trial-balance',
    'profit-and-loss',
    'cost-center-report',
    'balance-sheet',
    'cash-flow',
    'vat-return',
  ]) {
    const { branch_id, ...whole } = asked
    const query = name === 'vat-return' ? whole : { ...whole, branch_id }
    const sheet: Sheet = expectOk(await owner.get(`/reports/${name}?${new URLSearchParams(query)}`)).body.data
    for (const { columns } of [sheet, ...(sheet.below ? [sheet.below] : [])]) {
      const names = columns.find(({ kind }) => kind === 'label')
      expect(names?.query, name).toMatchObject({ ...query, as_known_at: expect.any(String) })
    }
  }
})

test('cash at the beginning and at the end equals the cash accounts, including opening balances', async () => {
  for (const days of [`from=${last}-12-20&to=${year}-03-31`, `from=${last}-12-01&to=${last}-12-31`]) {
    const { rows, below } = expectOk(await owner.get(`/reports/cash-flow?${days}`)).body.data as Sheet
    const amount = (key: string) => rows.find((row) => row.key === key)?.figures.amount
    expect(below?.rows.at(-1)?.figures, days).toEqual({
      opening_cash: amount('opening_cash'),
      moved_cash: amount('net_change'),
      closing_cash: amount('closing_cash'),
    })
    expect(below?.rows.map(({ link }) => link?.to ?? null)).toContain('account_statement')
    // Opening balances inside the range appear at its beginning, which no statement of the days before shows.
    const opening = below?.columns.find(({ key }) => key === 'opening_cash')
    expect(opening?.query, days).toMatchObject(
      days.startsWith(`from=${last}-12-01`) ? { from: `${last}-12-01`, without: 'opening' } : { to: `${last}-12-19` },
    )
  }
})

test('party balances open their open items by age; stock figures open the stock card', async () => {
  const show = showOnce(owner)
  let opened = 0
  for (const aged of ['aged-receivables', 'aged-payables'])
    for (const asked of [`to=${today()}`, `to=${last}-12-31`, `to=${year}-02-28&as_known_at=${today()}`])
      for (const report of [aged, aged.replace('aged', 'open')])
        opened += await openEveryFigure(show, `${report}?${asked}`)
  await openEveryFigure(show, `inventory-valuation?to=${today()}`)
  expect(opened).toBeGreaterThanOrEqual(8)
  const { columns, rows } = await show(`inventory-valuation?to=${today()}`)
  const { link, figures } = rows.at(-1) as Sheet['rows'][number]
  const account = await show(
    `${link?.to.replace('_', '-')}?${new URLSearchParams(link?.query as Record<string, string>)}`,
  )
  expect(account.rows.at(-1)?.figures.balance).toBe(figures.value)
  expect(rows[0]?.link?.query).toMatchObject({ to: today() })
  for (const key of ['quantity', 'value']) expect(columns.find((column) => column.key === key)?.query, key).toEqual({})
})

test('the rows of a customer, of a product and of both have the same form and are filtered', async () => {
  const rows = async (narrowed: string): Promise<Sheet['rows']> =>
    expectOk(await owner.get(`/reports/sales-details?from=${last}-01-01&to=${year}-12-31${narrowed}`)).body.data.rows
  const { customer, service, goods } = owner.ids
  const all = await rows('')
  expect(all.at(-1)?.figures).toMatchObject({ net: 3000, tax: 450, cost: 0 })
  const told = ({ key, figures }: Sheet['rows'][number]) => [key, figures.net, figures.tax, figures.gross_profit]
  for (const one of [`&party_id=${customer}`, `&product_id=${service}`, `&party_id=${customer}&product_id=${service}`])
    expect((await rows(one)).map(told), one).toEqual(all.map(told))
  expect(await rows(`&party_id=${customer}&product_id=${goods}`)).toEqual([])
  const stranger = await owner.get(`/reports/purchases-details?party_id=${customer}`)
  expect(Object.keys(stranger.body.errors)).toEqual(['party_id'])
})

test('every other report, whose rows are what others open', async () => {
  const show = showOnce(owner)
  const range = `from=${last}-12-20&to=${year}-03-31`
  for (const path of [
    `profit-and-loss?${range}&columns=month`,
    `cost-center-report?${range}&compare=previous_period`,
    `sales-by-customer?${range}`,
    `sales-by-product?${range}`,
    `purchases-by-supplier?${range}`,
    `purchases-by-product?${range}`,
    `sales-details?${range}`,
    `purchases-details?${range}`,
    `journal?${range}`,
    `vat-details?${range}`,
    `account-statement?${range}&line=all_accounts`,
    `customer-statement?${range}&customer_id=${owner.ids.customer}`,
    `stock-card?${range}&product_id=${owner.ids.goods}`,
    `supplier-statement?${range}&supplier_id=${owner.ids.supplier}`,
    `entry-digests?${range}`,
  ])
    await openEveryFigure(show, path)
})

const differenceOf = async (period: string) =>
  expectOk(await owner.get(`/reports/vat-return?${period}`)).body.data.difference as number
const last_quarter = `from=${last}-10-01&to=${last}-12-31`
const first_quarter = `from=${year}-01-01&to=${year}-03-31`

test('in open books', async () => {
  expect(await openAll()).toBeGreaterThan(200)
})

test('in a year that is closed, its return filed after it', async () => {
  const status = { status: 'closed', waive_vat: true }
  expectOk(await owner.post(`/accounting/financial-years/${owner.lastYearId}/change-status`, status))
  const { periods } = expectOk(await owner.get('/vat-periods')).body.data as { periods: { id: number; to: string }[] }
  for (const { id } of periods.filter(({ to }) => to < `${year}-01-01`))
    expectOk(await owner.post(`/vat-periods/${id}/file`))
  // It was settled on a day of the next period, which is none of that period's tax.
  expect(await differenceOf(last_quarter)).toBe(0)
  expect(await differenceOf(first_quarter)).toBe(0)
  expect(await openAll()).toBeGreaterThan(200)
})
