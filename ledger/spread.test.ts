import { expect, test } from 'vitest'
import { round, sum, text } from './money.ts'
import { deferralEntry, recognitionEntry } from './posting/deferral.ts'
import { purchases, sales } from './posting/side.ts'
import { spreadEnd, spreadParts, straightLine } from './spread.ts'
import { vector, written } from './testing/notation.ts'

const figures = (amount: string, spread: Parameters<typeof spreadParts>[1], decimals = 2) =>
  spreadParts(amount, spread, decimals).map((part) => text(part.amount, decimals))
const facts = { branch_id: 1, document_id: 1, product_id: 1, cost_center_id: null, account: 90, result: 91 }
const names = { 90: 'PREPAID', 91: 'EXP_DEFAULT' }

test('V56: a row of a bill moves from its expense to prepaid expenses', () => {
  expect(written(deferralEntry(purchases, { ...facts, amount: 1000 }), names)).toBe(
    vector('PREPAID D1000.00; EXP_DEFAULT C1000.00'),
  )
})

test('V57: months of a row are equal and the last takes the rest', () => {
  const entries = spreadParts('1000', { from: '2026-11-10', months: 3 }, 2).map(({ amount }) =>
    recognitionEntry(purchases, { ...facts, amount }),
  )
  expect(written(entries, names)).toBe(
    [333.33, 333.33, 333.34].map((part) => vector(`EXP_DEFAULT D${part}; PREPAID C${part}`)).join(' // '),
  )
})

test('2.1-12: a row of an invoice moves from revenue to deferred revenue and back', () => {
  expect(written(deferralEntry(sales, { ...facts, amount: 60 }), names)).toBe('EXP_DEFAULT D60.00; PREPAID C60.00')
  expect(written(recognitionEntry(sales, { ...facts, amount: 60 }), names)).toBe('EXP_DEFAULT C60.00; PREPAID D60.00')
})

test('months are recognised on their last days, also over a leap year', () => {
  const dates = spreadParts('4', { from: '2027-12-31', months: 4 }, 2).map(({ date }) => date)
  expect(dates).toEqual(['2027-12-31', '2028-01-31', '2028-02-29', '2028-03-31'])
  expect(spreadEnd({ from: '2027-12-31', months: 4 })).toBe('2028-03-31')
})

test('days count where the end is a day, and the last part is recognised on it', () => {
  expect(figures('31', { from: '2026-11-16', to: '2026-12-16' })).toEqual(['15.00', '16.00'])
  expect(spreadParts('31', { from: '2026-11-16', to: '2026-12-16' }, 2).at(-1)?.date).toBe('2026-12-16')
})

test('parts sum to the amount exactly and none is negative', () => {
  for (const amount of ['0.01', '0.07', '0.005', '1', '100', '99999.99', '1234567.891'])
    for (const months of [1, 2, 3, 7, 12, 36, 120])
      for (const decimals of [2, 3]) {
        const whole = text(round(amount, decimals), decimals)
        const parts = spreadParts(whole, { from: '2026-01-15', months }, decimals)
        expect(parts).toHaveLength(months)
        expect(parts.every((part) => part.amount.gte(0))).toBe(true)
        expect(text(sum(parts.map((part) => part.amount)), decimals)).toBe(whole)
      }
})

test('the rest is shared in the same proportions, or equally without any', () => {
  expect(straightLine('10', ['1', '3'], 2).map((part) => text(part))).toEqual(['2.5', '7.5'])
  expect(straightLine('10', ['0', '0', '0'], 2).map((part) => text(part))).toEqual(['3.33', '3.33', '3.34'])
})
