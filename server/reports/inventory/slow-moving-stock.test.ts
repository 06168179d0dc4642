import { expect, test } from 'vitest'
import { monthsOfStock } from './slow-moving-stock.ts'

test.each([
  ['a quarter of a year sold a third of what is left', '30', '10', 92, '9.1'],
  ['what sells in a year lasts twelve months', '365', '365', 365, '12'],
  ['nothing sold is no pace', '30', '0', 92, null],
  ['more came back than was sold', '30', '-2', 92, null],
] as const)('%s', (_, quantity, sold, days, months) => {
  expect(monthsOfStock({ quantity, sold }, days)).toBe(months)
})
