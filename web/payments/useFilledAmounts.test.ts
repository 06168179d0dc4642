import { expect, test } from 'vitest'
import { filledField, filledRows } from './useFilledAmounts.ts'

const documents = [{ id: 11 }, { id: 12 }, { id: 13 }]
const sent = filledRows(documents, { 11: '', 12: '40', 13: '70' })
const fieldOf = (id: number, errors: object = {}) => filledField(errors as never, 'references', sent, id)

test('a refusal stays at its amount when rows above it are empty', () => {
  expect(fieldOf(12)).toBe('references.0.amount')
  expect(fieldOf(13, { 'references.1.amount': 'too much' })).toBe('references.1.amount')
  expect(fieldOf(13, { 'references.1.reference_id': 'paid' })).toBe('references.1.reference_id')
})

test('a value that is not sent has no error', () => {
  expect(fieldOf(11, { 'references.0.amount': 'too much' })).toBe('references.-1.amount')
})
