import { expect, test } from 'vitest'
import { readinessOf } from './readiness.ts'

const seller = {
  name: '',
  name_en: null as string | null,
  tax_number: '310122393500003',
  commercial_registration: '1010101010',
  address: null,
  street: null,
  building_number: null,
  additional_number: null,
  district: null,
  postal_code: null,
  city: null,
  currency: 'SAR',
  registration_scheme: null as string | null,
  short_address: null,
  industry: null,
  member_tin: null as string | null,
}
type ReadinessFacts = Parameters<typeof readinessOf>[0]
const isReady = (point: string, given: Partial<ReadinessFacts>) =>
  readinessOf({ ...seller, ...given }).find((one) => one.point === point)?.is_ready
const isNameReady = (name: string, name_en: string | null) =>
  readinessOf({ ...seller, name, name_en }).find(({ point }) => point === 'name')?.is_ready

test('both names count, because the code carries both', () => {
  expect(isNameReady('ش'.repeat(100), null)).toBe(true)
  expect(isNameReady('ش'.repeat(100), 'x'.repeat(60))).toBe(false)
  expect(isNameReady('ش'.repeat(100), 'x'.repeat(50))).toBe(true)
})

test('each of the six kinds of registration numbers makes a seller ready', () => {
  for (const [scheme, number] of [
    ['CRN', '1010711252'],
    ['MOM', '3908192345'],
    ['MLS', 'FL20384756'],
    ['700', '7001234560'],
    ['SAG', '102030498172'],
    ['OTH', 'A100'],
  ] as const)
    expect(isReady('commercial_registration', { commercial_registration: number, registration_scheme: scheme })).toBe(
      true,
    )
})

test('a number without a kind is a commercial registration only with ten digits', () => {
  const isKnown = (number: string | null) => isReady('commercial_registration', { commercial_registration: number })
  expect([isKnown('1010711252'), isKnown('102030498172'), isKnown(null)]).toEqual([true, false, false])
})

test('a member of a VAT group needs its own number', () => {
  const group = { tax_number: '310122393510003' }
  expect(isReady('member_tin', {})).toBeUndefined()
  expect(isReady('member_tin', group)).toBe(false)
  expect(isReady('member_tin', { ...group, member_tin: '3101223935' })).toBe(true)
})
