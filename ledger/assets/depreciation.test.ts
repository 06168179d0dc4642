import { describe, expect, test } from 'vitest'
import { decimal, sum, text } from '../money.ts'
import { recognitionEntry } from '../posting/deferral.ts'
import { purchases } from '../posting/side.ts'
import { vector, written } from '../testing/notation.ts'
import { depreciable, depreciationParts, type Life, lifeEnd, partToDay, shareOut } from './depreciation.ts'
import { disposalEntry } from './disposal.ts'

const figures = (amount: string, life: Life, decimals = 2) =>
  depreciationParts(amount, life, decimals).map((part) => text(part.amount, decimals))
const life = (change: Partial<Life> = {}): Life => ({
  method: 'months',
  life_months: 36,
  in_service_on: '2026-03-17',
  depreciated_to: null,
  ...change,
})

test('V58: an asset over its months takes equal parts, and the last takes the rest', () => {
  const parts = figures(text(depreciable({ cost: '12345.67', residual: '345.67', accumulated: '0' })), life())
  expect(parts).toEqual([...Array<string>(35).fill('333.33'), '333.45'])
  const facts = { branch_id: 1, document_id: null, product_id: null, cost_center_id: null, account: 90, result: 91 }
  const entry = recognitionEntry(purchases, { ...facts, amount: parts[0] as string })
  expect(written(entry, { 90: 'ACCDEP', 91: 'DEPR' })).toBe(vector('DEPR D333.33; ACCDEP C333.33'))
})

test('an asset by days takes each month by its days', () => {
  const own = life({ method: 'days', life_months: 60 })
  expect(lifeEnd(own)).toBe('2031-03-16')
  const parts = figures('9000.00', own)
  expect(parts).toHaveLength(61)
  expect([parts[0], parts[1], parts.at(-1)]).toEqual(['73.93', '147.86', '79.03'])
  expect(text(sum(parts), 2)).toBe('9000.00')
})

test('2.1-13: an asset of other books spreads what is left over what is left of its life', () => {
  const parts = depreciationParts('6000', life({ depreciated_to: '2027-12-31' }), 2)
  expect(parts).toHaveLength(14)
  expect([parts[0]?.date, parts.at(-1)?.date]).toEqual(['2028-01-31', '2029-02-28'])
  expect(depreciationParts('6000', life({ depreciated_to: '2029-02-28' }), 2)).toEqual([])
  expect(depreciationParts('0', life(), 2)).toEqual([])
})

test('V59: a sale within a month depreciates to its day, and the asset leaves with its loss', () => {
  const span = { amount: '200', month: '2026-06-01', from: '2024-10-01', to: '2029-12-31', method: 'months' as const }
  const piece = partToDay(span, '2026-06-15', 2)
  expect(text(piece)).toBe('100')
  const worth = { cost: decimal('12000'), accumulated: decimal('4000').plus(piece) }
  const facts = { branch_id: 1, cost_center_id: null, accounts: { cost: 10, accumulated: 11, disposal: 12 }, ...worth }
  const names = { 9: 'BANK', 10: 'FIXED', 11: 'ACCDEP', 12: 'DISPOSAL' }
  expect(written(disposalEntry(facts), names)).toBe(vector('ACCDEP D4100.00; DISPOSAL D7900.00; FIXED C12000.00'))
  expect(written(disposalEntry({ ...facts, received: { account: 9, amount: '7500' } }), names)).toBe(
    vector('ACCDEP D4100.00; DISPOSAL D7900.00; FIXED C12000.00; BANK D7500.00; DISPOSAL C7500.00'),
  )
})

test('an asset that does not depreciate leaves at its cost', () => {
  const accounts = { cost: 10, accumulated: null, disposal: 12 }
  const facts = { branch_id: 1, cost_center_id: null, accounts, cost: '500', accumulated: '0' }
  expect(written(disposalEntry(facts), { 10: 'FIXED', 12: 'DISPOSAL' })).toBe('DISPOSAL D500.00; FIXED C500.00')
})

describe('the part of a month up to a day', () => {
  const span = (change = {}) => ({
    amount: '73.93',
    month: '2026-03-01',
    from: '2026-03-17',
    to: '2031-03-16',
    method: 'days' as const,
    ...change,
  })
  test.each([
    ['the day before the first', '2026-03-16', '0'],
    ['the first day', '2026-03-17', '4.93'],
    ['the last day', '2026-03-31', '73.93'],
    ['a day after the month', '2026-04-20', '73.93'],
  ])('%s', (_, day, expected) => expect(text(partToDay(span(), day, 2))).toBe(expected))
  test('the last month is as long as the schedule', () => {
    expect(text(partToDay(span({ amount: '80', month: '2031-03-01' }), '2031-03-08', 2))).toBe('40')
  })
})

test('a third of an asset leaves with its share, and the shares sum exactly', () => {
  const { gone, left } = shareOut({ cost: '10000', residual: '100', accumulated: '3333.34' }, '3333.33', 2)
  expect([gone.cost, gone.residual, gone.accumulated].map((one) => text(one))).toEqual(['3333.33', '33.33', '1111.11'])
  expect([left.cost, left.residual, left.accumulated].map((one) => text(one))).toEqual(['6666.67', '66.67', '2222.23'])
})

test('neither share of a fully depreciated asset falls below its residual value', () => {
  for (let cost = 1; cost < 100; cost += 7) {
    const whole = { cost: '100', residual: '0.99', accumulated: '99.01' }
    const { gone, left } = shareOut(whole, String(cost), 2)
    expect(depreciable(gone).eq(0) && depreciable(left).eq(0)).toBe(true)
  }
})

test('a declining balance of 40 percent takes its share of each year, and the rest evenly once that is more', () => {
  const own: Life = {
    method: 'declining',
    life_months: 60,
    in_service_on: '2026-01-01',
    declining: { percent: 40, residual: '0' },
  }
  const parts = depreciationParts('10000', own, 2)
  const years = [0, 1, 2, 3, 4].map((year) =>
    text(sum(parts.slice(year * 12, year * 12 + 12).map(({ amount }) => amount))),
  )
  // 40 % of 10,000, 6,000 and 3,600; then 1,080 a year is more than 40 % of what is left.
  expect(years).toEqual(['4000', '2400', '1440', '1080', '1080'])
})
