import { expect, test } from 'vitest'
import type { Sheet } from '#contract/reports/sheet.ts'
import { printedSheet } from './printedSheet.ts'

const column = (key: string, kind: Sheet['columns'][number]['kind']) => ({ key, kind }) as Sheet['columns'][number]
const row = (texts: Sheet['rows'][number]['texts']) => ({ texts, figures: {} }) as Sheet['rows'][number]
const columns = [
  column('date', 'date'),
  column('description', 'text'),
  column('party', 'text'),
  column('debit', 'amount'),
]
const keysOf = (rows: Sheet['rows']) => printedSheet({ columns, rows } as Sheet).columns.map(({ key }) => key)

test('a column in which no row says anything is not printed', () => {
  expect(keysOf([row({ date: '2026-01-01', description: null, party: '' }), row({ date: '2026-01-02' })])).toEqual([
    'date',
    'debit',
  ])
})

test('what one row says is printed, in words of its own as well; so are days and figures', () => {
  const named = { word: null, name: 'عميل', name_en: null, code: null }
  expect(keysOf([row({ description: 'قسط' }), row({ party: named })])).toEqual([
    'date',
    'description',
    'party',
    'debit',
  ])
  expect(keysOf([])).toEqual(['date', 'debit'])
})
