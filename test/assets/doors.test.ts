import { beforeEach, expect, test } from 'vitest'
import { accountId, bodies } from '../harness/bodies.ts'
import { expectOk, invoiceBody } from '../harness/organization.ts'
import { assetBooks, partsOf } from './asset-books.ts'

// What else touches an asset: notes on its bill, its accounts, the invoice it is sold by, months that are late.

const { owner, post, get, at, pass, balance, ...books } = await assetBooks()
const { opening, assetBody, bill, bought, asset_class_id, computers, laptop, sale } = books
beforeEach(() => at('2026-01-20'))
const credit = (id: number, line: object) =>
  owner.post(`/bills/${id}/supplier-credit`, {
    note_date: '2026-01-20',
    reason: 'مرتجع',
    lines: [{ line_number: 1, ...line }],
  })
const sold = (price: number) => {
  const items = [{ product_id: sale, quantity: 1, price, tax_rate: 15 }]
  return post('/invoices', invoiceBody(owner, { invoice_date: '2026-01-20', due_date: '2026-01-20', items }))
}
const dispose = (id: number, change: object) =>
  owner.post(`/accounting/assets/${id}/dispose`, { date: '2026-01-20', how: 'scrapped', ...change })

test('a supplier credit takes nothing off a row that its assets cost', async () => {
  const { id } = await bill(bought(3, 1000))
  const { ids } = await post(`/bills/${id}/assets`, { line_number: 1, asset_class_id, units: 2 })
  const refused = await credit(id, { amount: 1000.01 })
  expect([refused.status, refused.headers.refusal]).toEqual([422, 'assets_cost_row'])
  expectOk(await credit(id, { quantity: 1 }))
  expect((await get(`/bills/${id}/assets`)).rows[0]).toMatchObject({ amount: 2000, units: 2, open_units: 0 })
  expectOk(await owner.remove(`/accounting/assets/${ids[0]}`))
  const again = await post(`/bills/${id}/assets`, { line_number: 1, asset_class_id })
  expect(again.ids).toHaveLength(1)
  expect(await get(`/accounting/assets/${again.ids[0]}`)).toMatchObject({ cost: 1000, vat: 150 })
})

test('pieces after a lower price share what is left of the row', async () => {
  const { id } = await bill(bought(3, 1000))
  await post(`/bills/${id}/assets`, { line_number: 1, asset_class_id, units: 1 })
  expectOk(await credit(id, { amount: 100.01 }))
  const { ids } = await post(`/bills/${id}/assets`, { line_number: 1, asset_class_id })
  const costs = await Promise.all(ids.map(async (one: number) => (await get(`/accounting/assets/${one}`)).cost))
  expect(costs).toEqual([950, 949.99])
})

test('a row of a bill keeps its account after its product has another', async () => {
  const { id } = await bill(bought(1, 500))
  const { version, ...product } = await get(`/products/${laptop}`)
  const moved = { ...product, expense_account_id: await accountId(owner, '520401'), version }
  expectOk(await owner.post(`/products/${laptop}`, moved))
  expect((await get(`/bills/${id}/assets`)).rows).toMatchObject([{ account: { number: '120104' } }])
  const changed = await get(`/products/${laptop}`)
  expectOk(await owner.post(`/products/${laptop}`, { ...changed, expense_account_id: computers }))
})

test('a bill in dollars becomes an asset in base currency', async () => {
  const currencies = await get('/currencies/list')
  const currency_id = currencies.find(({ code }: { code: string }) => code === 'USD').id
  const { id } = await bill(bought(2, 100), { currency_id, exchange_rate: '3.75' })
  const { ids } = await post(`/bills/${id}/assets`, { line_number: 1, asset_class_id })
  expect(await get(`/accounting/assets/${ids[0]}`)).toMatchObject({ cost: 375, vat: 56.25 })
})

test('an account of a class stays in use', async () => {
  const gains = await accountId(owner, '420104')
  const account = await get(`/accounting/accounts/${gains}`)
  const off = await owner.post(`/accounting/accounts/${gains}`, { ...account, status: 'inactive' })
  expect([off.status, off.headers.refusal]).toEqual([422, 'account_named'])
  expect((await owner.remove(`/accounting/accounts/${gains}`)).status).toBe(422)
})

test('a class names no inactive account', async () => {
  const cost_account_id = await accountId(owner, '120103')
  const account = await get(`/accounting/accounts/${cost_account_id}`)
  expectOk(await owner.post(`/accounting/accounts/${cost_account_id}`, { ...account, status: 'inactive' }))
  const body = { ...(await bodies.assetClasses(owner)), cost_account_id }
  const refused = await owner.post('/accounting/asset-classes', body)
  expect(Object.keys(refused.body.errors)).toEqual(['cost_account_id'])
})

