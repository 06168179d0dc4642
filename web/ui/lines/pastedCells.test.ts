import { describe, expect, test } from 'vitest'
import { findByName, namedCells, pastedCells, pastedFigure } from './pastedCells.ts'

describe('pasted cells', () => {
  test('are rows and columns, with quoted tabs, lines and quotes', () => {
    expect(pastedCells('A\t1\r\nB\t2\r\n')).toEqual([
      ['A', '1'],
      ['B', '2'],
    ])
    expect(pastedCells('"two\nlines"\t"a ""word"""\nx\t')).toEqual([
      ['two\nlines', 'a "word"'],
      ['x', ''],
    ])
  })
  const columns = [
    { key: 'item', words: ['الصنف', 'Item'] },
    { key: 'quantity', words: ['الكمية', 'Qty'] },
  ]
  test('go by the heads of their first row, or else by the order of our columns', () => {
    expect(namedCells(pastedCells('كميه\tصنف\n3\tكرسي'), columns)).toEqual([{ quantity: '3', item: 'كرسي' }])
    expect(namedCells(pastedCells('كرسي\t3'), columns)).toEqual([{ item: 'كرسي', quantity: '3' }])
  })
  test.each([
    ['1,250.50', '1250.5'],
    ['١٬٢٥٠٫٥', '1250.5'],
    ['(75)', '-75'],
    ['SAR 10', '10'],
    ['', ''],
    ['x', ''],
  ])('the figure %s is %s', (text, expected) => expect(pastedFigure(text)).toBe(expected))
  test('a row is found by its code before its name, with letters folded', () => {
    const rows = [
      { number: '1101', name: 'النقدية', name_en: 'Cash' },
      { number: '5', name: '1101', name_en: null },
    ]
    expect(findByName(rows, '1101')).toBe(rows[0])
    expect(findByName(rows, 'cash')).toBe(rows[0])
    expect(findByName(rows, '1101 - نقد')).toBe(rows[0])
    expect(findByName(rows, 'other')).toBeUndefined()
  })
})
