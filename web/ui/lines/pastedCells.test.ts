import { describe, expect, test } from 'vitest'
import { findByName, namedCells, pastedCells, pastedFigure, pastedOrWritten } from './pastedCells.ts'

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
    ['A-12', ''],
    ['2026-01-05', ''],
    ['75-', '-75'],
    ["1'250.5", '1250.5'],
    ['1 250', '1250'],
    ['12.5 ر.س', '12.5'],
    ['15%', '15'],
  ])('the figure %s is %s', (text, expected) => expect(pastedFigure(text)).toBe(expected))
  const typed = [
    { key: 'item', words: ['الصنف', 'Item'], text: true },
    { key: 'quantity', words: ['الكمية', 'Qty'] },
    { key: 'price', words: ['السعر', 'Price'] },
    { key: 'description', words: ['الوصف', 'Description'], text: true },
  ]
  test('have titles above their heads, and heads repeated on each page', () => {
    const text = 'قائمة الأسعار\nالصنف\tالكمية\nكرسي\t3\n\nالصنف\tالكمية\nطاولة\t1'
    expect(namedCells(pastedCells(text), typed)).toEqual([
      { item: 'كرسي', quantity: '3' },
      { item: 'طاولة', quantity: '1' },
    ])
  })
  test('without heads go by their kind where our order puts words into figures', () => {
    expect(namedCells(pastedCells('100\tكرسي\t3\t25\n101\tطاولة\t1\t90\tمهمل'), typed)).toEqual([
      { item: '100', description: 'كرسي', quantity: '3', price: '25' },
      { item: '101', description: 'طاولة', quantity: '1', price: '90' },
    ])
  })
  test('with a comma before the decimals are figures, and a code stays what it is', () => {
    expect(namedCells(pastedCells('1.234\t2,5\t1.234,56\nB\t1\t(7,00)'), typed)).toEqual([
      { item: '1.234', quantity: '2.5', price: '1234.56' },
      { item: 'B', quantity: '1', price: '(7.00)' },
    ])
    expect(pastedFigure('(7.00)')).toBe('-7')
    expect(pastedOrWritten('3O')).toBe('3O')
  })
  test('a name that two rows have is none, and a list is read once for many searches', () => {
    let reads = 0
    const many = Array.from({ length: 2_000 }, (_, id) => ({
      name: `صنف ${id % 1_999}`,
      get code() {
        reads++
        return `P${id}`
      },
    }))
    for (let id = 0; id < 50; id++) expect(findByName(many, `p${id * 7}`) === many[id * 7]).toBe(true)
    expect(reads).toBe(2_000)
    expect(findByName(many, 'صنف 0')).toBeUndefined()
  })
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
