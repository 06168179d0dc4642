import { expect, test } from 'vitest'
import type { SheetInput } from '#contract/reports/sheet.ts'
import { pageOfRows } from './slice-rows.ts'

const sheet = (lines: number) =>
  ({
    rows: [...Array.from({ length: lines }, (_, index) => ({ key: `${index}`, style: 'line' })), { style: 'total' }],
  }) as unknown as SheetInput

test.each([
  ['less than a page', 3, undefined, 3, null],
  ['exactly one page', 4, undefined, 4, null],
  ['one row more than a page', 5, undefined, 4, '4'],
  ['the last page of two full ones', 8, '4', 4, null],
  ['a page after the end', 4, '4', 0, null],
])('%s has its rows, the total, and the way to the next page if there is one', (_, lines, after, shown, next) => {
  const page = pageOfRows(sheet(lines), after, 4)
  expect(page.rows.filter(({ style }) => style === 'line')).toHaveLength(shown)
  expect(page.rows.at(-1)?.style).toBe('total')
  expect(page.next).toBe(next)
})
