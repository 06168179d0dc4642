import { beforeEach, expect, test } from 'vitest'
import { accountId, bodies } from '../harness/bodies.ts'
import { assetBooks, partsOf } from './asset-books.ts'

// Methods other than the straight line, and assets that move.

const { owner, post, get, at, pass, balance, opening, computers } = await assetBooks()
beforeEach(() => at('2026-01-20'))
const classOf = async (change: object) =>
  (await post('/accounting/asset-classes', { ...(await bodies.assetClasses(owner)), ...change })).id
const refused = async (path: string, body: object) => (await owner.post(path, body)).headers.refusal
const coins = (figure: number) => Math.round(figure * 100)

test('a declining balance takes its percent of each year, and a disposal taken back leaves the same plan', async () => {
  const asset_class_id = await classOf({ method: 'declining', life_months: 60, declining_percent: '40' })
  const asset = await opening({ asset_class_id, cost: '10000', residual: '0' })
  const planned = partsOf(asset, 'planned')
  expect(planned.slice(0, 12).reduce((sum, amount) => sum + coins(amount), 0)).toBe(400_000)
  expect(planned.reduce((sum, amount) => sum + coins(amount), 0)).toBe(1_000_000)
  at('2026-03-31')
  await pass()
  await post(`/accounting/assets/${asset.id}/dispose`, { date: '2026-03-31', how: 'scrapped' })
  const back = await post(`/accounting/assets/${asset.id}/restore`, {})
  const again = [...partsOf(back, 'posted'), ...partsOf(back, 'planned')]
  expect(again.reduce((sum, amount) => sum + coins(amount), 0)).toBe(1_000_000)
  expect(again).toHaveLength(60)
  expect(
    await refused('/accounting/asset-classes', { ...(await bodies.assetClasses(owner)), method: 'declining' }),
  ).toBe('invalid_input')
})

test('readings of use depreciate what was used, and the last takes the rest', async () => {
  const asset_class_id = await classOf({ method: 'units', life_months: '' })
  expect(await refused('/accounting/assets', { ...(await body(asset_class_id)), life_months: 12 })).toBe(
    'life_of_other_method',
  )
  expect(await refused('/accounting/assets', { ...(await body(asset_class_id)), life_units: '' })).toBe(
    'asset_life_missing',
  )
  const { id } = await post('/accounting/assets', await body(asset_class_id))
  const read = (reading: string, date = '2026-01-20') => post(`/accounting/assets/${id}/readings`, { date, reading })
  const before = await balance('120203', '2026-12-31')
  expect(partsOf(await read('30000'), 'posted')).toEqual([3600])
  expect(await refused(`/accounting/assets/${id}/readings`, { date: '2026-01-20', reading: '30000' })).toBe(
    'reading_below',
  )
  expect(await read('45000')).toMatchObject({ reading: 45_000, accumulated: 5400 })
  const back = await post(`/accounting/assets/${id}/restore`, {})
  expect(back).toMatchObject({ reading: 30_000, accumulated: 3600 })
  expect(await read('200000')).toMatchObject({ status: 'depreciated', accumulated: 12_000, book_value: 0 })
  expect(coins((await balance('120203', '2026-12-31')) - before)).toBe(-1_200_000)
  await post('/accounting/period-locks', { all: '2026-01-31' })
  const other = await post('/accounting/assets', await body(asset_class_id))
  expect(await refused(`/accounting/assets/${other.id}/readings`, { date: '2026-01-20', reading: '1' })).toBe(
    'period_locked',
  )
  await post('/accounting/period-locks', { all: '' })
})
const body = async (asset_class_id: number) => ({
  name: 'شاحنة',
  asset_class_id,
  branch_id: owner.ids.branch,
  acquired_on: '2026-01-01',
  cost: '12000',
  residual: '0',
  life_units: '100000',
})

test('an asset that moves takes its cost and depreciation along, and each account equals the register on every day', async () => {
  const [cost_account_id, accumulated_account_id] = [await accountId(owner, '120105'), await accountId(owner, '120204')]
  const vehicles = await classOf({ cost_account_id, accumulated_account_id })
  const branch = await post('/branches', { ...(await bodies.branches(owner)), name: 'فرع آخر' })
  const { id } = await opening({ cost: '12000', residual: '0', life_months: 60 })
  const before = [await balance('120105', '2026-12-31'), await balance('120204', '2026-12-31')] as const
  at('2026-04-30')
  await pass()
  const early = await refused(`/accounting/assets/${id}/transfer`, { date: '2026-03-15', branch_id: branch.id })
  expect(early).toBe('asset_months_posted')
  expect(await refused(`/accounting/assets/${id}/transfer`, { date: '2026-04-30' })).toBe('transfer_to_same')
  const moved = await post(`/accounting/assets/${id}/transfer`, {
    date: '2026-04-30',
    branch_id: branch.id,
    asset_class_id: vehicles,
    reason: 'إلى الفرع',
  })
  expect(moved).toMatchObject({ accumulated: 800, branch_id: branch.id, asset_class_id: vehicles })
  expect((await balance('120105', '2026-04-30')) - before[0]).toBe(12_000)
  expect((await balance('120204', '2026-04-30')) - before[1]).toBe(-800)
  at('2026-05-31')
  await pass()
  expect((await balance('120204', '2026-05-31')) - before[1]).toBe(-1000)
  for (const to of ['2026-04-29', '2026-04-30', '2026-05-31']) {
    const { rows } = await get(`/reports/asset-register?from=2026-01-01&to=${to}`)
    // The cost of openings is in no entry here.
    const others = rows.filter(({ key }: { key: string }) => key.startsWith('not_in_register'))
    expect(others.map(({ key }: { key: string }) => key)).toEqual([`not_in_register:${computers}`])
  }
  const gone = await post(`/accounting/assets/${id}/dispose`, { date: '2026-06-15', how: 'scrapped' }).catch(() => null)
  expect(gone).toBeNull()
  at('2026-06-15')
  expect(await post(`/accounting/assets/${id}/dispose`, { date: '2026-06-15', how: 'scrapped' })).toMatchObject({
    status: 'disposed',
    accumulated: 0,
  })
  await post(`/accounting/assets/${id}/restore`, {})
  expect((await owner.remove(`/accounting/assets/${id}`)).status).toBe(200)
  expect((await balance('120105', '2026-12-31')) - before[0]).toBe(0)
  expect((await balance('120204', '2026-12-31')) - before[1]).toBe(0)
})
