import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createTestApp } from '../harness/api.ts'
import { createOrganization, expectOk } from '../harness/organization.ts'

// An image is deleted by an explicit value. An empty control, and a form without the button, leave it unchanged.

const app = await createTestApp()
const owner = await createOrganization(app)
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

function multipart(fields: Record<string, unknown>, file: string, image = pixel) {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const head = `--x\r\nContent-Disposition: form-data; name="${file}"; filename="p.png"\r\nContent-Type: image/png\r\n\r\n`
  const payload = Buffer.concat([Buffer.from(parts.join('') + head), image, Buffer.from('\r\n--x--\r\n')])
  return { payload, headers: { 'content-type': 'multipart/form-data; boundary=x' } }
}

async function isStored(address: string): Promise<boolean> {
  const { statusCode } = await app.app.inject({ method: 'GET', url: address })
  expect([200, 404]).toContain(statusCode)
  return statusCode === 200
}

const user = { name: 'صورة', status: 'active' }
const person = { ...user, email: 'i@example.sa', type: 'company' }
const product = {
  code: 'P-1',
  name: 'دفتر',
  unit_id: owner.ids.unit,
  product_category_id: owner.ids.category,
  status: 'active',
  sale_price: '5',
  purchase_price: '3',
  product_type_id: 1,
  quantity: '0',
}
const profile = {
  name: 'الأفق',
  username: 'ufuq-images',
  email: 'i@example.sa',
  mobile: '0501234567',
  country_id: 1,
  entity_type: 'company',
  currency_id: 1,
}

test.each([
  ['/customers', 'avatar', 'avatar_file', person],
  ['/suppliers', 'avatar', 'avatar_file', person],
  ['/users', 'avatar', 'avatar_file', { ...user, email: 'other@example.sa' }],
  ['/products', 'img', 'img', product],
])('%s: an empty value leaves a stored image, and `remove` deletes it', async (path, shown, field, fields) => {
  const made = expectOk(await owner.ask('POST', path, multipart(fields, field))).body.data
  expect(made[shown]).toMatch(/^\/api\/files\//)
  for (const kept of ['', null, undefined])
    expectOk(await owner.post(`${path}/${made.id}`, { ...fields, [field]: kept }))
  expect(expectOk(await owner.get(`${path}/${made.id}`)).body.data[shown]).toBe(made[shown])
  expectOk(await owner.post(`${path}/${made.id}`, { ...fields, [field]: 'remove' }))
  expect(expectOk(await owner.get(`${path}/${made.id}`)).body.data[shown]).toBeNull()
  expect(await isStored(made[shown])).toBe(false)
})

test.each([
  ['/customers', 'avatar', 'avatar_file', person],
  ['/users', 'avatar', 'avatar_file', { ...user, email: 'third@example.sa' }],
  ['/products', 'img', 'img', { ...product, code: 'P-2' }],
])('%s: an image is deleted when it is replaced, and with its record', async (path, shown, field, fields) => {
  const { id, ...made } = expectOk(await owner.ask('POST', path, multipart(fields, field))).body.data
  expectOk(await owner.ask('POST', `${path}/${id}`, multipart(fields, field)))
  const other = expectOk(await owner.get(`${path}/${id}`)).body.data[shown]
  expect([await isStored(made[shown]), await isStored(other)]).toEqual([false, true])
  expectOk(await owner.remove(`${path}/${id}`))
  expect(await isStored(other)).toBe(false)
})

test('the logo of the organisation as well, and no other word is an image', async () => {
  expectOk(await owner.ask('POST', '/organization/update', multipart(profile, 'logo_file')))
  const { logo } = expectOk(await owner.get('/organization/show')).body.data
  expect(await isStored(logo)).toBe(true)
  const refused = await owner.post('/organization/update', { ...profile, logo_file: 'removed' })
  expect(refused.body.errors).toHaveProperty('logo_file')
  expectOk(await owner.post('/organization/update', { ...profile, logo_file: 'remove' }))
  expect(expectOk(await owner.get('/organization/show')).body.data.logo).toBeNull()
  expect(await isStored(logo)).toBe(false)
})

test.each([
  [4096, 1, 200],
  [4097, 1, 422],
  [1, 4097, 422],
])('an image of %i by %i pixels is answered with %i', async (width, height, status) => {
  const background = { r: 0, g: 0, b: 0 }
  const image = await sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()
  const reply = await owner.ask('POST', '/organization/update', multipart(profile, 'logo_file', image))
  expect(reply.status).toBe(status)
})
