import { beforeAll, expect, test } from 'vitest'
import { createTestApp, type Reply, type TestApp } from '../harness/api.ts'
import { bodies } from '../harness/bodies.ts'
import { callsOf, createOrganization, expectOk, idOf, type Organization } from '../harness/organization.ts'
import { clientWith } from '../harness/role.ts'

// Barcodes of products: what a scan means, and whose a barcode is (decision 0251).

let app: TestApp
let owner: Organization
let calls: ReturnType<typeof callsOf>
let chair: number
let desk: number
const chairCode = '6281000000014'
beforeAll(async () => {
  app = await createTestApp()
  owner = await createOrganization(app)
  calls = callsOf(owner)
  const body = await bodies.products(owner)
  const made = (code: string, own: object) => idOf(owner.post('/products', { ...body, code, ...own }))
  chair = await made('CH', { name: 'كرسي', barcodes: [chairCode, '036000291452'] })
  desk = await made('DE', { name: 'مكتب', barcodes: 'DESK-1, DESK-2', sku: 'SHELF' })
})
const scan = (code: string) => owner.get(`/products/by-barcode?barcode=${encodeURIComponent(code)}`)
const refused = async (reply: Promise<Reply>) => {
  const { status, body } = await reply
  return { status, ...(body as { code: string; errors: Record<string, string> }) }
}

test('a scan finds the product by any of its barcodes, in the form that scanners send', async () => {
  for (const code of [chairCode, '0036000291452', '036000291452', '٦٢٨١٠٠٠٠٠٠٠١٤'])
    expect((await scan(code)).body.data).toMatchObject({ id: chair, name: 'كرسي', sale_price: 12.5 })
  expect((await scan('DESK-2')).body.data.id).toBe(desk)
})

test('a scan finds by code or SKU where no barcode is meant, and asks where several products have it', async () => {
  expect((await scan('DE')).body.data.id).toBe(desk)
  expect((await scan('SHELF')).body.data.id).toBe(desk)
  const twin = { ...(await bodies.products(owner)), sku: 'SHELF' }
  expectOk(await owner.post('/products', twin))
  expect(await refused(scan('SHELF'))).toMatchObject({ status: 422, code: 'barcode_unclear' })
})

test('refuses a scan that no product has, and one of an inactive product', async () => {
  expect(await refused(scan('0000'))).toMatchObject({ status: 422, code: 'barcode_unknown' })
  const body = await bodies.products(owner)
  expectOk(await owner.post('/products', { ...body, name: 'قديم', barcodes: ['OLD'], status: 'inactive' }))
  const answer = await refused(scan('OLD'))
  expect(answer).toMatchObject({ status: 422, code: 'barcode_inactive' })
  expect(answer.errors.barcode).toContain('قديم')
})

test('refuses a barcode of another product and names that one', async () => {
  const taken = await refused(
    owner.post(`/products/${desk}`, { ...(await calls.get(`/products/${desk}`)), barcodes: ['X', chairCode] }),
  )
  expect(taken).toMatchObject({ status: 422, code: 'barcode_taken' })
  expect(taken.errors.barcodes).toContain('كرسي')
  expect((await calls.get(`/products/${desk}`)).barcodes).toEqual(['DESK-1', 'DESK-2'])
})

test('two products that take one barcode at the same time: one has it', async () => {
  const body = await bodies.products(owner)
  const answers = await Promise.all(
    ['A1', 'A2', 'A3'].map((code) => owner.post('/products', { ...body, code, barcodes: ['RACE'] })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422])
})

test('an update that does not name barcodes leaves them; one that empties them frees them', async () => {
  const { barcodes: _, ...rest } = await calls.get(`/products/${desk}`)
  expectOk(await owner.post(`/products/${desk}`, rest))
  expect((await calls.get(`/products/${desk}`)).barcodes).toEqual(['DESK-1', 'DESK-2'])
  expectOk(await owner.post(`/products/${desk}`, { ...(await calls.get(`/products/${desk}`)), barcodes: '' }))
  expect(await refused(scan('DESK-1'))).toMatchObject({ code: 'barcode_unknown' })
  const freed = await idOf(owner.post('/products', { ...(await bodies.products(owner)), barcodes: ['DESK-1'] }))
  expectOk(await owner.remove(`/products/${freed}`))
  expect(await refused(scan('DESK-1'))).toMatchObject({ code: 'barcode_unknown' })
})

test('the list finds a product by its barcode', async () => {
  const { data } = (await owner.get(`/products?keyword=${chairCode}`)).body
  expect(data.map(({ id }: { id: number }) => id)).toEqual([chair])
})

test('another organization has barcodes of its own', async () => {
  const other = await createOrganization(await createTestApp())
  expectOk(await other.post('/products', { ...(await bodies.products(other)), barcodes: [chairCode] }))
  expect((await scan(chairCode)).body.data.id).toBe(chair)
})

test.each(['create-delivery-note', 'create-goods-receipt', 'adjust-stock', 'create-quotation'])(
  'a member who may only %s scans',
  async (permission) => {
    const member = await clientWith(app, owner, [permission])
    expect((await member.get(`/products/by-barcode?barcode=${chairCode}`)).body.data).toMatchObject({ id: chair })
  },
)
