import { expect, test } from 'vitest'
import { decimal } from '#ledger/money.ts'
import { changeOf } from './statement-sheet.ts'

test.each([
  ['150', '100', '50', '50'],
  ['50', '-100', '150', null],
  ['-150', '-100', '-50', '-50'],
  ['-50', '100', '-150', '-150'],
  ['0', '-100', '100', '100'],
  ['100', '0', '100', null],
])('%s after %s is %s more, in percent %s', (now, before, change, change_percent) => {
  expect(changeOf([decimal(now), decimal(before)])).toEqual({ change, change_percent })
})
