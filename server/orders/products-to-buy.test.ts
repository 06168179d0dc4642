import { expect, test } from 'vitest'
import { text } from '#ledger/money.ts'
import { proposedQuantity } from './products-to-buy.ts'

const need = { on_hand: '7.5', reserved: '3', on_order: '1.25', reorder_point: '10', reorder_quantity: null }

test.each([
  [{}, '4.25'],
  [{ reorder_quantity: '4' }, '4.25'],
  [{ reorder_quantity: '12' }, '12'],
  [{ on_hand: '0', reserved: '0', on_order: '0' }, '10'],
  [{ reserved: '103' }, '104.25'],
])('proposes what is missing, and not less than is ordered at once: %o', (change, proposed) => {
  expect(text(proposedQuantity({ ...need, ...change }))).toBe(proposed)
})
