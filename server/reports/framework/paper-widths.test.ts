import { expect, test } from 'vitest'
import type { PdfTable } from '#server/pdf/paper.ts'
import { sizeFor } from './paper-widths.ts'

const same = (word: string) => ({ ar: word, en: word })
const tableOf = (figures: number, figure: string): PdfTable => ({
  columns: [
    { label: same('الحساب'), kind: 'text', width: 'share' },
    ...Array.from({ length: figures }, () => ({ label: same('مدين'), kind: 'figure', width: 'content' }) as const),
  ],
  rows: [[{ text: 'النقد وما في حكمه', indent: 1 }, ...Array.from({ length: figures }, () => figure)]],
})

test('sets two columns upright and the six columns of a trial balance on a landscape sheet, in letters of the usual size', () => {
  expect(sizeFor([tableOf(2, '1,234,567.89')])).toEqual({ is_landscape: false, sizes: [{ size: 8.5 }] })
  expect(sizeFor([tableOf(6, '1,234,567.89')])).toEqual({ is_landscape: true, sizes: [{ size: 8.5 }] })
})

test('sets many wide columns smaller, but never too small to read, and both tables of a report on the same sheet', () => {
  const { is_landscape, sizes } = sizeFor([tableOf(2, '1.00'), tableOf(10, '123,456,789.00')])
  expect(is_landscape).toBe(true)
  expect(sizes[0]?.size).toBe(8.5)
  expect(sizes[1]?.size).toBeGreaterThanOrEqual(5.5)
  expect(sizes[1]?.size).toBeLessThan(7)
  expect(sizeFor([tableOf(40, '123,456,789.00')]).sizes).toEqual([{ size: 5.5 }])
})
