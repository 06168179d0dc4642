import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodies } from '../harness/bodies.ts'
import { expectOk, idOf } from '../harness/organization.ts'
import { createPhase2, type Phase2 } from './phase-2.ts'

// A row in cartons says cartons to the authority: its own quantity, code and price (decision 0256).

let books: Phase2
beforeAll(async () => {
  books = await createPhase2()
})
afterAll(() => books.stop())

test('the XML says the code and the price of the unit of each row, and the platform accepts it', async () => {
  const { owner } = books
  const unit_id = await idOf(owner.post('/units', { ...(await bodies.units(owner)), code: 'CTN' }))
  const unit = { product_id: owner.ids.goods, unit_id, content: '12', status: 'active' }
  const product_unit_id = await idOf(owner.post('/product-units', unit))
  const row = { product_id: owner.ids.goods, tax_rate: '15' }
  const items = [
    { ...row, product_unit_id, quantity: '2', price: '1100' },
    { ...row, quantity: '3', price: '100' },
  ]
  const sold = await books.invoice({ items })
  const { data } = expectOk(await books.issue(sold)).body
  expect(data.e_document.state).toMatch(/^accepted/)
  const xml = String((await owner.get(`/invoices/${sold}/xml`)).body)
  const [cartons = '', pieces = ''] = xml.split('<cac:InvoiceLine>').slice(1)
  expect(cartons).toMatch(/unitCode="CTN">2</)
  expect(cartons).toContain('>1100<')
  expect(pieces).toMatch(/unitCode="PCE">3</)
})
