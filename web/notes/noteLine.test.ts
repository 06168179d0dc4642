import { expect, test } from 'vitest'
import { noteKinds } from '#contract/note-kinds.ts'
import type { NoteDraft } from '#contract/notes.ts'
import { text } from '#ledger/money.ts'
import { draftTotals, emptyLines, type NoteLineRow } from './noteLine.ts'

const line = { line_number: 1, quantity: 4, price: 150, net: 600, returned_quantity: 0, credited_net: 0, tax_key: 'S' }
const tax = { key: 'S', rate: 15, base: 600, tax: 90, credited_base: 0, credited_tax: 0 }
const draft = { lines: [line], taxes: [tax], currency: { code: 'SAR', decimals: 2 } } as unknown as NoteDraft

const totalOf = (kind: keyof typeof noteKinds, typed: Partial<NoteLineRow>) =>
  text(draftTotals(noteKinds[kind], draft, [{ ...emptyLines(draft)[0], ...typed } as NoteLineRow]).total)

test.each([
  ['credit_note', { quantity: '1' }, '172.5'],
  ['credit_note', { amount: '100' }, '115'],
  ['debit_note', { amount: '100' }, '115'],
  ['credit_note', { quantity: '-1' }, '0'],
  ['credit_note', { quantity: '1', price: '-150' }, '0'],
  ['credit_note', { amount: '-5' }, '0'],
  ['supplier_credit', { amount: '-5' }, '0'],
  ['debit_note', { amount: '-5' }, '0'],
  ['credit_note', { quantity: '1 000' }, '0'],
] as const)('a %s of %j comes to %s', (kind, typed, total) => {
  expect(totalOf(kind, typed)).toBe(total)
})
