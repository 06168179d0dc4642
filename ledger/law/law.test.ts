import { describe, expect, test } from 'vitest'
import { decimal, text } from '../money.ts'
import { lawOn } from './dated.ts'
import { lawTables } from './tables.ts'
import { poolBalance } from './tax-pool.ts'
import { vatAdjustment } from './vat-adjustment.ts'
import { zakatOf } from './zakat.ts'

const today = new Date().toISOString().slice(0, 10)

describe.each(Object.entries(lawTables))('the table %s', (_, table) => {
  test('has a version for today', () => expect(lawOn<unknown>(table, today)).toBeDefined())
  test('has its versions in the order of their days, each with a source', () => {
    const days = table.map(({ from }) => from)
    expect(days).toEqual([...new Set(days)].toSorted())
    expect(table.every(({ source }) => source.length > 0)).toBe(true)
  })
})

test('a day takes the version before it, and none before the first', () => {
  const version = (from: string, values: number) => ({ from, values, source: 'law', state: 'confirmed' as const })
  const table = [version('2024-01-01', 1), version('2026-07-01', 2)]
  expect(['2023-12-31', '2024-01-01', '2026-06-30', '2026-07-01'].map((day) => lawOn(table, day)?.values)).toEqual([
    undefined,
    ...[1, 1, 2],
  ])
})

test('a pool takes half of the additions and of the proceeds of this year and the last', () => {
  const facts = { opening: '100000', added: '40000', added_before: '20000', sold: '10000', sold_before: '0' }
  const pool = poolBalance(facts, { rate: 25, counted_percent: 50, decimals: 2 })
  expect([pool.base, pool.depreciation, pool.closing, pool.income].map((figure) => text(figure))).toEqual([
    ...['125000', '31250', '93750', '0'],
  ])
})

test('a pool below zero is income, and begins the next year with nothing', () => {
  const facts = { opening: '1000', added: '0', added_before: '0', sold: '5000', sold_before: '0' }
  const pool = poolBalance(facts, { rate: 10, counted_percent: 50, decimals: 2 })
  expect([pool.base, pool.depreciation, pool.closing, pool.income].map((figure) => text(figure))).toEqual([
    ...['0', '0', '0', '1500'],
  ])
})

test.each([
  ['60000', 6, '100', '80', '-2000'],
  ['60000', 6, '80', '100', '2000'],
  ['150000', 10, '100', '100', '0'],
  ['0.07', 6, '100', '0', '-0.01'],
])('VAT of %s over %s years whose use goes from %s to %s percent adjusts by %s a year', (...row) => {
  const [vat, years, before, now, expected] = row
  expect(text(vatAdjustment({ vat, years, use_at_purchase: before, use_now: now }, 2))).toBe(expected)
})

test.each([
  [365, '25776.84'],
  [354, '25000'],
  [366, '25847.46'],
])('Zakat on a base of a million in a year of %s days is %s', (days, expected) => {
  expect(text(zakatOf(decimal('1000000'), { rate: '2.5', days: 354 }, days, 2))).toBe(expected)
})
