import { expect, test } from 'vitest'
import { pastedCells } from '../ui/lines/pastedCells.ts'
import { pastedCounts, withMore } from './pastedCounts.ts'

const sheet = [
  { id: 1, code: 'P1', name: 'ورق', name_en: 'Paper' },
  { id: 2, code: 'P2', name: 'حبر', name_en: null },
]

test('pasted quantities find their product by code or name, and what is not on the sheet is named', () => {
  const { counted, unknown } = pastedCounts(pastedCells('الرمز\tالكمية\nP1\t12\nحبر\t٣٫٥\nP9\t4\nP2\tx'), sheet)
  expect(counted).toEqual({ 1: '12', 2: '3.5' })
  expect(unknown).toEqual(['P9', 'P2'])
})

test('a product that is there twice counts both', () => {
  expect(pastedCounts(pastedCells('P1\t0.1\nPaper\t0.2'), sheet).counted).toEqual({ 1: '0.3' })
})

test.each([
  [undefined, '1'],
  ['', '1'],
  ['2.5', '3.5'],
  ['٣', '4'],
  ['1,000', '1001'],
  ['12x', null],
  ['-', null],
])('a scan after %s typed makes %s', (typed, quantity) => {
  expect(withMore(typed)).toBe(quantity)
})
