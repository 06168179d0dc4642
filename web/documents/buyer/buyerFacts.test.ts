import { expect, test } from 'vitest'
import { lackingOf } from './buyerFacts.ts'

const address = { street: 'العليا', building_number: '1234', district: 'العليا', postal_code: '12345' }
const company = { type: 'company', tax_number: '310122393500003', ...address }

test('knows the city of a customer that was just saved, by its number or its name', () => {
  expect(lackingOf({ ...company, city_id: 1 }, '')).toEqual([])
  expect(lackingOf({ ...company, city_name: 'الدرعية' }, '')).toEqual([])
  expect(lackingOf({ ...company, city: 'الرياض' }, '')).toEqual([])
  expect(lackingOf(company, '')).toEqual(['city'])
})

test('asks of a person, and of a simplified invoice, nothing; of a buyer abroad, less', () => {
  expect(lackingOf({ type: 'individual' }, '')).toEqual([])
  expect(lackingOf({ type: 'company' }, 'simplified')).toEqual([])
  expect(lackingOf({ type: 'individual' }, 'standard')).toContain('street')
  expect(
    lackingOf({ type: 'company', tax_number: 'DE1', street: 'Hauptstr. 1', city_name: 'Köln', country_id: 2 }, ''),
  ).toEqual([])
})
