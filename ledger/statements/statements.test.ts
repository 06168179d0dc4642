import { describe, expect, test } from 'vitest'
import { decimal, text, zero } from '../money.ts'
import { amountsOf, exampleChart, statementText } from '../testing/example-chart.ts'
import { balanceSheet } from './balance-sheet.ts'
import { cashFlow, cashFlowTags } from './cash-flow.ts'
import { profitAndLoss, sectionsOf } from './profit-and-loss.ts'

describe('profit and loss', () => {
  test('V47: 600 goods, 1000 services, 200 returned, 300 cost, 333.33 expense, 20 lost on exchange', () => {
    const debits = amountsOf({ 410101: -600, 410102: -1000, 410103: 200, 510101: 300, 520213: '333.33', 530102: 20 })
    expect(statementText(profitAndLoss(exampleChart, debits, 1).lines)).toEqual([
      '1 sales',
      '2 4101 1400',
      '3 410101 600',
      '3 410102 1000',
      '3 410103 -200',
      '1 net_sales 1400',
      '1 head_cost',
      '2 5101 300',
      '3 510101 300',
      '1 cost 300',
      '1 gross_profit 1100',
      '1 head_operating',
      '2 5202 333.33',
      '3 520213 333.33',
      '1 operating 333.33',
      '1 operating_profit 766.67',
      '1 head_other_expense',
      '2 5301 20',
      '3 530102 20',
      '1 other_expense 20',
      '1 profit_before_zakat 746.67',
      '1 net_profit 746.67',
    ])
  })
  test('5.4: Zakat is below the profit before it, separate from other expenses', () => {
    const debits = amountsOf({ 410102: -1000, 530104: 100, 530105: 25 })
    expect(statementText(profitAndLoss(exampleChart, debits, 1).lines).slice(-9)).toEqual([
      '1 head_other_expense',
      '2 5301 100',
      '3 530104 100',
      '1 other_expense 100',
      '1 profit_before_zakat 900',
      '1 head_zakat',
      '2 530105 25',
      '1 zakat 25',
      '1 net_profit 875',
    ])
  })
  test('V48: a loss in one column, nothing in the other', () => {
    const { net_profit } = profitAndLoss(exampleChart, amountsOf({ 410102: [-100, 0], 520201: [160, 0] }), 2)
    expect(net_profit.map((x) => text(x))).toEqual(['-60', '0'])
  })
  test('an account belongs to its section by the roles of its siblings, not by its number', () => {
    const renumbered = exampleChart.map((account) => ({ ...account, number: `9${account.number}` }))
    expect(sectionsOf(renumbered)).toEqual(sectionsOf(exampleChart))
    const own = { ...exampleChart[0], id: 99, number: '54', type: 'main', parent_id: 5, class: 'X' } as never
    const below = {
      ...exampleChart[0],
      id: 9901,
      number: '5401',
      type: 'sub',
      parent_id: 99,
      class: 'X',
      role: null,
    } as never
    expect(sectionsOf([...exampleChart, own, below]).get(9901)).toBe('operating')
  })
})

