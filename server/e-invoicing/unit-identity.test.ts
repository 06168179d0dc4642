import { expect, test } from 'vitest'
import { unitIdentityOf } from './unit-identity.ts'

const seller = {
  name: 'شركة الأفق',
  name_en: null,
  tax_number: '310122393500003',
  commercial_registration: '1010711252',
  registration_scheme: 'CRN',
  address: 'الرياض',
  street: null,
  building_number: null,
  additional_number: null,
  district: null,
  postal_code: null,
  city: null,
  currency: 'SAR',
  short_address: null as string | null,
  industry: null as string | null,
  member_tin: null as string | null,
}
const unit = { id: 7, serial: '1-Mizan|2-1.0|3-x' }
const branch = { id: 12, name: 'فرع جدة', short_address: null as string | null }
const identity = (given: Partial<typeof seller> = {}, of: typeof branch | null = null) =>
  unitIdentityOf({ unit, seller: { ...seller, ...given }, branch: of })

test('names of at most 64 characters are cut at a word', () => {
  const name = Array.from({ length: 12 }, (_, index) => `كلمة${index}`).join(' ')
  const { organization } = identity({ name })
  expect(organization.length).toBeLessThanOrEqual(64)
  expect(`${name} `.startsWith(`${organization} `)).toBe(true)
  expect(identity({ name: 'ش'.repeat(90) }).organization).toBe('ش'.repeat(64))
})

test('two long names of branches that begin alike remain different', () => {
  const name = `${'فرع الرياض '.repeat(10)}الشمالي`
  const [first, second] = [identity({}, { ...branch, id: 1, name }), identity({}, { ...branch, id: 2, name })]
  expect(first.branch).not.toBe(second.branch)
  expect(first.branch.length).toBeLessThanOrEqual(64)
})

test('the short address of the branch comes before the one of the organisation and before the long one', () => {
  expect(identity().address).toBe('الرياض')
  expect(identity({ short_address: 'RRRD2929' }).address).toBe('RRRD2929')
  expect(identity({ short_address: 'RRRD2929' }, { ...branch, short_address: 'JARD7788' }).address).toBe('JARD7788')
})

test('a member of a VAT group states its own ten digits instead of a branch', () => {
  const group = { tax_number: '310122393510003', member_tin: '3055566677' }
  expect(identity(group, branch).branch).toBe('3055566677')
  expect(identity({}, branch).branch).toBe('فرع جدة')
  expect(identity().branch).toBe('3101223935')
})

test('the line of business is the one of the organisation', () => {
  expect([identity({ industry: 'مقاولات' }).industry, identity().industry]).toEqual(['مقاولات', 'Trade'])
})
