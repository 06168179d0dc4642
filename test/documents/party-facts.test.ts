import { beforeAll, describe, expect, test } from 'vitest'
import { missingBuyerFacts } from '#contract/documents/missing-buyer-facts.ts'
import { createTestApp, type TestApp } from '../harness/api.ts'
import { callsOf, createOrganization, idOf, invoiceBody, type Organization, today } from '../harness/organization.ts'
import { withSuperuser } from '../harness/role.ts'

// The identifiers and addresses of seller and buyer on an invoice have the legal shape and are frozen with the paper.

let app: TestApp
let owner: Organization
let calls: ReturnType<typeof callsOf>
beforeAll(async () => {
  app = await createTestApp()
  owner = await createOrganization(app)
  calls = callsOf(owner)
})
const whole = {
  street: 'طريق الملك فهد',
  building_number: '1234',
  additional_number: '5678',
  district: 'العليا',
  postal_code: '12345',
}
const customer = (change: object = {}) => ({
  name: 'عميل',
  email: 'c@example.sa',
  type: 'company',
  status: 'active',
  ...change,
})

describe('a customer', () => {
  const refused: [string, object, string][] = [
    ['a scheme without a number', { identifier_scheme: 'CRN' }, 'identifier_value'],
    ['a number without a scheme', { identifier_value: '1010101010' }, 'identifier_scheme'],
    [
      'a commercial registration of nine digits',
      { identifier_scheme: 'CRN', identifier_value: '101010101' },
      'identifier_value',
    ],
    [
      'a national identity that begins with 2',
      { identifier_scheme: 'NAT', identifier_value: '2098213457' },
      'identifier_value',
    ],
    ['an iqama that begins with 1', { identifier_scheme: 'IQA', identifier_value: '1098213457' }, 'identifier_value'],
    [
      'a 700 number that begins with 1',
      { identifier_scheme: '700', identifier_value: '1098213457' },
      'identifier_value',
    ],
    ['signs in another number', { identifier_scheme: 'PAS', identifier_value: 'A-123' }, 'identifier_value'],
    ['a number that is made up', { identifier_scheme: 'CRN', identifier_value: '1234567890' }, 'identifier_value'],
    ['a building of three digits', { building_number: '123' }, 'building_number'],
    ['an additional number of letters', { additional_number: 'ABCD' }, 'additional_number'],
    ['a postal code of four digits', { postal_code: '1234' }, 'postal_code'],
  ]
  test.each(refused)('%s is refused', async (_, change, field) => {
    expect(await calls.errors('/customers', customer(change))).toHaveProperty(field)
  })
  test.each([
    ['CRN', '1010010000'],
    ['TIN', '3098213457'],
    ['NAT', '1098213457'],
    ['PAS', 'A1234567'],
  ])('%s %s is taken', async (identifier_scheme, identifier_value) => {
    const { id } = await calls.post('/customers', customer({ identifier_scheme, identifier_value, ...whole }))
    expect(await calls.get(`/customers/${id}`)).toMatchObject({ identifier_scheme, identifier_value, ...whole })
  })
  test('abroad an address has the shape of its country', async () => {
    await calls.post('/customers', customer({ country_id: 2, building_number: '12B', postal_code: '10001-12' }))
  })
})

test('the city is what was entered, and without an entry there is none', async () => {
  const cityOn = async (change: object) => {
    const { id: customer_id } = await calls.post('/customers', customer(change))
    const { city_unverified } = await calls.get(`/customers/${customer_id}`)
    const { id } = await calls.post('/invoices', invoiceBody(owner, { customer_id }))
    return [(await calls.get(`/invoices/${id}`)).customer.city, city_unverified]
  }
  expect(await cityOn({})).toEqual([null, false])
  expect(await cityOn({ country_id: 2 })).toEqual([null, false])
  expect(await cityOn({ country_id: 2, city_name: 'Austin' })).toEqual(['Austin', false])
  expect(await cityOn({ city_id: 2 })).toEqual(['جدة', false])
  expect(await cityOn({ city_name: 'ينبع' })).toEqual(['ينبع', false])
})

test('customers whose city the former default may have filled in are listed until their city is saved', async () => {
  const body = customer({ name: 'عميل قديم', city_id: 1 })
  const { id } = await calls.post('/customers', body)
  await withSuperuser(app, (client) => client.query('UPDATE parties SET city_unverified = true WHERE id = $1', [id]))
  const listed = async () =>
    (await calls.get('/customers?city_unverified=1')).map((row: { id: number }) => row.id).includes(id)
  const watched = async () => (await calls.get('/reports/home')).attention.unverified_cities
  expect([await listed(), await watched()]).toEqual([true, 1])
  await calls.post(`/customers/${id}`, { ...body, name_en: 'Former customer' })
  expect([await listed(), await watched()]).toEqual([false, 0])
})

