import { describe, expect, test } from 'vitest'
import { text } from '../money.ts'
import { lawKept, lawOn } from './dated.ts'
import { lawComputations, recompute } from './recompute.ts'
import { taxPoolYear } from './tax-pool.ts'
import { vatAdjustment } from './vat-adjustment.ts'
import { type WithholdingType, withholdingRates } from './withholding.ts'

const today = new Date().toISOString().slice(0, 10)

describe.each(Object.entries(lawComputations))('the table of %s', (_, { table }) => {
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
    1,
    1,
    2,
  ])
  // A record is recomputed with the version it stored, also after a newer version applies to its day.
  const kept = ['2024-01-01', null, '1999-01-01'].map((from) => lawKept(table, '2026-12-31', from)?.values)
  expect(kept).toEqual([1, 2, 2])
})

test.each<[WithholdingType, string, string]>([
  ['technical_services_related', '2023-09-14', '15'],
  ['technical_services_related', '2023-09-15', '5'],
  ['telecommunications_related', '2023-09-15', '5'],
  ['management_fees', '2026-11-01', '20'],
  ['royalties', '2026-11-01', '15'],
  ['other_services', '2026-11-01', '15'],
  ['rent', '2026-11-01', '5'],
])('%s paid on %s bears %s percent', (type, day, percent) => {
  expect(lawOn(withholdingRates, day)?.values[type]).toBe(percent)
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

test.each<[string, Record<string, string>, string]>([
  ['zakat', { day: '2026-12-31', base: '1000000', share: '100', days: '365' }, '25776.84'],
  [
    'vat_adjustment',
    { day: '2026-01-01', kind: 'movable', vat: '60000', use_at_purchase: '100', use_now: '80' },
    '-2000.00',
  ],
  [
    'tax_pool',
    {
      day: '2026-12-31',
      pool: 'machines',
      opening: '100000',
      added_now: '40000',
      added_before: '20000',
      proceeds_now: '10000',
      proceeds_before: '0',
    },
    '31250.00',
  ],
  ['withholding', { day: '2026-11-01', type: 'royalties', gross: '37500' }, '5625.00'],
  ['withholding_fine', { day: '2026-11-30', unpaid: '1875', days_late: '61' }, '37.50'],
])('%s is recomputed from what its paper names', (name, values, figure) => {
  const own = lawComputations[name]
  expect(own && recompute(own, values)?.result).toBe(figure)
  expect(own && recompute(own, { ...values, day: '1990-01-01' })).toBeNull()
})

test('a pool below zero depreciates nothing, and what it is below is income', () => {
  const year = { opening: '1000', added_now: '0', added_before: '0', proceeds_now: '3000', proceeds_before: '0' }
  const { base, depreciation, closing, income } = taxPoolYear(year, 25, 2)
  expect([base, depreciation, closing, income].map((figure) => text(figure))).toEqual(['0', '0', '0', '500'])
})