test('two disposals at once do not take one invoice twice', async () => {
  const [one, other] = [await opening({ cost: '5000', residual: '0' }), await opening({ cost: '5000', residual: '0' })]
  const { id: document_id } = await sold(3000)
  const asked = { how: 'sold', proceeds: '3000', document_id }
  const replies = await Promise.all([dispose(one.id, asked), dispose(other.id, asked)])
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 422])
  expect(replies.find(({ status }) => status === 422)?.headers.refusal).toBe('invoice_not_of_disposal')
})

test('an invoice that a note took back brings nothing', async () => {
  const { id } = await opening({ cost: '5000', residual: '0' })
  const { id: document_id } = await sold(3000)
  const note = { note_date: '2026-01-20', reason: 'إلغاء', lines: [{ line_number: 1, amount: 2000 }] }
  expectOk(await owner.post(`/invoices/${document_id}/credit-note`, note))
  const refused = await dispose(id, { how: 'sold', proceeds: '1000.01', document_id })
  expect(refused.headers.refusal).toBe('invoice_not_of_disposal')
  expectOk(await dispose(id, { how: 'sold', proceeds: '1000', document_id }))
})

test('the later of two disposals of a day is taken back without the earlier', async () => {
  const { id } = await opening({ cost: '9000', residual: '0' })
  const first = expectOk(await dispose(id, { cost: '3000' })).body.data
  // Its depreciation of the month is less than a halala.
  expectOk(await dispose(id, { cost: '0.01' }))
  const back = await post(`/accounting/assets/${id}/restore`, {})
  expect(partsOf(back, 'posted')).toEqual(partsOf(first, 'posted'))
  expect(back).toMatchObject({ cost: 6000, accumulated: 0 })
})

test('a month that is late keeps its amount when the life changes', async () => {
  const { id } = await opening({ cost: '3600', residual: '0' })
  at('2026-03-05')
  const revised = await post(`/accounting/assets/${id}/revise`, { date: '2026-03-05', life_months: 12, reason: 'تلف' })
  expect(partsOf(revised, 'posted')).toEqual([100, 100])
  expect(partsOf(revised, 'planned')).toEqual(Array(10).fill(340))
  await pass()
  expect(partsOf(await get(`/accounting/assets/${id}`), 'posted')).toEqual([100, 100])
})

test('a month that waits as a task is posted before an impairment', async () => {
  const { id } = await opening({ cost: '3600', residual: '0' })
  await post('/accounting/period-locks', { all: '2026-01-31' })
  at('2026-02-10')
  await pass()
  const asked = { date: '2026-02-10', amount: '500', reason: 'هبوط' }
  const refused = await owner.post(`/accounting/assets/${id}/impair`, asked)
  expect(refused.headers.refusal).toBe('asset_month_waits')
  await post('/accounting/period-locks', { all: '' })
})

test.each([
  ['a life', { life_months: 12 }],
  ['a residual value', { residual: '100' }],
  ['a first day', { in_service_on: '2026-01-05' }],
  ['the last day that is depreciated', { depreciated_to: '2026-01-05' }],
])('land has no %s', async (_, change) => {
  const [field] = Object.keys(change)
  const { id: land } = await post('/accounting/asset-classes', {
    ...(await bodies.assetClasses(owner)),
    name: `أرض ${field}`,
    method: 'none',
    life_months: '',
    accumulated_account_id: '',
    expense_account_id: '',
  })
  const reply = await owner.post('/accounting/assets', assetBody({ asset_class_id: land, residual: '', ...change }))
  expect([reply.headers.refusal, Object.keys(reply.body.errors)]).toEqual(['class_without_depreciation', [field]])
})

test('months of an asset go on in a cost center that is inactive', async () => {
  const named = { number: '9', name: 'المعرض', name_en: 'Showroom', type: 'sub' }
  const center = await post('/accounting/cost-centers', { ...named, status: 'active' })
  const { id } = await opening({ cost: '3600', residual: '0', cost_center_id: center.id })
  const { version } = await get(`/accounting/cost-centers/${center.id}`)
  const main = await owner.post(`/accounting/cost-centers/${center.id}`, {
    ...named,
    version,
    type: 'main',
    status: 'active',
  })
  expect(main.headers.refusal).toBe('account_in_use')
  await post(`/accounting/cost-centers/${center.id}`, { ...named, version, status: 'inactive' })
  at('2026-02-28')
  await pass()
  expect(partsOf(await get(`/accounting/assets/${id}`), 'posted')).toEqual([100, 100])
})

test('an organization that hides its assets still depreciates them', async () => {
  const { id } = await opening({ cost: '3600', residual: '0' })
  const own = await get('/organization/show')
  await post('/organization/update', { ...own, owns_assets: false })
  at('2026-01-31')
  await pass()
  expect(partsOf(await get(`/accounting/assets/${id}`), 'posted')).toEqual([100])
  expect(await balance('120203', '2026-01-31')).not.toBe(0)
})