test('a standard invoice reports missing data of its buyer', () => {
  expect(missingBuyerFacts({ country: 'SA' })).toEqual([
    'identifier_value',
    'street',
    'building_number',
    'district',
    'city',
    'postal_code',
  ])
  expect(missingBuyerFacts({ ...whole, city: 'الرياض', country: 'SA', tax_number: '3' })).toEqual([])
  expect(missingBuyerFacts({ street: 'Main', city: 'Oslo', country: 'NO', identifier_value: 'X1' })).toEqual([])
  expect(missingBuyerFacts({ country: 'NO', tax_number: '1' })).toEqual(['street', 'city'])
})

test('options of customers contain what the form needs', async () => {
  await calls.post(
    '/customers',
    customer({ name: 'عميل الخيارات', ...whole, identifier_scheme: 'NAT', identifier_value: '1098213457' }),
  )
  const options = await calls.get('/customers/list?keyword=الخيارات')
  expect(options[0]).toMatchObject({ ...whole, type: 'company', identifier_value: '1098213457', country: 'SA' })
})

test('the seller’s address and the branch’s registration are on the paper as they were', async () => {
  const { version: _, logo: __, status: ___, ...profile } = await calls.get('/organization/show')
  const registered = { ...profile, tax_number: '310122393500003', vat_status: 'registered', city_id: 1, ...whole }
  await calls.post('/organization/update', registered)
  const branch = {
    name: 'فرع',
    email: 'b@example.sa',
    status: 'active',
    city_id: 2,
    commercial_registration: '1010101011',
    registration_scheme: 'MOM',
  }
  const branch_id = await idOf(owner.post('/branches', { ...branch, ...whole }))
  const customer_id = await idOf(owner.post('/customers', customer(whole)))
  const { id } = await calls.post('/invoices', invoiceBody(owner, { branch_id, customer_id }))
  await calls.post(`/invoices/${id}/issue`, {})
  await calls.post('/organization/update', { ...registered, building_number: '9999' })
  await calls.post(`/branches/${branch_id}`, {
    ...branch,
    ...whole,
    commercial_registration: '1010101012',
    registration_scheme: 'CRN',
  })
  await calls.post(`/customers/${customer_id}`, customer({ ...whole, district: 'آخر' }))
  expect(await calls.get(`/invoices/${id}`)).toMatchObject({
    organization: { ...whole, city: 'الرياض', country: 'SA' },
    branch: { ...whole, commercial_registration: '1010101011', registration_scheme: 'MOM' },
    customer: { ...whole, type: 'company', address: expect.stringContaining('العليا') },
  })
})

test.each([
  ['/branches', { name: 'فرع', email: 'b@example.sa', status: 'active', building_number: '12' }, 'building_number'],
  ['/organization/update', { postal_code: '1' }, 'postal_code'],
  ['/organization/update', { short_address: 'RRR2929' }, 'short_address'],
  ['/organization/update', { member_tin: '4055566677' }, 'member_tin'],
  ['/organization/update', { commercial_registration: '12', registration_scheme: 'CRN' }, 'commercial_registration'],
  ['/organization/update', { commercial_registration: '', registration_scheme: 'MOM' }, 'commercial_registration'],
  [
    '/branches',
    {
      name: 'فرع',
      email: 'b@example.sa',
      status: 'active',
      commercial_registration: '1098213457',
      registration_scheme: '700',
    },
    'commercial_registration',
  ],
])('%s refuses an address or a registration without its shape', async (path, change, field) => {
  const { version: _, logo: __, status: ___, ...profile } = await calls.get('/organization/show')
  const body = path === '/branches' ? change : { ...profile, ...change }
  expect(await calls.errors(path, body)).toHaveProperty(field)
})

describe('the legal reason of a note', () => {
  const note = async (change: object) => {
    const { id } = await calls.post('/invoices', invoiceBody(owner))
    const body = { note_date: today(), reason: 'بيان', lines: [{ line_number: 1, amount: 10 }], ...change }
    return calls.post(`/invoices/${id}/credit-note`, body)
  }
  test.each([
    ['said', { reason_code: 'party_changed' }, 'party_changed'],
    ['of an amount', {}, 'value_amended'],
    ['of goods or services that come back', { lines: [{ line_number: 1, quantity: 1 }] }, 'returned'],
  ])('%s', async (_, change, reason_code) => {
    expect(await note(change)).toMatchObject({ reason_code, reason: 'بيان' })
  })
  test('is one of the five legal reasons', async () => {
    const { id } = await calls.post('/invoices', invoiceBody(owner))
    const body = { note_date: today(), reason: 'بيان', reason_code: 'mood', lines: [{ line_number: 1, amount: 1 }] }
    expect(await calls.errors(`/invoices/${id}/credit-note`, body)).toHaveProperty('reason_code')
  })
})
