import { expect, test } from 'vitest'
import { decimal, sum, text } from '../money.ts'
import { spreadCost } from './landed-cost.ts'

const rows = [3, 5, 7, 11].map((one) => ({ quantity: String(one), value: String(one * one), weight: String(20 - one) }))

test.each(['value', 'quantity', 'weight'] as const)('a cost by %s is spread to the smallest coin', (basis) => {
  for (const cost of ['0.01', '1', '99.99', '100000.03'])
    expect(text(sum(spreadCost(cost, basis, rows, 2) ?? []))).toBe(text(decimal(cost)))
})
test('goods without what it is spread by bear nothing', () => {
  expect(spreadCost('5', 'weight', [{ quantity: '1', value: '1' }], 2)).toBeNull()
})
