import { beforeEach, expect, test } from 'vitest'
import { accountId } from '../harness/bodies.ts'
import { expectOk, invoiceBody } from '../harness/organization.ts'
import { assetBooks, partsOf } from './asset-books.ts'

// The register of assets through its calls.

const { owner, post, get, at, pass, balance, ...books } = await assetBooks()
const { opening, assetBody, bill, bought, asset_class_id, computers, sale } = books
beforeEach(() => at('2026-01-20'))
const coins = (figure: number | undefined) => Math.round((figure ?? 0) * 100)
const day = (asset: Parameters<typeof partsOf>[0]) => partsOf(asset, 'posted')

test('pieces of a bill row become assets, and their months post by themselves', async () => {
  const before = [await balance('120104', '2026-12-31'), await balance('120203', '2026-12-31')] as const
  const { id } = await bill(bought(3, 1000))
  const shown = await get(`/bills/${id}/assets`)
  expect(shown.rows).toMatchObject([
    { line_number: 1, amount: 3000, units: 3, open_units: 3, account: { number: '120104' } },
  ])
  const { ids } = await post(`/bills/${id}/assets`, { line_number: 1, asset_class_id, units: 2 })
  expect(ids).toHaveLength(2)
  expect((await get(`/bills/${id}/assets`)).rows[0].open_units).toBe(1)
  const made = await get(`/accounting/assets/${ids[0]}`)
  expect(made).toMatchObject({ cost: 1000, vat: 150, acquired_on: '2026-01-10', document_id: id, status: 'active' })
  expect(made.parts).toHaveLength(36)
  at('2026-03-31')
  await pass()
  expect(day(await get(`/accounting/assets/${ids[0]}`))).toEqual([27.78, 27.78, 27.78])
  expect((await balance('120203', '2026-03-31')) - before[1]).toBe(-166.68)
  expect((await balance('120104', '2026-03-31')) - before[0]).toBe(3000)
  expect((await get(`/bills/${id}`)).locked_because).toBe('has_assets')
  const refused = await owner.ask('DELETE', `/bills/${id}`, {})
  expect([refused.status, refused.headers.refusal]).toEqual([422, 'has_assets'])
  for (const one of ids) expectOk(await owner.ask('DELETE', `/accounting/assets/${one}`, {}))
  expect((await balance('120203', '2026-03-31')) - before[1]).toBe(0)
  expectOk(await owner.ask('DELETE', `/bills/${id}`, {}))
})

test('an asset that is sold within a month leaves with its depreciation to the day', async () => {
  const { id } = await opening({ cost: '12000', residual: '0', life_months: 60 })
  at('2026-06-15')
  await pass()
  expect(day(await get(`/accounting/assets/${id}`))).toEqual([200, 200, 200, 200, 200])
  const before = { gains: await balance('420104', '2026-12-31'), cost: await balance('120104', '2026-12-31') }
  const days = { invoice_date: '2026-06-15', due_date: '2026-06-15' }
  const items = [{ product_id: sale, quantity: 1, price: 7500, tax_rate: 15 }]
  const { id: document_id } = await post('/invoices', invoiceBody(owner, { ...days, items }))
  const asked = { date: '2026-06-15', how: 'sold', proceeds: '7500', document_id }
  const preview = await post(`/accounting/assets/${id}/dispose/preview`, asked)
  expect(preview.entries).toHaveLength(2)
  const gone = await post(`/accounting/assets/${id}/dispose`, asked)
  expect(gone).toMatchObject({ status: 'disposed', cost: 0, accumulated: 0, book_value: 0 })
  expect(gone.events.at(-1)).toMatchObject({ kind: 'disposed', proceeds: 7500, book_value: 10900, gain: -3400 })
  expect((await balance('420104', '2026-12-31')) - before.gains).toBe(3400)
  expect((await balance('120104', '2026-12-31')) - before.cost).toBe(-12000)
  expect((await get(`/invoices/${document_id}`)).locked_because).toBe('has_disposals')
  const refused = await owner.ask('DELETE', `/invoices/${document_id}`, {})
  expect(refused.headers.refusal).toBe('has_disposals')
  const back = await post(`/accounting/assets/${id}/restore`, {})
  expect(back).toMatchObject({ status: 'active', cost: 12000, accumulated: 1000 })
  at('2026-07-31')
  await pass()
  expect(day(await get(`/accounting/assets/${id}`))).toEqual(Array(7).fill(200))
})

