import { expect, test } from 'vitest'
import { headParts } from './headParts.ts'

test.each([
  ['2025-11-24', { words: '', since: null, until: '2025-11-24' }],
  ['2025-11', { words: '', since: null, until: '2025-11' }],
  ['2026-01-01 – 2026-03-31', { words: '', since: '2026-01-01', until: '2026-03-31' }],
  ['الصافي 2025-01-01 – 2025-11-24', { words: 'الصافي ', since: '2025-01-01', until: '2025-11-24' }],
  ['Net 2025-11-24', { words: 'Net ', since: null, until: '2025-11-24' }],
])('the days of a heading stay whole: %s', (text, parts) => {
  expect(headParts(text)).toEqual(parts)
})

test.each(['المدين', 'Change %', 'Branch no. 62025-11', '61 – 90 days'])('words have no days: %s', (text) => {
  expect(headParts(text)).toEqual({ words: text, since: null, until: null })
})
