import { expect, test } from 'vitest'
import { rowName } from './e-invoice-rows.ts'

test('a name of one or two characters is written with three at least, another one as it is', () => {
  expect(['م', '3M', '🎉🎉'].map(rowName)).toEqual(['صنف م | Item م', 'صنف 3M | Item 3M', 'صنف 🎉🎉 | Item 🎉🎉'])
  expect(['قلم', 'م | M'].map(rowName)).toEqual(['قلم', 'م | M'])
})
