import { expect, test } from 'vitest'
import type { Sheet } from '#contract/reports/sheet.ts'
import { certifiedYears } from './certifiedYears.ts'

const row = (key: string, date?: string) => ({ key, label: { name: key, name_en: null }, texts: date ? { date } : {} })

test('lists each payee once a year, the latest year first', () => {
  const rows = [
    row('payee:7'),
    row('kind:7:rent:5'),
    row('payment:1:0', '2025-12-31'),
    row('payment:2:1', '2026-01-01'),
    row('payment:3:2', '2026-02-01'),
    row('payee:9'),
    row('payment:4:0', '2025-03-01'),
    row('withholding_total'),
  ]
  expect(certifiedYears({ rows } as unknown as Sheet).map(({ id, year }) => [id, year])).toEqual([
    [7, 2026],
    [7, 2025],
    [9, 2025],
  ])
})