test('a month that was posted later in the month of the disposal is taken back', async () => {
  const { id } = await opening({ cost: '12000', residual: '0', life_months: 60 })
  at('2026-02-28')
  await pass()
  const early = await owner.post(`/accounting/assets/${id}/dispose`, { date: '2026-01-14', how: 'scrapped' })
  expect([early.headers.refusal, early.body.errors.date]).toEqual(['asset_months_posted', expect.any(String)])
  const gone = await post(`/accounting/assets/${id}/dispose`, { date: '2026-02-14', how: 'scrapped' })
  expect(day(gone)).toEqual([200, 100])
  expect(gone.events.at(-1)).toMatchObject({ book_value: 11700, gain: -11700 })
})

test('a third of an asset leaves, and the rest goes on', async () => {
  const { id } = await opening({ cost: '9000', residual: '900', life_months: 36 })
  at('2026-02-28')
  await pass()
  at('2026-03-10')
  const asked = { date: '2026-03-10', how: 'sold', proceeds: '1000', cost: '3000' }
  expect((await owner.post(`/accounting/assets/${id}/dispose`, asked)).headers.refusal).toBe('invoice_or_account')
  const account_id = await accountId(owner, '110103')
  const gone = await post(`/accounting/assets/${id}/dispose`, { ...asked, account_id })
  // 225 a month: a third of two months, and of ten days of 31.
  expect(gone).toMatchObject({ status: 'active', cost: 6000, residual: 600, accumulated: 300 })
  expect(gone.events.at(-1)).toMatchObject({ cost: -3000, accumulated: -174.19, book_value: 2825.81, gain: -1825.81 })
  const rest = partsOf(gone, 'planned')
  expect(rest).toHaveLength(34)
  expect(rest.reduce((sum, amount) => sum + amount * 100, 0)).toBeCloseTo(510_000, 6)
})

test('a revision and an impairment plan the months again that are not posted', async () => {
  const { id } = await opening({ cost: '3600', residual: '0' })
  at('2026-02-28')
  await pass()
  at('2026-03-05')
  const revised = await post(`/accounting/assets/${id}/revise`, {
    date: '2026-03-05',
    life_months: 12,
    residual: '400',
    reason: 'تلف',
  })
  expect(partsOf(revised, 'planned')).toEqual(Array(10).fill(300))
  const over = await owner.post(`/accounting/assets/${id}/revise`, { date: '2026-03-05', life_months: 2, reason: 'x' })
  expect(over.headers.refusal).toBe('life_over')
  const high = await owner.post(`/accounting/assets/${id}/revise`, {
    date: '2026-03-05',
    residual: '3500',
    reason: 'x',
  })
  expect(high.headers.refusal).toBe('residual_above_book_value')
  const impaired = await post(`/accounting/assets/${id}/impair`, { date: '2026-03-05', amount: '1000', reason: 'هبوط' })
  expect(partsOf(impaired, 'planned')).toEqual(Array(10).fill(200))
  expect(impaired).toMatchObject({ accumulated: 1200, book_value: 2400 })
  const much = await owner.post(`/accounting/assets/${id}/impair`, {
    date: '2026-03-05',
    amount: '2000.01',
    reason: 'x',
  })
  expect(much.headers.refusal).toBe('impairment_above_value')
})

