import { expect, test } from 'vitest'
import { importKindOf } from '#contract/imports/import-kinds.ts'
import { guessColumns } from './guess-columns.ts'
import { joinedNames } from './joined-names.ts'
import { foldWord } from './values/words.ts'

const known = importKindOf('customers').columns.map((column) => ({
  column,
  words: [...(column.before ?? []), ...column.heads].map(foldWord),
}))

test('first and last name are one name, at the end of the row, and that column is taken for the name', () => {
  const heads = ['FirstName', 'Email', 'Last Name']
  const joined = joinedNames(heads, known)
  expect(joined?.row({ number: 3, cells: ['Omar', 'o@example.sa', 'Said'] }).cells).toEqual([
    'Omar',
    'o@example.sa',
    'Said',
    'Omar Said',
  ])
  expect(joined?.row({ number: 4, cells: ['Omar'] }).cells).toEqual(['Omar', '', '', 'Omar'])
  expect(guessColumns([...heads, joined?.head as string], known).name).toBe(3)
  const arabic = ['الاسم الأول', 'اسم العائلة', 'الجوال']
  expect(guessColumns([...arabic, joinedNames(arabic, known)?.head as string], known).name).toBe(3)
})

test('where another column names the party, and for records without a name, nothing is joined', () => {
  for (const name of ['Display Name', 'Company', 'الاسم'])
    expect(joinedNames([name, 'First Name', 'Last Name'], known), name).toBeNull()
  expect(joinedNames(['First Name', 'Email'], known)).toBeNull()
  const items = importKindOf('invoices').columns.map((column) => ({ column, words: column.heads.map(foldWord) }))
  expect(joinedNames(['First Name', 'Last Name'], items)).toBeNull()
})
