import { expect, test } from 'vitest'
import { safePath } from './routes/safePath.ts'

test.each(['/', '/sales/invoices?page=2#x', '/a/b'])('%j is a path of our own', (path) =>
  expect(safePath(path)).toBe(path),
)
test.each([
  '//elsewhere.example',
  '/\\elsewhere.example',
  '/\t/elsewhere.example',
  '/\n/elsewhere.example',
  ' /x',
  'https://x.example',
  '/x\t/y',
  '',
  undefined,
  7,
])('%j leads home', (path) => expect(safePath(path)).toBe('/'))
