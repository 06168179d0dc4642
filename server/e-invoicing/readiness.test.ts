import { expect, test } from 'vitest'
import { readinessOf } from './readiness.ts'

const seller = {
  ...{ name: '', name_en: null as string | null, tax_number: '310122393500003', commercial_registration: '1010101010' },
  ...{ address: null, street: null, building_number: null, additional_number: null, district: null, postal_code: null },
  ...{ city: null, currency: 'SAR' },
}
const isNameReady = (name: string, name_en: string | null) =>
  readinessOf({ ...seller, name, name_en }).find(({ point }) => point === 'name')?.is_ready

test('both names count, because the code carries both', () => {
  expect(isNameReady('ش'.repeat(100), null)).toBe(true)
  expect(isNameReady('ش'.repeat(100), 'x'.repeat(60))).toBe(false)
  expect(isNameReady('ش'.repeat(100), 'x'.repeat(50))).toBe(true)
})
