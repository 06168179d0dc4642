import { expect, test } from 'vitest'
import type { NoteDraft } from '#contract/documents/notes.ts'
import { pastedCells } from '../ui/lines/pastedCells.ts'
import { emptyLines } from './noteLine.ts'
import { pastedNote } from './pastedNote.ts'

test('rows of a note take their quantities by product, and products of no row are named', () => {
  const line = (line_number: number, product_name: string) => ({
    line_number,
    product_name,
    product_name_en: null,
    price: 5,
  })
  const draft = { lines: [line(1, 'ورق'), line(2, 'قلم')] } as unknown as NoteDraft
  const { rows, unknown } = pastedNote(
    pastedCells('الصنف\tالكمية\nقلم\t٣\nدفتر\t1'),
    { draft, lowers: true },
    emptyLines(draft),
  )
  expect(rows).toEqual([
    { line_number: 1, quantity: '', price: '5', amount: '' },
    { line_number: 2, quantity: '3', price: '5', amount: '' },
  ])
  expect(unknown).toEqual(['دفتر'])
  const debit = pastedNote(pastedCells('قلم\t7'), { draft, lowers: false }, emptyLines(draft))
  expect(debit.rows[1]).toMatchObject({ quantity: '', amount: '7' })
})
