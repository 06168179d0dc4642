import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  citationsIn,
  citingFiles,
  definedRules,
  needsTest,
  testingTable,
  testsByRule,
  wordsOf,
} from '../../scripts/generate-testing-table.ts'

const rules = definedRules()

test('every rule that code, tests or invariants cite exists in docs/accounting-rules.md', () => {
  const unknown = citingFiles().flatMap((path) => {
    const { comments, titles } = wordsOf(readFileSync(path, 'utf8'))
    return [...citationsIn([comments, ...titles].join('\n'))]
      .filter((id) => !rules.has(id))
      .map((id) => `${path} ${id}`)
  })
  expect(unknown).toEqual([])
})

test('every rule, vector and invariant has a test that cites it', () => {
  const tests = testsByRule()
  const untested = [...rules.keys()].filter((id) => needsTest(id) && !tests.has(id))
  // Rules that no test names yet. The list only shrinks.
  expect(untested).toEqual([])
})

test('docs/testing.md equals what titles and comments cite', () => {
  expect(testingTable()).toBe(readFileSync('docs/testing.md', 'utf8'))
})

test('nothing cites the accounting rules by their former name', () => {
  expect(citingFiles().filter((path) => new RegExp(`ledger${'\\.'}md`).test(readFileSync(path, 'utf8')))).toEqual([])
})
