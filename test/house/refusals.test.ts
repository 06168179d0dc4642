import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { refusals } from '#contract/refusals.ts'

// Every refusal is listed once, and something refuses with it.

const lists = ['contract/refusals.ts', 'contract/guard/sign-in-refusals.ts', 'contract/imports/import-refusals.ts']
const read = (path: string) => readFileSync(path, 'utf8')

test('lists each refusal once', () => {
  const keys = lists.flatMap((path) => [...read(path).matchAll(/^ {2}(\w+): \d{3},/gm)].map(([, key]) => key as string))
  expect(keys.length).toBeGreaterThan(200)
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([])
})

test('refuses with each refusal that it lists', () => {
  const code = globSync('{server,contract,ledger}/**/*.ts')
    .filter((path) => !path.includes('.test.') && !lists.includes(path))
    .map(read)
    .join('\n')
  const named = new Set([...code.matchAll(/['"`](\w+)['"`]|\b(\w+):/g)].map(([, quoted, key]) => quoted ?? key))
  expect(Object.keys(refusals).filter((key) => !named.has(key))).toEqual([])
})
