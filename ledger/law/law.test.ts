import { describe, expect, test } from 'vitest'
import { text } from '../money.ts'
import { type LawTable, lawOn } from './dated.ts'
import * as tables from './tables.ts'
import { vatAdjustment } from './vat-adjustment.ts'
import { type WithholdingType, withholdingRates } from './withholding.ts'
import { zakatRules } from './zakat.ts'

const today = new Date().toISOString().slice(0, 10)

const lawTables = [
  ['adjustment of VAT', tables.vatAdjustmentYears],
  ['tax pools', tables.taxPoolRates],
  ['Zakat', zakatRules],
  ['withholding', withholdingRates],
] as const satisfies [string, LawTable<unknown>][]

describe.each(lawTables)('the table of %s', (_, table) => {
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
