import { expect, test } from 'vitest'
import { pastedCells } from '../ui/lines/pastedCells.ts'
import { pastedGoods } from './pastedGoods.ts'

const products = [
  { id: 1, code: 'P1', name: 'ورق', name_en: 'Paper' },
  { id: 2, code: 'P2', name: 'حبر', name_en: 'Ink' },
]

test('goods are found by code or name, and an unknown product keeps its text', () => {
  const rows = pastedGoods(pastedCells('الصنف\tالقيمة\tالكمية\nP1\t1,250.50\t١٠\nInk\t90\t3\nقلم\t5\t1'), products)
  expect(rows.map(({ product_id, quantity, value }) => [product_id, quantity, value])).toEqual([
    ['1', '10', '1250.5'],
    ['2', '3', '90'],
    ['', '1', '5'],
  ])
  expect(rows[2]?.label).toBe('قلم')
})
