import { expect, test } from 'vitest'
import { exampleDocument, exampleNames } from './example-documents.ts'
import { verdictOf } from './verdict.ts'

test.each(exampleNames)('the example %s has no findings', (name) => {
  expect(verdictOf(exampleDocument(name), { today: '2026-11-25', stage: 'issued' })).toEqual({
    light: 'green',
    issues: [],
  })
})
