import { expect, test } from 'vitest'
import { createTestApp } from '../harness/api.ts'
import { callsOf, createOrganization } from '../harness/organization.ts'
import { clientWith } from '../harness/role.ts'

test('the code of the newest product is counted on until no product has it, with as many digits', async () => {
  const app = await createTestApp()
  const owner = await createOrganization(app)
  const { get, post } = callsOf(owner)
  const next = async () => (await get('/products/next-code')).code
  const { unit, category } = owner.ids
  const add = (code: string) =>
    post('/products', {
      code,
      name: code,
      unit_id: unit,
      product_category_id: category,
      product_type_id: 2,
      unlimited_quantity: true,
      sale_price: '1',
      purchase_price: '1',
      status: 'active',
    })
  expect(await next()).toBe('S2')
  await add('P-0010')
  await add('P-0009')
  expect(await next()).toBe('P-0011')
  await add('P-0099')
  expect(await next()).toBe('P-0100')
  await add('بلا رقم')
  expect(await next()).toBe('')
  const clerk = await clientWith(app, owner, ['list-product'])
  expect((await clerk.get('/products/next-code')).status).toBe(403)
})
