import { expect, test } from 'vitest'
import type { CountSheetRow } from '#contract/counts.ts'
import { decimal, text } from '#ledger/money.ts'
import { countedFigures, type HeldRow, withoutCount } from './countFigures.ts'

const row = (id: number, quantity: number, pool_value: number) =>
  ({ id, quantity, cost: 60, pool_quantity: quantity, pool_value }) as CountSheetRow
const books = ({ quantity, pool_quantity, pool_value }: HeldRow) =>
  [quantity, pool_quantity, pool_value].map((figure) => text(decimal(figure)))
// The books had 99 pieces of 60; 95 were counted and posted.
const posted = { count_date: '2026-03-31', lines: [{ product_id: 1, difference: -4, value: -240 }] }
const [now, other] = [row(1, 95, 5700), row(2, 10, 100)]

test('a corrected count is compared with the books without it', () => {
  const [first, second] = withoutCount([now, other], posted, '2026-03-31') as [HeldRow, HeldRow]
  expect(books(first)).toEqual(['99', '99', '5940'])
  expect(second).toEqual(other)
  const figures = countedFigures(first, '95', 2) as NonNullable<ReturnType<typeof countedFigures>>
  expect([text(figures.difference), text(figures.value)]).toEqual(['-4', '-240'])
})

test('an earlier day excludes the count; the present stock includes it', () => {
  const [first] = withoutCount([now], posted, '2026-03-30') as [HeldRow]
  expect(books(first)).toEqual(['95', '99', '5940'])
})
