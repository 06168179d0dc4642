import { expect, test } from 'vitest'
import { reportIndex } from '#contract/reports/report-index.ts'
import { byUse, shownOnTop } from './mostUsedReports.ts'

test('the usual reports are on top until others are opened more often', () => {
  expect(byUse({}).slice(0, shownOnTop)).toEqual([
    'profit_and_loss',
    'balance_sheet',
    'vat_return',
    'aged_receivables',
    'trial_balance',
    'customer_statement',
  ])
  expect(byUse({ stock_card: 3, vat_return: 5 }).slice(0, 3)).toEqual(['vat_return', 'stock_card', 'profit_and_loss'])
  expect(byUse({ stock_card: 3 }).toSorted()).toEqual(reportIndex.map(([name]) => name).toSorted())
})
