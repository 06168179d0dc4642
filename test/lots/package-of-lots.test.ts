import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { daysAgo } from '../goods/moving-goods.ts'
import { createTestApp } from '../harness/api.ts'
import { billBody } from '../harness/bodies.ts'
import { createOrganization, expectOk, invoiceBody, onboardingBody, signUp } from '../harness/organization.ts'
import { everythingOf, figuresOf, importPackage } from '../imports/packages.ts'
import { trackedProduct } from './tracked-product.ts'

// A package brings lots back as they were (decision 0258).

const app = await createTestApp()

test('a product that moved before it was tracked comes back, with the lots that it has since', async () => {
  const owner = await createOrganization(app)
  const before = await trackedProduct(owner, 'none')
  const never = await trackedProduct(owner, 'none')
  const dates = (day: number) => ({ due_date: daysAgo(day) })
  const row = { price: 60, tax_rate: 15 }
  const buy = async (product_id: number, bill_number: string, day: number, lots: object[] | undefined) => {
    const items = [{ ...row, product_id, quantity: 3, ...(lots && { lots }) }]
    expectOk(
      await owner.post('/bills', billBody(owner, { ...dates(day), bill_number, bill_date: daysAgo(day), items })),
    )
  }
  const sell = async (product_id: number, quantity: number, day: number, lots: object[] | undefined) => {
    const items = [{ ...row, product_id, quantity, ...(lots && { lots }) }]
    const sale = { ...dates(day), invoice_date: daysAgo(day), status: 'confirmed', items }
    expectOk(await owner.post('/invoices', invoiceBody(owner, sale)))
  }
  for (const product_id of [before, never]) {
    await buy(product_id, `OLD-${product_id}`, 20, undefined)
    await sell(product_id, 3, 15, undefined)
    const { version, ...product } = expectOk(await owner.get(`/products/${product_id}`)).body.data
    expectOk(await owner.post(`/products/${product_id}`, { ...product, version, tracking: 'serial' }))
  }
  await buy(before, 'NEW', 10, [{ number: 'P-1' }, { number: 'P-2' }, { number: 'P-3' }])
  await sell(before, 1, 5, [{ number: 'P-2' }])
  const to = await signUp(app)
  expectOk(await to.post('/organization/onboarding/submit', onboardingBody(to.email)))
  const done = await importPackage(to, await everythingOf(app, owner, 'csv'))
  expect(done.problems).toEqual([])
  expect(await figuresOf(to)).toEqual(await figuresOf(owner))
  const products = expectOk(await to.get('/products?per_page=50')).body.data as { id: number; tracking: string }[]
  const shown = await Promise.all(products.map(({ id }) => to.get(`/products/${id}`)))
  const tracked = shown.map(({ body }) => body.data).filter(({ tracking }) => tracking === 'serial')
  expect(tracked).toHaveLength(2)
})

test('refuses a package whole in which goods on hand of a tracked product have no lots', async () => {
  const owner = await createOrganization(app)
  const product_id = await trackedProduct(owner, 'batch')
  const items = [{ product_id, price: 60, tax_rate: 15, quantity: 3, lots: [{ number: 'ONLY' }] }]
  const body = { bill_number: 'W-1', bill_date: daysAgo(9), due_date: daysAgo(9), items }
  expectOk(await owner.post('/bills', billBody(owner, body)))
  const sale = { invoice_date: daysAgo(5), due_date: daysAgo(5), status: 'confirmed' }
  const sold = [{ ...items[0], quantity: 1 }]
  const files = unzipSync(await everythingOf(app, owner, 'csv'))
  const withoutLots = (content: Record<string, Uint8Array>) =>
    Object.fromEntries(
      Object.entries(content).map(([name, data]) => [
        name,
        /bills/.test(name) ? strToU8(strFromU8(data).replaceAll('ONLY=3', '')) : data,
      ]),
    )
  const to = await signUp(app)
  expectOk(await to.post('/organization/onboarding/submit', onboardingBody(to.email)))
  const refused = (content: Record<string, Uint8Array>) =>
    expect(importPackage(to, Buffer.from(zipSync(withoutLots(content))))).rejects.toThrow('package_without_lots')
  await refused(files)
  expect(expectOk(await to.get('/products')).body.meta.total).toBe(0)
  // The same where a later row names them.
  expectOk(await owner.post('/invoices', invoiceBody(owner, { ...sale, items: sold })))
  await refused(unzipSync(await everythingOf(app, owner, 'csv')))
  expect(expectOk(await to.get('/products')).body.meta.total).toBe(0)
})
