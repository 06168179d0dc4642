import { describe, expect, test } from 'vitest'
import type { Guess } from './guess.ts'
import { fitsRule } from './rule-fits.ts'
import { isNameIn, partyWords, wordsOfLine } from './said-words.ts'
import { settleGuesses } from './settle-guesses.ts'
import { onlySum } from './sums-of-documents.ts'

// What a line of a bank seems to be: whole words, what exists before what would be made, and sure only without another explanation.

type Code = Guess['reasons'][number]['code']
const guess = (kind: Guess['kind'], score: number, codes: Code[], facts: Partial<Guess> = {}): Guess => ({
  kind,
  score,
  label: kind,
  date: null,
  amount: null,
  entry_id: null,
  line_number: null,
  document_id: null,
  party_id: null,
  rule_id: null,
  account_id: null,
  tax_id: null,
  documents: [],
  credit: null,
  reasons: codes.map((code) => ({ code, days: code === 'days_apart' ? 20 : null })),
  ...facts,
})
const book = (entry_id: number, score: number, ...codes: Code[]) =>
  guess('entry', score, ['same_amount', ...codes], { entry_id, line_number: 1 })
const invoice = (document_id: number, score: number, ...codes: Code[]) =>
  guess('document', score, codes, { document_id, party_id: 1 })
const rule = guess('rule', 70, ['rule'], { rule_id: 1, account_id: 1 })
const settled = (lines: Record<number, Guess[]>) =>
  settleGuesses(new Map(Object.entries(lines).map(([id, guesses]) => [Number(id), guesses])))
const sureOf = (lines: Record<number, Guess[]>) =>
  Object.fromEntries(
    [...settled(lines)].map(([id, { sure }]) => [id, sure?.entry_id ?? sure?.document_id ?? sure?.kind ?? null]),
  )

describe('sure guesses', () => {
  test('a line without a name leaves the receipt to the line that names its payer, in either order', () => {
    const unnamed = () => [book(1, 85, 'same_day'), book(2, 85, 'same_day')]
    const named = () => [book(1, 95, 'same_day', 'name_in_text'), book(2, 85, 'same_day')]
    expect(sureOf({ 1: unnamed(), 2: named() })).toEqual({ 1: null, 2: 1 })
    expect(sureOf({ 1: named(), 2: unnamed() })).toEqual({ 1: 1, 2: null })
    expect(
      settled({ 1: unnamed(), 2: named() })
        .get(1)
        ?.guesses.map(({ entry_id }) => entry_id),
    ).toEqual([2])
  })
  test('two lines that could be the same line of the books are both left to a person', () => {
    expect(sureOf({ 1: [book(1, 85, 'same_day')], 2: [book(1, 85, 'same_day')] })).toEqual({ 1: null, 2: null })
  })
  test('the day decides only against a line of the books that is far from it', () => {
    const far = { ...book(2, 20, 'days_apart') }
    expect(sureOf({ 1: [book(1, 85, 'same_day'), far] })).toEqual({ 1: 1 })
    const near = { ...far, reasons: [{ code: 'days_apart' as const, days: 2 }] }
    expect(sureOf({ 1: [book(1, 85, 'same_day'), near] })).toEqual({ 1: null })
  })
  test('a document with its amount is sure by its number, or by its party where only one fits', () => {
    expect(sureOf({ 1: [invoice(1, 65, 'open_amount', 'name_in_text')] })).toEqual({ 1: 1 })
    expect(sureOf({ 1: [invoice(1, 85, 'open_amount', 'number_in_text'), rule] })).toEqual({ 1: 1 })
    const two = [invoice(1, 65, 'open_amount', 'name_in_text'), invoice(2, 65, 'open_amount', 'name_in_text')]
    expect(sureOf({ 1: two })).toEqual({ 1: null })
    expect(sureOf({ 1: [invoice(1, 65, 'open_amount', 'name_in_text'), rule] })).toEqual({ 1: null })
    expect(sureOf({ 1: [invoice(1, 45, 'open_amount')] })).toEqual({ 1: null })
  })
  test('an entry of the books comes before a rule that would make another, which is then not sure', () => {
    const lines = settled({ 1: [rule, book(1, 54, 'days_apart')] })
    expect(lines.get(1)?.guesses.map(({ kind }) => kind)).toEqual(['entry', 'rule'])
    expect(lines.get(1)?.sure).toBeNull()
    expect(sureOf({ 1: [rule] })).toEqual({ 1: 'rule' })
  })
})

describe('words', () => {
  const line = (description: string) => ({
    account_id: 1,
    amount: '-10',
    description,
    reference: null,
    counterparty: null,
  })
  const fits = (words: string, description: string) =>
    fitsRule({ bank_account_id: null, direction: 'out', words, amount_min: null, amount_max: null }, line(description))
  test.each([
    ['STC', 'STC PAY BILL 0551', true],
    ['STC', 'SADAD/STC-0551', true],
    ['STC', 'EASTCOAST TRADING EST', false],
    ['بلاد', 'شراء من بلادينيوم للتجارة', false],
    ['بلاد', 'رسوم بنك البلاد', true],
    ['رسوم|عمولة', 'عمولة حوالة', true],
  ])('a rule about %s and the text %s', (words, text, isIn) => {
    expect(fits(words, text)).toBe(isIn)
  })
  test('a name is in a text as whole words', () => {
    expect(isNameIn(wordsOfLine(line('ALIBABA CLOUD REFUND')), partyWords('Ali'))).toBe(false)
    expect(isNameIn(wordsOfLine(line('TRANSFER FROM ALI')), partyWords('Ali'))).toBe(true)
    expect(isNameIn(wordsOfLine(line('حوالة من شركة الأفق للتجارة المحدودة')), partyWords('شركة الأفق للتجارة'))).toBe(
      true,
    )
  })
})

test('documents of one party come to an amount if exactly one set of two to five of them does', () => {
  const documents = [300n, 450n, 250n, 700n].map((units, index) => ({ id: index + 1, party_id: 1, units }))
  const ids = (units: bigint, all = documents) => onlySum(all, units)?.map(({ id }) => id) ?? null
  expect(ids(1000n)).toBeNull()
  expect(ids(1450n)).toEqual([1, 2, 4])
  expect(ids(300n)).toBeNull()
  expect(
    ids(
      1450n,
      documents.map((one) => ({ ...one, party_id: one.id })),
    ),
  ).toBeNull()
})
