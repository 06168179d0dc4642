import { expect, test } from 'vitest'
import { textAfterLabel } from './textAfterLabel.ts'

test.each([
  ['an untouched field takes the label when the options arrive', '', '', 'Horizon Co.', 'Horizon Co.'],
  ['an untouched field takes the label of another choice', 'Horizon Co.', 'Horizon Co.', 'Basalt Co.', 'Basalt Co.'],
  ['a typed text stays when the options arrive', 'Bas', '', 'Horizon Co.', 'Bas'],
  ['a typed text stays when the choice leaves the options', 'Bas', 'Horizon Co.', '', 'Bas'],
])('%s', (_, text, before, after, shown) => {
  expect(textAfterLabel(text, before, after)).toBe(shown)
})
