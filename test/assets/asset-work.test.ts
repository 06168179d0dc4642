import { beforeEach, expect, test } from 'vitest'
import { bodies } from '../harness/bodies.ts'
import { invoiceBody } from '../harness/organization.ts'
import { readPdf } from '../harness/pdf-text.ts'
import { runOf } from '../imports/import-files.ts'
import { assetBooks } from './asset-books.ts'

// What is done with assets apart from their figures: sold from the invoice, seen, labelled, answered for, pooled for the tax.

const { app, owner, post, get, at, pass, opening, sale, asset_class_id } = await assetBooks()
beforeEach(() => at('2026-06-15'))
const refused = async (path: string, body: object) => (await owner.post(path, body)).headers.refusal

test('an invoice disposes of the asset it sold in one press, and of no more than it brought', async () => {
  const asset = await opening({ cost: '12000', residual: '0', life_months: 60 })
  const other = await opening({ cost: '900', residual: '0' })
  const days = { invoice_date: '2026-06-15', due_date: '2026-06-15' }
  const items = [{ product_id: sale, quantity: 1, price: 7500, tax_rate: 15 }]
  const { id } = await post('/invoices', invoiceBody(owner, { ...days, items }))
  const shown = await get(`/invoices/${id}/assets`)
  expect(shown.candidates.find((one: { id: number }) => one.id === asset.id)).toMatchObject({ open: 7500 })
  expect(await refused(`/invoices/${id}/assets`, { asset_id: asset.id, proceeds: '7500.01' })).toBe(
    'invoice_not_of_disposal',
  )
  const after = await post(`/invoices/${id}/assets`, { asset_id: asset.id })
  expect(after).toMatchObject({ candidates: [], sold: [{ id: asset.id, proceeds: 7500 }] })
  expect(await get(`/accounting/assets/${asset.id}`)).toMatchObject({ status: 'disposed', book_value: 0 })
  expect(await refused(`/invoices/${id}/assets`, { asset_id: other.id })).toBe('invoice_not_of_disposal')
})

test('what was not seen since a day is missing, and what was seen elsewhere is named', async () => {
  const van = await opening({ name: 'شاحنة', place: 'الرياض', serial: 'VIN-7' })
  const desk = await opening({ name: 'مكتب', place: 'جدة' })
  const lost = await opening({ name: 'طابعة' })
  expect(await post('/accounting/asset-taking', { code: 'VIN-7', place: 'الرياض' })).toMatchObject({ verdict: 'found' })
  expect(await post('/accounting/asset-taking', { code: desk.number, place: 'الرياض' })).toMatchObject({
    verdict: 'elsewhere',
  })
  expect(await post('/accounting/asset-taking', { code: van.number, place: 'الرياض' })).toMatchObject({
    verdict: 'again',
  })
  expect(await refused('/accounting/asset-taking', { code: 'NONE' })).toBe('asset_unknown_code')
  for (const name of ['كرسي', 'كرسي آخر']) await opening({ name, serial: 'S-1' })
  expect(await refused('/accounting/asset-taking', { code: 'S-1' })).toBe('asset_code_unclear')
  const taking = await get('/accounting/asset-taking?since=2026-06-15')
  const ids = (name: string) => taking[name].map(({ id }: { id: number }) => id)
  expect(ids('found')).toEqual([van.id])
  expect(taking.elsewhere).toMatchObject([{ id: desk.id, seen_at: 'الرياض' }])
  expect(ids('missing')).toContain(lost.id)
  const headers = { authorization: `Bearer ${owner.token}` }
  const labels = await app.app.inject({ url: '/api/accounting/asset-labels', headers })
  const { text } = await readPdf(labels.rawPayload)
  expect(text).toContain(van.number)
  expect(text).toContain(lost.number)
  // What is only seen stops nothing that happened before.
  expect((await owner.remove(`/accounting/assets/${lost.id}`)).status).toBe(200)
})

