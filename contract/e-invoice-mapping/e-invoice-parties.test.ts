import { expect, test } from 'vitest'
import { registrationLabel } from '../fields/registration.ts'
import { registrationOf, sellerOf } from './e-invoice-parties.ts'

const organization = {
  name: 'مكتب هندسي',
  name_en: null,
  tax_number: '310122393500003',
  address: null,
  logo: null,
  commercial_registration: '102030498172',
  registration_scheme: 'SAG',
}
const branch = {
  id: 1,
  name: 'فرع',
  name_en: null,
  address: null,
  phone: null,
  mobile: null,
  email: null,
  status: 'active',
  city_en: null,
  commercial_registration: null,
  registration_scheme: null,
}
type Heads = Parameters<typeof sellerOf>[0]
const identifierOf = (own: object, other: object = {}) =>
  sellerOf({ organization: { ...organization, ...own }, branch: { ...branch, ...other } } as unknown as Heads)
    .identifier

test('the e-invoice states the kind of the registration number', () => {
  expect(identifierOf({})).toEqual({ scheme: 'SAG', value: '102030498172' })
  expect(identifierOf({ commercial_registration: null })).toBeNull()
})

test("a branch's own number goes with its own kind", () => {
  const own = { commercial_registration: '3908192345', registration_scheme: 'MOM' }
  expect(identifierOf({}, own)).toEqual({ scheme: 'MOM', value: '3908192345' })
  expect(registrationLabel(registrationOf({ organization, branch: { ...branch, ...own } }))).toBe('registrations.MOM')
})

test('without a kind only ten digits are a commercial registration', () => {
  const unsaid = { registration_scheme: null }
  expect(identifierOf({ ...unsaid, commercial_registration: '1010711252' })?.scheme).toBe('CRN')
  expect(identifierOf(unsaid)).toBeNull()
  expect(registrationLabel(unsaid)).toBe('commercial_registration')
})
