import { beforeAll, expect, test } from 'vitest'
import type { Sheet } from '#contract/reports/sheet.ts'
import { createTestApp } from '../harness/api.ts'
import { expectOk } from '../harness/organization.ts'
import { createQuarter, type Quarter } from './quarter/company.ts'

// The reports of quarter.test.ts compared with another range (accounting rules, section 5, `compare`).

let q: Quarter
beforeAll(async () => {
  q = await createQuarter(await createTestApp())
})
const show = async (path: string): Promise<Sheet> => expectOk(await q.get(`/reports/${path}`)).body.data
const rowOf = (sheet: Sheet, key: string) => sheet.rows.find((row) => row.key === key)?.figures

test('a return and the cost centers compared with the previous month', async () => {
  const [february, march] = ['from=2025-02-01&to=2025-02-28', 'from=2025-03-01&to=2025-03-31']
  for (const [path, total, figures] of [
    [
      'vat-return',
      'box:16',
      { box_amount: 'compared_box_amount', adjustment: 'compared_adjustment', vat: 'compared_vat' },
    ],
    ['cost-center-report', 'net_profit', { amount: 'amount_compared' }],
  ] as const) {
    const both = await show(`${path}?${march}&compare=previous_period`)
    const [now, before] = [await show(`${path}?${march}`), await show(`${path}?${february}`)]
    expect(both.compared).toEqual({ from: '2025-02-01', to: '2025-02-28' })
    const rows = [...now.rows, ...before.rows].filter(({ key }) => /^(box|account|net)/.test(key))
    for (const { key } of rows.filter(({ key }) => path === 'cost-center-report' || key.startsWith('box')))
      for (const [figure, compared] of Object.entries(figures)) {
        expect(rowOf(both, key)?.[figure] ?? 0, `${path} ${key}`).toBe(rowOf(now, key)?.[figure] ?? 0)
        expect(rowOf(both, key)?.[compared] ?? 0, `${path} ${key}`).toBe(rowOf(before, key)?.[figure] ?? 0)
      }
    const end = rowOf(both, total) ?? {}
    expect(Object.keys(end).filter((key) => key.endsWith('change_percent'))).toHaveLength(1)
  }
  const centers = await show(`cost-center-report?${march}&compare=previous_period`)
  const profit = rowOf(centers, 'net_profit')
  expect([profit?.amount, profit?.amount_compared, profit?.amount_change]).toEqual([-3106.13, -9561.95, 6455.82])
})
