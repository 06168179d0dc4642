import { expect, test } from 'vitest'
import { matchFolded } from './matchFolded.ts'
import { toSelectOption } from './toSelectOption.ts'

const bank = toSelectOption({ id: 7, number: '110102', name: 'البنك الأهلي', name_en: 'National bank' })
const cash = toSelectOption({ id: 8, number: '110101', name: 'الصندوق', name_en: 'Cash' })
const idOf = (option: unknown) => (option as { value: string }).value
const found = (search: string) => matchFolded({ options: [cash, bank], search, limit: 10 }).map(idOf)

test('an account is shown by its number and its name', () => {
  expect(bank.label).toMatch(/^110102 /)
})

test.each([
  ['110102', '7'],
  ['١١٠١٠٢', '7'],
  ['الاهلي', '7'],
  ['national', '7'],
  ['102 bank', '7'],
  ['cash', '8'],
])('it is found by its number or its name in either language, in any spelling: %s', (typed, id) => {
  expect(found(typed)).toEqual([id])
})

test('goods are found by code, parties by VAT number; the code is shown next to the name', () => {
  const cement = toSelectOption({ id: 3, name: 'إسمنت', code: 'B1-50' })
  const customer = toSelectOption({ id: 4, name: 'شركة النور', tax_number: '310122393500003' })
  const ids = (search: string) => matchFolded({ options: [cement, customer], search, limit: 10 }).map(idOf)
  expect(cement).toMatchObject({ label: 'إسمنت', code: 'B1-50' })
  expect(ids('b1-٥٠')).toEqual(['3'])
  expect(ids('3101223935')).toEqual(['4'])
})

test('a row without a number is shown by its name alone', () => {
  expect(toSelectOption({ id: 1, name: 'نقداً', name_en: null })).toMatchObject({ value: '1', label: 'نقداً' })
})