test('a closed month waits as a task', async () => {
  const { id } = await opening({ cost: '3600', residual: '0' })
  await post('/accounting/period-locks', { all: '2026-01-31' })
  at('2026-02-28')
  await pass()
  const shown = await get(`/accounting/assets/${id}`)
  expect(shown.parts.slice(0, 2)).toMatchObject([{ state: 'failed' }, { state: 'posted' }])
  const close = await get('/accounting/month-close?date=2026-01-31')
  expect(close.steps.find(({ name }: { name: string }) => name === 'deferrals')).toMatchObject({ state: 'open' })
  const tasks = await get('/deferrals')
  expect(tasks).toMatchObject([{ kind: 'asset', asset_id: id }])
  const waits = await owner.post(`/accounting/assets/${id}/dispose`, { date: '2026-02-28', how: 'scrapped' })
  expect(waits.headers.refusal).toBe('asset_month_waits')
  expect((await owner.post(`/deferrals/${tasks[0].id}/cancel`, {})).headers.refusal).toBe('schedule_of_asset')
  expect((await owner.post(`/deferrals/${tasks[0].id}/stop`, { date: '2026-02-28' })).headers.refusal).toBe(
    'schedule_of_asset',
  )
  await post(`/deferrals/${tasks[0].id}/parts/1/retry`, { date: '2026-02-28' })
  await post(`/accounting/assets/${id}/dispose`, { date: '2026-02-28', how: 'scrapped' })
  await post('/accounting/period-locks', { all: '' })
})

test.each([
  ['a residual value above the cost', { residual: '20000' }, 'residual_above_cost'],
  [
    'a life that is over',
    { opening_accumulated: '1', acquired_on: '2022-01-01', depreciated_to: '2025-12-31', life_months: 36 },
    'life_over',
  ],
  ['depreciation without its last day', { opening_accumulated: '1' }, 'depreciated_to_missing'],
  [
    'depreciation below the residual value',
    { opening_accumulated: '12000.01', depreciated_to: '2026-01-02' },
    'residual_above_book_value',
  ],
  ['a use before the purchase', { in_service_on: '2025-12-31' }, 'date_before_source'],
])('refuses %s', async (_, change, refusal) => {
  const reply = await owner.post('/accounting/assets', assetBody(change))
  expect([reply.status, reply.headers.refusal]).toEqual([422, refusal])
})

test('the register equals the ledger on every day, with what is in the account and not in the register', async () => {
  at('2026-12-31')
  await pass()
  const entry = { journal_number: 'FA-X', journal_date: '2026-05-05', currency_id: 1, branch_id: owner.ids.branch }
  const lines = [
    { account_id: computers, debit: '70', credit: '' },
    { account_id: await accountId(owner, '110103'), debit: '', credit: '70' },
  ]
  await post('/accounting/journal-entries', { ...entry, lines })
  for (const to of ['2026-01-31', '2026-02-14', '2026-03-10', '2026-06-30', '2026-12-31']) {
    const { rows } = await get(`/reports/asset-register?from=2026-01-01&to=${to}`)
    type Row = { key: string; figures: Record<string, number>; link: unknown }
    const of = (key: string) => (rows as Row[]).filter((row) => row.key.startsWith(key))
    const total = of('register_total')[0]?.figures as Record<string, number>
    expect(coins(total.accumulated_after)).toBe(-coins(await balance('120203', to)))
    const [balanceRow] = of(`account_balance:${computers}`)
    const [other] = of(`not_in_register:${computers}`)
    expect(balanceRow?.figures.cost_after).toBe(await balance('120104', to))
    const explained = (total.cost_after ?? 0) + (other?.figures.cost_after ?? 0)
    expect(coins(explained)).toBe(coins(await balance('120104', to)))
  }
})

test('the usual classes are added once, on the accounts that no class uses', async () => {
  const { added } = await post('/accounting/asset-classes/usual', {})
  expect(added).toBe(5)
  const classes = await get('/accounting/asset-classes?per_page=50')
  const land = classes.find(({ name_en }: { name_en: string }) => name_en === 'Land')
  expect(land).toMatchObject({ method: 'none', accumulated_account: null, asset_count: 0 })
  const again = await owner.post('/accounting/asset-classes/usual', {})
  expect([again.status, again.headers.refusal]).toEqual([422, 'no_usual_classes'])
})
