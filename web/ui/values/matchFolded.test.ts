import { expect, test } from 'vitest'
import { matchFolded } from './matchFolded.ts'
import { toSelectOption } from './toSelectOption.ts'

const goods = [
  { id: 1, name: 'دفتر كبير', name_en: 'Large notebook', code: 'A1-500' },
  { id: 2, name: 'دفتر', name_en: 'Notebook', code: 'A1-50' },
  { id: 3, name: 'أقلام', name_en: 'Pens', code: null },
].map(toSelectOption)
const accounts = [
  { id: 4, number: '11010', name: 'صندوق الفرع' },
  { id: 5, number: '1101', name: 'الصندوق' },
].map(toSelectOption)
const found = (search: string, options = goods, limit = 10) =>
  matchFolded({ options, search, limit }).map((one) => Number((one as { value: string }).value))

test.each([
  ['all where nothing is typed', '', [1, 2, 3]],
  ['the very code before one that begins with it', 'a1-٥٠', [2, 1]],
  ['the very name before a longer one', 'دفتر ', [2, 1]],
  ['either language, hamza folded', 'اقلام', [3]],
  ['words in any order', 'notebook a1', [1, 2]],
  ['nothing', 'مسطرة', []],
] as const)('finds %s', (_, search, ids) => {
  expect(found(search)).toEqual(ids)
})

test('an exact number is first, also within the limit', () => {
  expect(found('1101', accounts)).toEqual([5, 4])
  expect(found('١١٠١', accounts, 1)).toEqual([5])
})
