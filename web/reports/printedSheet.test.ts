import { expect, test } from 'vitest'
import type { Sheet } from '#contract/reports/sheet.ts'
import { keptWithNext, printedSheet } from './printedSheet.ts'

const column = (key: string, kind: Sheet['columns'][number]['kind']) => ({ key, kind }) as Sheet['columns'][number]
const row = (texts: Sheet['rows'][number]['texts']) => ({ texts, figures: {} }) as Sheet['rows'][number]
const columns = [
  column('date', 'date'),
  column('description', 'text'),
  column('party', 'text'),
  column('debit', 'amount'),
]
const keysOf = (rows: Sheet['rows']) => printedSheet({ columns, rows } as Sheet).columns.map(({ key }) => key)

test('an empty column is not printed', () => {
  expect(keysOf([row({ date: '2026-01-01', description: null, party: '' }), row({ date: '2026-01-02' })])).toEqual([
    'date',
    'debit',
  ])
})

test('a column with a value in any row is printed', () => {
  const named = { word: null, name: 'عميل', name_en: null, code: null }
  expect(keysOf([row({ description: 'قسط' }), row({ party: named })])).toEqual([
    'date',
    'description',
    'party',
    'debit',
  ])
  expect(keysOf([])).toEqual(['date', 'debit'])
})

const entry = (number: string, lines: number) => [
  { ...row({ date: number }), key: number, style: 'group' },
  ...Array.from({ length: lines }, (_, index) => ({ ...row({}), key: `${number}.${index}`, style: 'line' })),
]
const rows = [...entry('7', 3), ...entry('8', 20), { ...row({}), key: 'total', style: 'total' }] as Sheet['rows']

test('an entry of a few lines is on one sheet', () => {
  expect([...keptWithNext(rows)]).toEqual(['7', '7.0', '7.1'])
})

test('an entry that continues on the next sheet repeats its number in each line', () => {
  const numbers = [column('date', 'code'), column('entry', 'label')]
  const printed = printedSheet({ columns: numbers, rows } as Sheet).rows
  const named = printed.flatMap(({ key, texts }) => (texts.date ? [`${key}: ${texts.date}`] : []))
  expect(named.slice(0, 4)).toEqual(['7: 7', '8: 8', '8.0: 8', '8.1: 8'])
  expect(named).toHaveLength(22)
})
