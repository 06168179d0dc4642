import { expect, test } from 'vitest'
import { decimal, text } from '#ledger/money.ts'
import { typedRetention } from './typedRetention.ts'

const totals = { subtotal: decimal('1000.05'), total: decimal('1150.06') }

test.each([
  ['10', 'net', '100.01'],
  ['10', 'gross', '115.01'],
  ['٢٫٥', 'gross', '28.75'],
  // What the server would refuse, or what is not typed to its end, retains nothing.
  ['10', '', '0'],
  ['', 'net', '0'],
  ['10x', 'net', '0'],
  ['-5', 'net', '0'],
  ['101', 'net', '0'],
])('%s %% of %s retains %s', (percent, basis, amount) => {
  expect(text(typedRetention({ percent, basis }, totals, 2))).toBe(amount)
})
