import { expect, test } from 'vitest'
import { newCodes } from './newCodes.ts'

test('a code counts once while it is in the picture, and again when it comes back', () => {
  const fresh = newCodes()
  expect(fresh(['A'], 0)).toEqual(['A'])
  expect(fresh(['A', 'B', 'B'], 250)).toEqual(['B'])
  expect(fresh(['A'], 1_400)).toEqual([])
  expect(fresh([], 2_000)).toEqual([])
  expect(fresh(['A'], 2_601)).toEqual(['A'])
})