describe('balance sheet', () => {
  const sheet = (table: Record<string, number | number[]>, profit: number[]) =>
    balanceSheet({
      accounts: exampleChart,
      debits: amountsOf(table),
      current_profit: profit.map((x) => decimal(x)),
      unclosed_profit: profit.map(() => zero),
    })
  test('an overdraft is a liability, and a debit balance with the authority an asset', () => {
    const { lines, difference } = sheet({ 110101: 500, 110103: -300, 210303: 80, 310101: -200 }, [80])
    expect(statementText(lines)).toEqual([
      '1 assets',
      '2 11 580',
      '3 1101 500',
      '4 110101 500',
      '3 210303 80',
      '1 total_assets 580',
      '1 liabilities',
      '2 21 300',
      '3 110103 300',
      '1 total_liabilities 300',
      '1 equity',
      '2 31 200',
      '3 3101 200',
      '4 310101 200',
      '2 current_profit 80',
      '1 total_equity 280',
      '1 liabilities_and_equity 580',
    ])
    expect(lines.filter((line) => line.within).map(({ key, within }) => [key, within])).toEqual([
      ['account:11', 'total_assets'],
      ['account:1101', 'total_assets'],
      ['account:21', 'total_liabilities'],
    ])
    expect(text(difference[0] ?? zero)).toBe('0')
  })
  test('an advance account is presented by the sign of its balance: an over-refunded customer is a receivable', () => {
    const { lines, difference } = sheet({ 210201: 30, 110401: -20, 310101: -10 }, [0])
    expect(statementText(lines)).toEqual([
      '1 assets',
      '2 11 30',
      '3 210201 30',
      '1 total_assets 30',
      '1 liabilities',
      '2 21 20',
      '3 110401 20',
      '1 total_liabilities 20',
      '1 equity',
      '2 31 10',
      '3 3101 10',
      '4 310101 10',
      '2 current_profit 0',
      '1 total_equity 10',
      '1 liabilities_and_equity 30',
    ])
    expect(text(difference[0] ?? zero)).toBe('0')
  })
  test('compared with a day on which the balance had the other sign', () => {
    const { lines, difference } = sheet({ 110103: [100, -40], 310101: [-100, 40] }, [0, 0])
    expect(statementText(lines)).toContain('4 110103 100 0')
    expect(statementText(lines)).toContain('3 110103 0 40')
    expect(difference.map((x) => text(x))).toEqual(['0', '0'])
  })
  test('a difference is reported', () => {
    expect(text(sheet({ 110101: 10 }, [0]).difference[0] ?? zero)).toBe('10')
  })
})

describe('cash flow', () => {
  test('a gain on disposal is investing, a cost of finance financing', () => {
    const changes = amountsOf({ 110103: 960, 120104: -800, 420104: -200, 530101: 40 })
    const report = cashFlow({ accounts: exampleChart, changes, openings: amountsOf({ 110103: 100 }), width: 1 })
    expect(statementText(report.lines)).toEqual([
      '1 operating_activities',
      '2 net_profit 160',
      '2 shown_elsewhere -160',
      '3 shown_elsewhere:420104 -200',
      '3 shown_elsewhere:530101 40',
      '1 net_operating 0',
      '1 investing_activities',
      '3 investing:120104 800',
      '3 investing:420104 200',
      '1 net_investing 1000',
      '1 financing_activities',
      '3 financing:530101 -40',
      '1 net_financing -40',
      '1 net_change 960',
      '1 opening_cash 100',
      '1 closing_cash 1060',
    ])
    expect(text(report.difference[0] ?? zero)).toBe('0')
  })
  test('accumulated depreciation of a disposal belongs to investing: the sale brought 1,500', () => {
    // Depreciation of 1,500; furniture of 3,000, of which 2,000 were written off, sold for 1,500.
    const changes = amountsOf({ 110103: 1500, 120104: -3000, 120203: 500, 520401: 1500, 420104: -500 })
    const released = amountsOf({ 120203: 2000 })
    const report = cashFlow({ accounts: exampleChart, changes, released, openings: amountsOf({}), width: 1 })
    expect(statementText(report.lines)).toEqual([
      '1 operating_activities',
      '2 net_profit -1000',
      '2 noncash_items 1500',
      '3 noncash_items:120203 1500',
      '2 shown_elsewhere -500',
      '3 shown_elsewhere:420104 -500',
      '1 net_operating 0',
      '1 investing_activities',
      '3 investing:120104 3000',
      '3 investing:120203 -2000',
      '3 investing:420104 500',
      '1 net_investing 1500',
      '1 net_financing 0',
      '1 net_change 1500',
      '1 opening_cash 0',
      '1 closing_cash 1500',
    ])
  })
  test('an account without a tag follows its siblings', () => {
    const own = { ...exampleChart[3], id: 110199, number: '110199', cash_flow_tag: null } as never
    expect(cashFlowTags([...exampleChart, own]).get(110199)).toBe('cash')
  })
  test('an account whose siblings have no tag is working capital, and financing within equity', () => {
    const alone = (id: number, kind: 'A' | 'E') =>
      ({ ...exampleChart[3], id, number: String(id), parent_id: -id, class: kind, cash_flow_tag: null }) as never
    const tags = cashFlowTags([...exampleChart, alone(119901, 'A'), alone(319901, 'E')])
    expect([tags.get(119901), tags.get(319901)]).toEqual(['op_wc', 'fin'])
  })
})
