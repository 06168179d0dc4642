import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type ReplyBody, type TestApp } from '../harness/api.ts'
import { createOrganization, expectOk, type Organization, today } from '../harness/organization.ts'
import { importOf } from './import-files.ts'

// Words of the system before get a meaning here, which is remembered for the next file.

let app: TestApp
let owner: Organization
const year = today().slice(0, 4)
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  owner = await createOrganization(app)
})

const wordsOf = async (id: number): Promise<ReplyBody[]> =>
  expectOk(await owner.get(`/imports/${id}/words`)).body.data.columns
const check = async (id: number) => expectOk(await owner.post(`/imports/${id}/check`)).body.data

describe('words of the file', () => {
  const products = [
    'رمز الصنف,اسم الصنف,النوع,الوحدة,سعر البيع',
    'P-1,كرسي,Stock Item,حبه كبيره,10',
    'P-2,تركيب,Labour,حبه كبيره,20',
    'P-3,طاولة,منتج,حبه كبيره,30',
  ].join('\n')
  test('of a type and a unit are listed with their rows and whether they are known', async () => {
    const { id } = await importOf(owner, 'products', products)
    const [type, unit] = await wordsOf(id)
    expect(type).toMatchObject({ column: 'product_type_id', choices: [{ value: 'product' }, { value: 'service' }] })
    expect(type?.words).toEqual(
      expect.arrayContaining([
        { from: 'Labour', count: 1, to: null, is_known: false, means: null },
        { from: 'منتج', count: 1, to: null, is_known: true, means: 'product' },
      ]),
    )
    expect(unit).toMatchObject({ column: 'unit_id', words: [{ from: 'حبه كبيره', count: 3, is_known: false }] })
  })
  test('are what they were said to mean, also in the next file', async () => {
    const { id } = await importOf(owner, 'products', products)
    const [unit] = (await owner.get('/units/list')).body.data
    const [category] = (await owner.get('/product-categories/list')).body.data
    const { mapping } = (await owner.get(`/imports/${id}`)).body.data
    const values = [
      { column: 'product_type_id', from: 'Stock Item', to: 'product' },
      { column: 'product_type_id', from: 'Labour', to: 'service' },
      { column: 'unit_id', from: 'حبه كبيره', to: unit.name },
    ]
    const fixed = mapping.map((one: ReplyBody) =>
      one.column === 'product_category_id' ? { ...one, fixed: category.name } : one,
    )
    expectOk(await owner.post(`/imports/${id}/mapping`, { mapping: fixed, values }))
    expect((await wordsOf(id)).flatMap(({ words }) => words.map((word: ReplyBody) => word.is_known))).not.toContain(
      false,
    )
    expect(await check(id)).toMatchObject({ state: 'checked', rows_new: 3, rows_refused: 0 })
    const next = await importOf(owner, 'products', products.replaceAll('P-', 'Q-'))
    expect(next).toMatchObject({ is_remembered: true, values })
    expect(await check(next.id)).toMatchObject({ rows_new: 3 })
  })
  test('of a tax are a rate, a tax of ours by its name, or what they were said to mean', async () => {
    const zero = (await owner.get('/taxes?per_page=100')).body.data.find(
      (one: ReplyBody) => one.id === owner.ids.zeroTax,
    )
    const [customer] = (await owner.get('/customers')).body.data
    const [product] = (await owner.get('/products?keyword=S1')).body.data
    const row = (number: string, tax: string) => `${number},05/02/${year},${customer.name},${product.code},1,100,${tax}`
    const { id } = await importOf(
      owner,
      'invoices',
      [
        'رقم الفاتورة,تاريخ الفاتورة,العميل,الصنف,الكمية,السعر,الضريبة',
        row('T-1', '15%'),
        row('T-2', zero.name),
        row('T-3', 'Tax code A'),
      ].join('\n'),
    )
    expect(await wordsOf(id)).toMatchObject([{ column: 'tax_rate', words: [{ from: 'Tax code A', is_known: false }] }])
    const values = [{ column: 'tax_rate', from: 'Tax code A', to: '15' }]
    expectOk(await owner.post(`/imports/${id}/mapping`, { values }))
    expect(expectOk(await owner.post(`/imports/${id}/commit`)).body.data).toMatchObject({
      state: 'committed',
      rows_new: 3,
    })
    const totals = (await owner.get('/invoices?keyword=T-')).body.data
    expect(totals.map(({ total }: ReplyBody) => total).sort()).toEqual([100, 115, 115])
  })
})
