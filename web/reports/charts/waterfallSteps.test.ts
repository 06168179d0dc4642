import { expect, test } from 'vitest'
import { waterfallSteps } from './waterfallSteps.ts'

test('each activity begins where the one before it ended, and the last one ends at the closing balance', () => {
  const { steps, low, high } = waterfallSteps(
    new Map([
      ['opening_cash', 100],
      ['net_operating', 50],
      ['net_investing', -180],
      ['net_financing', 40],
      ['closing_cash', 10],
    ]),
  )
  expect(steps.map(({ name, from, to }) => [name, from, to])).toEqual([
    ['opening_cash', 0, 100],
    ['net_operating', 100, 150],
    ['net_investing', 150, -30],
    ['net_financing', -30, 10],
    ['closing_cash', 0, 10],
  ])
  expect([low, high]).toEqual([-30, 150])
})
