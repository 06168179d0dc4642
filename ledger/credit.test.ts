import { expect, test } from 'vitest'
import { exposureOf, overLimit } from './credit.ts'
import { text } from './money.ts'

const parts = { receivable: '1150.50', advances: '200', orders: '300.25', cheques: '49.25' }

test('open items, orders and cheques count, and what was paid ahead is taken off', () => {
  expect(text(exposureOf(parts))).toBe('1300')
})

test.each([
  ['up to the limit', '1500', '200', null],
  ['a halala above it', '1500', '200.01', '0.01'],
  ['what adds nothing, above a lowered limit', '1000', '0', null],
  ['what lowers, above a lowered limit', '1000', '-5', null],
  ['anything more, above a lowered limit', '1000', '0.01', '300.01'],
  ['anything, where nothing is given on credit', '0', '1', '1301'],
])('%s is over by what it is', (_, limit, more, over) => {
  const found = overLimit(parts, limit, more)
  expect(found && text(found.over)).toBe(over)
})
