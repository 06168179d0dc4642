import { expect, test } from 'vitest'
import { noteKinds } from '#contract/documents/note-kinds.ts'
import type { NoteDraft } from '#contract/documents/notes.ts'
import { text } from '#ledger/money.ts'
import { draftTotals, emptyLines, type NoteLineRow, returnedLines, sentLines } from './noteLine.ts'

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

test.each([
  ['the whole row', {}, '4', '150', '690'],
  ['what was returned before', { returned_quantity: 1, credited_net: 150 }, '3', '150', '517.5'],
  ['at the price that an earlier note left', { credited_net: 100 }, '4', '125', '575'],
  [
    'to the last halala where it does not divide',
    { quantity: 3, net: 450, credited_net: 350 },
    '3',
    '33.333333',
    '115',
  ],
  ['a millionth less where rounding went over', { quantity: 15000, credited_net: 530 }, '15000', '0.004666', '80.49'],
  ['not what was credited whole', { credited_net: 600 }, '', '150', '0'],
  ['not what came back whole', { returned_quantity: 4, credited_net: 500 }, '', '150', '0'],
  ['what was given away', { price: 0, net: 0 }, '4', '0', '0'],
])('all that is left: %s', (_, more, quantity, price, total) => {
  const left = { ...draft, lines: [{ ...line, ...more }] } as unknown as NoteDraft
  const [row] = returnedLines(left)
  expect(row).toMatchObject({ quantity, price, amount: '' })
  expect(text(draftTotals(noteKinds.credit_note, left, [row as NoteLineRow]).total)).toBe(total)
})

test.each([
  ['goods that stay', { quantity: '1', stays_delivered: true }, { quantity: '1', price: '150', stays_delivered: true }],
  ['goods that come back', { quantity: '1', stays_delivered: false }, { quantity: '1', price: '150' }],
  ['no goods of an amount', { amount: '5', stays_delivered: true }, { amount: '5' }],
])('a row of a note sends %s', (_, typed, sent) => {
  expect(sentLines([{ ...(emptyLines(draft)[0] as NoteLineRow), ...typed }])).toEqual([{ line_number: 1, ...sent }])
})