test('an answer of article 52 is stored with its figure and the version of the law', async () => {
  const movable = (
    await post('/accounting/asset-classes', {
      ...(await bodies.assetClasses(owner)),
      name: 'منقولات',
      vat_kind: 'movable',
    })
  ).id
  const { id } = await opening({ asset_class_id: movable, cost: '400000', vat: '60000' })
  const before = await get('/reports/vat-adjustments?to=2026-12-31')
  expect(before.rows[0]).toMatchObject({ figures: { adjusted_years: 6, purchase_vat: 60_000, adjustment: null } })
  const use = { date: '2026-06-15', use_at_purchase: '100', use_now: '80' }
  const answered = await post(`/accounting/assets/${id}/tax-use`, use)
  expect(answered.events.at(-1)).toMatchObject({ kind: 'tax_use', adjustment: -2000, use_now: 80 })
  const { rows } = await get('/reports/vat-adjustments?to=2026-12-31')
  expect(rows.map((row: { figures: object }) => row.figures)).toMatchObject([
    { adjustment: -2000 },
    { adjustment: -2000 },
  ])
  const none = await opening({ asset_class_id, cost: '100', residual: '0' })
  expect(await refused(`/accounting/assets/${none.id}/tax-use`, use)).toBe('no_vat_to_adjust')
})

test('a pool depreciates what was left and half of two years, with the assets behind each figure', async () => {
  const pooled = (
    await post('/accounting/asset-classes', {
      ...(await bodies.assetClasses(owner)),
      name: 'آلات',
      tax_pool: 'machines',
    })
  ).id
  const add = (acquired_on: string, cost: string) =>
    opening({
      asset_class_id: pooled,
      acquired_on,
      entered_on: acquired_on < '2026' ? '2026-01-01' : acquired_on,
      cost,
      residual: '0',
    })
  await add('2025-03-01', '20000')
  await add('2026-02-01', '40000')
  const { rows } = await get('/reports/tax-pools?to=2026-12-31')
  // 2025: base 10,000, depreciation 2,500. 2026: 7,500 + 20,000 + 10,000.
  expect(rows[0]).toMatchObject({
    figures: {
      pool_opening: 7500,
      added_now: 40_000,
      added_before: 20_000,
      pool_base: 37_500,
      pool_depreciation: 9375,
      pool_closing: 28_125,
    },
  })
  expect(rows.slice(1).map((row: { link: { to: string } }) => row.link.to)).toEqual(['asset', 'asset'])
})

test('a file of events without their figures is refused on the missing column', async () => {
  const { number } = await opening({ cost: '5000', residual: '0' })
  const rows = [
    [number, '2026-05-31', 'taxable use', '100', '', '', ''],
    [number, '2026-05-31', 'reading', '', '', '', ''],
    [number, '2026-05-31', 'impaired', '', '', '', ''],
  ]
  const heads = 'asset number,date,event,taxable use at purchase,taxable use of the year,reading,amount'
  for (const [row, column] of rows.map((one, at) => [one, ['use_now', 'reading', 'amount'][at]] as const)) {
    const content = [heads, row.join(',')].join('\n')
    const { id } = await runOf(owner, { kind: 'asset_events', content, commit: false })
    const refusedRows = await get(`/imports/${id}/rows?outcome=refused`)
    expect(refusedRows).toMatchObject([{ issues: [{ column, code: 'required' }] }])
  }
})

test('a file is refused as the form is: a residual value above the cost, a life that is over, a disposal before the last posted month', async () => {
  const codes = async (kind: string, content: string) => {
    const { id } = await runOf(owner, { kind, content, commit: false })
    const rows: { issues: { code: string }[] }[] = await get(`/imports/${id}/rows?outcome=refused`)
    return rows.map(({ issues }) => issues[0]?.code)
  }
  const { number, asset_class } = await opening({ cost: '3600', residual: '0' })
  const heads =
    'name,asset class,acquired on,cost,residual value,life in months,accumulated depreciation,depreciated to'
  const assets = [
    `أ,${asset_class.name},2026-01-01,100,200,36,,`,
    `ب,${asset_class.name},2022-01-01,1000,0,36,1,2025-12-31`,
  ]
  expect(await codes('assets', [heads, ...assets].join('\n'))).toEqual(['residual_above_cost', 'life_over'])
  at('2026-02-28')
  await pass()
  const events = ['asset number,date,event', `${number},2026-01-02,scrapped`]
  expect(await codes('asset_events', events.join('\n'))).toEqual(['asset_months_posted'])
})
