import { expect, test } from 'vitest'
import { closingFigures } from './closingFigures.ts'

const branch = (id: number, profit: number) => ({ id, name: String(id), name_en: null, profit })
const shownOf = (...profits: number[]) => {
  const profit = profits.reduce((sum, one) => sum + one, 0)
  const { word, amount, branches } = closingFigures({ profit, branches: profits.map((one, id) => branch(id, one)) })
  return [word, amount, ...branches.map((one) => one.amount)]
}

test('the branches add up to the profit', () => {
  expect(shownOf(300, -100)).toEqual(['profit', 200, 300, -100])
})

test('they add up to a loss as well: what a branch earned lessens it', () => {
  expect(shownOf(-400, 100)).toEqual(['loss', 300, 400, -100])
})
