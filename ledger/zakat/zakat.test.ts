import { expect, test } from 'vitest'
import { lawOn } from '../law/dated.ts'
import { type ZakatRule, zakatRules } from '../law/zakat.ts'
import { decimal, text } from '../money.ts'
import { proposedZakatLine, zakatOf } from './zakat.ts'

const rule = lawOn(zakatRules, '2026-12-31')?.values as ZakatRule
const none = { equity: '0', provisions: '0', noncurrent_liabilities: '0' }
const nothing = { fixed_assets: '0', work_in_progress: '0', investments: '0' }
type Case = {
  lines?: Partial<Record<string, string>>
  profit?: string
  hasMinimum?: boolean
  share?: string
  days?: number
}

const figures = ({ lines = {}, profit = '0', hasMinimum = true, share = '100', days = 365 }: Case) => {
  const all = Object.entries({ ...none, ...nothing, ...lines }).map(([name, amount]) => [name, decimal(amount ?? '0')])
  const found = zakatOf({ lines: Object.fromEntries(all), profit: decimal(profit), hasMinimum, share, days }, rule, 2)
  return {
    base: text(found.base),
    by_days: text(found.by_days),
    hijri: text(found.hijri),
    financing: text(found.financing),
  }
}

test('a base of 1,000,000.00 costs 25,776.84 for 365 days, 25,847.46 for 366 and 25,000.00 for a lunar year', () => {
  expect(figures({ lines: { equity: '1000000' } })).toMatchObject({
    base: '1000000',
    by_days: '25776.84',
    hijri: '25000',
  })
  expect(figures({ lines: { equity: '1000000' }, days: 366 }).by_days).toBe('25847.46')
})

test('non-current liabilities count up to what is deducted', () => {
  const lines = { equity: '500000', noncurrent_liabilities: '300000', fixed_assets: '200000' }
  expect(figures({ lines })).toMatchObject({ financing: '200000', base: '500000' })
  expect(figures({ lines: { ...lines, fixed_assets: '400000' } })).toMatchObject({
    financing: '300000',
    base: '400000',
  })
})

test.each([
  ['adjusted profit is the least base where the minimum applies', { hasMinimum: true }, '80000'],
  ['the computed base is taken without the minimum', { hasMinimum: false }, '30000'],
])('%s', (_, change, base) => {
  const lines = { equity: '100000', fixed_assets: '150000' }
  expect(figures({ lines, profit: '80000', ...change }).base).toBe(base)
})

test('a base below zero is zero, and owners from elsewhere take their part', () => {
  expect(figures({ lines: { fixed_assets: '10' }, profit: '-5' })).toMatchObject({ base: '0', hijri: '0' })
  expect(figures({ lines: { equity: '1000000' }, share: '40' }).hijri).toBe('10000')
})

test.each([
  ['310101', 'equity'],
  ['120203', 'fixed_assets'],
  ['220101', 'noncurrent_liabilities'],
  ['220103', 'provisions'],
  ['110203', 'provisions'],
  ['110301', null],
  ['410101', null],
])('account %s of the Saudi chart is proposed for %s', (number, line) => {
  expect(proposedZakatLine(number)).toBe(line)
})
