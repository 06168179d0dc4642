import { expect, test } from 'vitest'
import { databaseRefusal } from './database-errors.ts'

const failure = (code: string | undefined, message = 'x') => Object.assign(new Error(message), { code })

test.each([
  failure('EPIPE', 'write EPIPE'),
  failure('ECONNRESET'),
  failure(undefined, 'Connection terminated unexpectedly'),
  failure('57P01'),
  failure('57P03'),
])('a lost connection ($code, $message) is answered with "try again in a moment"', (error) => {
  expect(databaseRefusal(error)).toMatchObject({ code: 'unavailable', status: 503 })
})

test('an error of neither connection nor database stays unexpected', () => {
  expect(databaseRefusal(failure(undefined, 'no such thing'))).toBeUndefined()
})

test.each([
  ['invoice', 'invoice_number'],
  ['bill', 'bill_number'],
  ['supplier_credit', 'note_number'],
])('a number taken concurrently is refused on the field of the submitted form: %s', (labels, field) => {
  const error = Object.assign(failure('23505'), { constraint: 'documents_supplier_number', table: 'documents' })
  expect(databaseRefusal(error, labels)).toMatchObject({ errors: { [field]: { code: 'number_taken' } } })
})

test('a taken number of a journal entry is refused on its field, although the column has another name', () => {
  const constraint = 'manual_entries_organization_id_number_key'
  const error = Object.assign(failure('23505'), { constraint, table: 'manual_entries' })
  expect(databaseRefusal(error, 'journal_entry')).toMatchObject({
    errors: { journal_number: { code: 'number_taken' } },
  })
})

test.each([
  [
    '23505',
    'duplicate key value violates unique constraint "accounts_organization_id_number_key_102016"',
    'value_taken',
    'number',
  ],
  [
    '23514',
    'journal entry 3/8 is reconciled with the bank: it breaks journal_entries_bank_reconciled',
    'bank_reconciled',
    'status',
  ],
  [
    '23P01',
    'conflicting key value violates exclusion constraint "financial_years_overlap_102180"',
    'year_overlap',
    'started_at',
  ],
  [
    '23503',
    'insert or update on table "manual_entry_lines_102264" violates foreign key constraint "manual_entry_lines_organization_id_account_id_fkey_102264"',
    'unknown_reference',
    'account_id',
  ],
])('a refusal of a node is known by its words: %s %s', (code, message, refusal, field) => {
  expect(databaseRefusal(failure(code, message))?.errors).toMatchObject({ [field]: { code: refusal } })
})

test('an amount out of range is refused as one, also by the words of a node', () => {
  const words = 'value for domain money_amount violates check constraint "money_amount_check"'
  expect(databaseRefusal(failure('23514', words))).toMatchObject({ code: 'total_out_of_range' })
})
