import { expect, test } from 'vitest'
import { choiceOf } from './choiceOf.ts'
import { matchFolded } from './matchFolded.ts'

const bank = choiceOf({ id: 7, number: '110102', name: 'البنك الأهلي', name_en: 'National bank' })
const cash = choiceOf({ id: 8, number: '110101', name: 'الصندوق', name_en: 'Cash' })
const found = (search: string) =>
  matchFolded({ options: [cash, bank], search, limit: 10 }).map((option) => (option as { value: string }).value)

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
])('it is found by its number or its name in either language, spelled as it comes: %s', (typed, id) => {
  expect(found(typed)).toEqual([id])
})

test('a row without a number is shown by its name alone', () => {
  expect(choiceOf({ id: 1, name: 'نقداً', name_en: null })).toMatchObject({ value: '1', label: 'نقداً' })
})
