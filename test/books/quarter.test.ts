import { beforeAll, describe, expect, test } from 'vitest'
import type { Sheet } from '#contract/reports/sheet.ts'
import { createTestApp } from '../harness/api.ts'
import { expectOk } from '../harness/organization.ts'
import { openEveryFigure, showOnce } from '../harness/reports/report-links.ts'
import { createQuarter, type Quarter } from './quarter/company.ts'
import { type HandLine, handLines } from './quarter/ledger-by-hand.ts'
import { balanceSheet, cashFlow, profitAndLoss } from './quarter/statements-by-hand.ts'

// Every report of a quarter that an accountant worked out on paper (quarter/ledger-by-hand.ts) from the accounting rules:
// two branches, two cost centers, goods, services and what is not stocked, opening balances, a foreign customer paid at
// another rate and revalued, notes, advances, a card fee, a count, a void and a corrected invoice, a filed VAT return.

let q: Quarter
beforeAll(async () => {
  q = await createQuarter(await createTestApp())
})
const show = async (path: string): Promise<Sheet> => expectOk(await q.get(`/reports/${path}`)).body.data
const quarter = 'from=2025-01-01&to=2025-03-31'
const rowOf = (sheet: Sheet, key: string) => sheet.rows.find((row) => row.key === key)?.figures
/** The figures of each row under these columns, by its name, number or key. */
const table = (sheet: Sheet, ...columns: string[]) =>
  Object.fromEntries(
    sheet.rows.map((row) => [
      String(row.texts.code ?? row.texts.number ?? row.label.name ?? row.label.word?.replace('lines.', '')),
      columns.map((key) => row.figures[key] ?? null),
    ]),
  )
const amounts = (sheet: Sheet, column = 'amount') =>
  Object.fromEntries(sheet.rows.map((row) => [row.texts.number ?? row.key, row.figures[column]]))

/** Sums by day, branch, account and side: a payment has a line for each document it settles. */
function summed(lines: readonly { key: string; halalas: number }[]) {
  const sums = new Map<string, number>()
  for (const { key, halalas } of lines) {
    const sided = `${key} ${halalas > 0 ? 'D' : 'C'}`
    sums.set(sided, (sums.get(sided) ?? 0) + halalas)
  }
  return Object.fromEntries([...sums].sort())
}

test('the journal equals the one worked out on paper', async () => {
  const lines: { key: string; halalas: number }[] = []
  let day = ''
  for (let after = ''; after !== 'end'; ) {
    const sheet = await show(`journal?from=2025-01-01&to=2025-12-31&after=${after}`)
    for (const { texts, figures, style } of sheet.rows) {
      if (style === 'group') day = String(texts.date)
      if (style !== 'line') continue
      const branch = (texts.branch as { name: string }).name === 'فرع جدة' ? 'J' : 'R'
      lines.push({
        key: `${day} ${branch} ${texts.account_number}`,
        halalas: Math.round(((figures.debit ?? 0) - (figures.credit ?? 0)) * 100),
      })
    }
    after = sheet.next ?? 'end'
  }
  const byHand = handLines.map(({ date, branch, account, halalas }) => ({
    key: `${date} ${branch} ${account}`,
    halalas,
  }))
  expect(summed(lines)).toEqual(summed(byHand))
})

const balanceOf = (lines: readonly HandLine[], account: string) =>
  lines.filter((line) => line.account === account).reduce((sum, { halalas }) => sum + halalas, 0)
const sided = (halalas: number) => [Math.max(halalas, 0) / 100, Math.max(-halalas, 0) / 100]

describe('trial balance', () => {
  test.each([
    ['the quarter', '2025-01-01', '2025-03-31', null],
    ['the quarter in Riyadh', '2025-01-01', '2025-03-31', 'R'],
    ['the quarter in Jeddah', '2025-01-01', '2025-03-31', 'J'],
    ['February', '2025-02-01', '2025-02-28', null],
    ['days inside months', '2025-01-16', '2025-03-04', null],
    ['days inside months, in Jeddah', '2025-01-16', '2025-03-04', 'J'],
  ] as const)('%s is the ledger by hand, account by account', async (_name, from, to, branch) => {
    const filter = branch ? `&branch_id=${q.ids[branch]}` : ''
    const sheet = await show(`trial-balance?from=${from}&to=${to}${filter}`)
    const own = handLines.filter((line) => branch === null || line.branch === branch)
    const before = own.filter(({ date }) => date < from)
    const during = own.filter(({ date }) => date >= from && date <= to)
    const keys = ['opening', 'movement', 'closing'].flatMap((pair) => [`${pair}_debit`, `${pair}_credit`])
    const expected = [...new Set([...before, ...during].map(({ account }) => account))].sort().map((account) => {
      const moved = during.filter((line) => line.account === account).map(({ halalas }) => halalas)
      const [debit, credit] = [moved.filter((x) => x > 0), moved.filter((x) => x < 0)].map((side) =>
        Math.abs(side.reduce((sum, x) => sum + x, 0)),
      ) as [number, number]
      const opening = balanceOf(before, account)
      return [account, ...sided(opening), debit / 100, credit / 100, ...sided(opening + debit - credit)]
    })
    const shown = sheet.rows
      .filter(({ style }) => style === 'line')
      .map((row) => [row.texts.number, ...keys.map((key) => row.figures[key])])
    expect(shown).toEqual(expected.filter(([, ...figures]) => figures.some((figure) => figure !== 0)))
    expect(sheet.difference).toBe(0)
  })
  test('March compared with February', async () => {
    const sheet = await show('trial-balance?from=2025-03-01&to=2025-03-31&compare=previous_period')
    expect(sheet.compared).toEqual({ from: '2025-02-01', to: '2025-02-28' })
    const bank = sheet.rows.find(({ texts }) => texts.number === '110103')?.figures
    expect(bank).toMatchObject({ closing_debit: 134_370, compared_debit: 158_555, change: -24_185 })
    expect(rowOf(sheet, 'total')).toMatchObject({ compared_debit: 292_548.38, compared_credit: 292_548.38, change: 0 })
  })
  test('both sides of the quarter', async () => {
    expect(rowOf(await show(`trial-balance?${quarter}`), 'total')).toMatchObject({
      movement_debit: 664_447.23,
      movement_credit: 664_447.23,
      closing_debit: 289_001.62,
      closing_credit: 289_001.62,
    })
  })
})

test('profit and loss: the whole, by branch, by cost center and by month', async () => {
  const whole = await show(`profit-and-loss?${quarter}`)
  expect(amounts(whole)).toEqual(profitAndLoss)
  const columns = async (path: string) => {
    const sheet = await show(path)
    const keys = sheet.columns.filter(({ kind }) => kind === 'amount').map(({ key }) => key)
    return (row: string) => keys.map((key) => rowOf(sheet, row)?.[key])
  }
  const byBranch = await columns(`profit-and-loss?${quarter}&columns=branch`)
  expect(byBranch('net_sales')).toEqual([19_799.25, 4850, 24_649.25])
  expect(byBranch('gross_profit')).toEqual([13_792.59, 1770, 15_562.59])
  expect(byBranch('net_profit')).toEqual([-11_423.58, -14_314.5, -25_738.08])
  const jeddah = amounts(await show(`profit-and-loss?${quarter}&branch_id=${q.ids.J}`))
  expect([jeddah.net_sales, jeddah.cost, jeddah.operating, jeddah.net_profit]).toEqual([
    4850, 3080, 16_084.5, -14_314.5,
  ])
  // Head office 12,000 of salaries and 1,500 of depreciation; the showrooms 6,000 and a rent of 8,000; the rest without
  // a cost center.
  for (const path of [`cost-center-report?${quarter}`, `profit-and-loss?${quarter}&columns=cost_center`]) {
    const byCenter = await columns(path)
    expect(byCenter('operating')).toEqual([13_500, 14_000, 13_374.5, 40_874.5])
    expect(byCenter('net_profit')).toEqual([-13_500, -14_000, 1761.92, -25_738.08])
  }
  const byMonth = await columns(`profit-and-loss?${quarter}&columns=month`)
  expect(byMonth('net_sales')).toEqual([8550, 5472.55, 10_626.7, 24_649.25])
  expect(byMonth('cost')).toEqual([4120, 1460, 3506.66, 9086.66])
  expect(byMonth('net_profit')).toEqual([-13_070, -9561.95, -3106.13, -25_738.08])
})

test('balance sheet at the end of the quarter, and of Jeddah, whose cash box is overdrawn', async () => {
  const sheet = await show('balance-sheet?to=2025-03-31')
  expect(amounts(sheet)).toMatchObject(balanceSheet)
  const jeddah = await show(`balance-sheet?to=2025-03-31&branch_id=${q.ids.J}`)
  expect(amounts(jeddah)).toMatchObject({
    110104: 1486.2,
    110201: 3780,
    110601: -1080,
    210303: 999.3,
    total_assets: 5185.5,
    110101: 9200,
    210101: 2300,
    210403: 8000,
    total_liabilities: 19_500,
    total_equity: -14_314.5,
  })
  expect([sheet.difference, jeddah.difference]).toEqual([0, 0])
  // The day after, the revaluation is gone.
  const next = amounts(await show('balance-sheet?to=2025-04-01'))
  expect([next.total_assets, next.current_profit]).toEqual([224_821.3, -25_888.91])
})

test('cash flow', async () => {
  const sheet = await show(`cash-flow?${quarter}`)
  const lines = sheet.rows.map((row) => [row.texts.number ?? row.label.word?.replace('lines.', ''), row.figures.amount])
  expect(lines).toEqual(cashFlow)
  const jeddah = amounts(await show(`cash-flow?${quarter}&branch_id=${q.ids.J}`))
  expect([jeddah.net_operating, jeddah.net_change, jeddah.closing_cash]).toEqual([-7713.8, -7713.8, -7713.8])
})

test('the VAT return equals its accounts and the documents behind each box', async () => {
  const sheet = await show(`vat-return?${quarter}`)
  const boxes = Object.fromEntries(
    sheet.rows
      .filter(({ texts }) => texts.box)
      .map(({ texts, figures }) => [texts.box, [figures.box_amount, figures.adjustment, figures.vat]]),
  )
  expect(boxes).toEqual({
    // I1 6,300, I2 2,250, I4 6,846.70, I9 1,200; CN1 and CN2 take 900 off, DN1 adds 200.
    1: [16_596.7, -700, 2384.51],
    2: [0, 0, 0],
    3: [1500, 0, 0],
    4: [6172.55, 0, 0],
    5: [1000, 0, 0],
    // B-1001 7,050, B-77 8,000, B-1002 2,000, the card fee 12; SC1 takes 1,300 off. Reverse charge owes and deducts 562.50.
    6: [25_269.25, -700, 2384.51],
    7: [17_062, -1300, 2364.3],
    8: [0, 0, 0],
    9: [3750, 0, 0],
    10: [0, 0, 0],
    11: [500, 0, 0],
    12: [21_312, -1300, 2364.3],
    13: [null, null, 20.21],
    14: [null, null, 0],
    15: [null, null, 0],
    16: [null, null, 20.21],
  })
  expect([rowOf(sheet, 'vat_in_books'), rowOf(sheet, 'vat_difference')]).toEqual([{ vat: 20.21 }, { vat: 0 }])
  // I7; B-35; and B-31, whose tax may not be deducted.
  expect(['unclassified', 'out_of_scope', 'no_tax_entry'].map((key) => rowOf(sheet, `vat_${key}`)?.box_amount)).toEqual(
    [80, 350, 600],
  )
  expect(rowOf(sheet, 'vat_no_tax_entry')?.vat).toBe(90)
  for (const missing of ['unclassified', 'out_of_scope', 'no_tax_entry']) {
    const details = await show(`vat-details?${quarter}&missing=${missing}`)
    expect(details.rows.at(-1)?.figures.box_amount).toBe(rowOf(sheet, `vat_${missing}`)?.box_amount)
  }
  const all = (await show(`vat-details?${quarter}`)).rows.slice(-3)
  expect(all.map(({ figures }) => figures.vat)).toEqual([2384.51, 2364.3, 20.21])
  for (const row of sheet.rows.filter(({ link }) => link?.to === 'vat_details' && link.query.box)) {
    const details = await show(`vat-details?${quarter}&box=${row.link?.query.box}`)
    const end = details.rows.at(-1)?.figures ?? { box_amount: 0, adjustment: 0, vat: 0 }
    expect(
      [end.box_amount, end.adjustment, end.vat].map((figure) => figure ?? 0),
      row.key,
    ).toEqual((boxes[row.texts.box as string] as unknown[]).map((figure) => figure ?? 0))
  }
})

test('aged receivables and payables at several dates', async () => {
  const keys = ['not_due', 'days_30', 'days_60', 'days_90', 'days_120', 'older', 'advances', 'total']
  const [amal, noor, rhein] = ['شركة الأمل', 'مؤسسة النور', 'شركة راين الألمانية']
  const [national, gulf, cloud] = ['المورد الوطني', 'خدمات الخليج', 'كلاود إنك']
  const owed = async (report: string, to: string) => {
    const sheet = await show(`${report}?to=2025-${to}`)
    expect(sheet.difference).toBe(0)
    return table(sheet, ...keys)
  }
  expect(await owed('aged-receivables', '01-15')).toEqual({
    [amal]: [2245, 0, 0, 0, 0, 0, -3500, -1255],
    [rhein]: [8000, 0, 0, 0, 0, 0, 0, 8000],
    total: [10_245, 0, 0, 0, 0, 0, -3500, 6745],
  })
  expect(await owed('aged-receivables', '02-10')).toEqual({
    [amal]: [0, 2245, 0, 0, 0, 0, -3500, -1255],
    [rhein]: [4122.55, 0, 0, 0, 0, 0, 0, 4122.55],
    [noor]: [0, 2587.5, 0, 0, 0, 0, 0, 2587.5],
    total: [4122.55, 4832.5, 0, 0, 0, 0, -3500, 5455.05],
  })
  expect(await owed('aged-receivables', '03-31')).toEqual({
    [amal]: [0, 1500, 0, 0, 0, 0, -1000, 500],
    [rhein]: [0, 4122.55, 0, 0, 0, 0, 0, 4122.55],
    // I4 7,873.71, I7 80, I9 1,380 and I6 1,000 fall due that day or later; I2 is 60 days late.
    [noor]: [10_333.71, 0, 900, 0, 0, 0, 0, 11_233.71],
    total: [10_333.71, 5622.55, 900, 0, 0, 0, -1000, 15_856.26],
  })
  expect(await owed('aged-payables', '01-15')).toEqual({
    [national]: [17_307.5, 0, 0, 0, 0, 0, 0, 17_307.5],
    [gulf]: [9200, 0, 0, 0, 0, 0, 0, 9200],
    total: [26_507.5, 0, 0, 0, 0, 0, 0, 26_507.5],
  })
  expect(await owed('aged-payables', '02-28')).toEqual({
    [national]: [2300, 3812.5, 0, 0, 0, 0, 0, 6112.5],
    [gulf]: [0, 690, 0, 0, 0, 0, 0, 690],
    [cloud]: [3750, 0, 0, 0, 0, 0, 0, 3750],
    total: [6050, 4502.5, 0, 0, 0, 0, 0, 10_552.5],
  })
  expect(await owed('aged-payables', '03-31')).toEqual({
    [national]: [0, 2300, 0, 0, 0, 0, -1187.5, 1112.5],
    [gulf]: [850, 0, 690, 0, 0, 0, 0, 1540],
    total: [850, 2300, 690, 0, 0, 0, -1187.5, 2652.5],
  })
})

test('statements of parties: every movement with its balance', async () => {
  const lines = async (path: string) =>
    (await show(path)).rows.map(({ texts, figures }) => [
      texts.date?.toString().slice(5) ?? null,
      figures.debit ?? null,
      figures.credit ?? null,
      figures.balance,
    ])
  expect(await lines(`customer-statement?${quarter}&customer_id=${q.ids.C1}`)).toEqual([
    [null, null, null, 0],
    ['01-01', 11_500, null, 11_500],
    ['01-08', 7245, null, 18_745],
    ['01-10', null, 20_000, -1255],
    ['02-15', null, 920, -2175],
    ['02-20', 230, null, -1945],
    ['02-26', 945, null, -1000],
    ['03-10', 1500, null, 500],
    [null, 21_420, 20_920, 500],
  ])
  expect(await lines(`customer-statement?from=2025-02-01&to=2025-02-28&customer_id=${q.ids.C2}`)).toEqual([
    [null, null, null, 2587.5],
    ['02-18', null, 115, 2472.5],
    ['02-27', null, 1500, 972.5],
    ['02-28', null, 72.5, 900],
    [null, 0, 1687.5, 900],
  ])
  expect(await lines(`supplier-statement?${quarter}&supplier_id=${q.ids.S1}`)).toEqual([
    [null, null, null, 0],
    ['01-01', null, 9200, 9200],
    ['01-05', null, 8107.5, 17_307.5],
    ['01-22', 12_000, null, 5307.5],
    ['02-14', null, 2300, 7607.5],
    ['02-22', 1495, null, 6112.5],
    ['03-15', 5000, null, 1112.5],
    [null, 18_495, 19_607.5, 1112.5],
  ])
})

test('open items with their days overdue, and a statement in euros', async () => {
  const open = (sheet: Sheet) =>
    Object.fromEntries(
      sheet.rows
        .filter(({ figures }) => figures.remaining !== undefined)
        .map(({ label, figures }) => [label.code, figures.remaining]),
    )
  const noor = await show(`customer-statement?${quarter}&customer_id=${q.ids.C2}`)
  expect(open(noor)).toEqual({ I2: 900, I4: 7873.71, I6: 1000, I7: 80, I9: 1380 })
  const late = { days_30: 0, days_90: 0, days_120: 0, older: 0, advances: 0 }
  expect(noor.below?.rows[0]?.figures).toEqual({ ...late, not_due: 10_333.71, days_60: 900, total: 11_233.71 })
  const february = await show(`customer-statement?from=2025-01-01&to=2025-02-14&customer_id=${q.ids.C1}`)
  expect(open(february)).toEqual({ 'OLD-1': 0, I1: 2245 })
  const national = await show(`supplier-statement?${quarter}&supplier_id=${q.ids.S1}`)
  expect(open(national)).toEqual({ 'OLD-77': 0, 'B-1001': 0, 'B-1002': 2300 })
  expect(national.below?.rows[0]?.figures).toMatchObject({ days_30: 2300, advances: -1187.5, total: 1112.5 })
  const rhein = await show(`customer-statement?${quarter}&customer_id=${q.ids.C3}&currency_id=${q.ids.EUR}`)
  expect(rhein.currency).toEqual({ code: 'EUR', decimals: 2 })
  expect(rhein.rows.map(({ figures }) => [figures.debit, figures.credit, figures.balance])).toEqual([
    [undefined, undefined, 0],
    [2000, undefined, 2000],
    [1505.5, undefined, 3505.5],
    [undefined, 2500, 1005.5],
    [3505.5, 2500, 1005.5],
  ])
  expect(open(rhein)).toEqual({ 'OLD-3': 0, I3: 1005.5 })
  const aged = await show(`aged-receivables?to=2025-03-31&currency_id=${q.ids.EUR}`)
  expect(table(aged, 'days_30', 'total')).toEqual({ 'شركة راين الألمانية': [1005.5, 1005.5], total: [1005.5, 1005.5] })
})

test('sales and purchases by party and by product', async () => {
  const keys = ['gross_sales', 'returns', 'net', 'cost', 'gross_profit', 'margin', 'share']
  const total = [25_549.25, 900, 24_649.25, 6866.66, 17_782.59, 72.1, 100]
  expect(table(await show(`sales-by-customer?${quarter}`), ...keys)).toEqual({
    'مؤسسة النور': [11_376.7, 100, 11_276.7, 4333.33, 6943.37, 61.6, 45.7],
    'شركة الأمل': [8000, 800, 7200, 2533.33, 4666.67, 64.8, 29.2],
    'شركة راين الألمانية': [6172.55, 0, 6172.55, 0, 6172.55, 100, 25],
    total,
  })
  expect(table(await show(`sales-by-product?${quarter}`), 'quantity', 'returned', ...keys)).toEqual({
    'S-01': [16, 0, 11_652.55, 0, 11_652.55, 0, 11_652.55, 100, 47.3],
    'G-01': [22, 2, 8900, 800, 8100, 5066.66, 3033.34, 37.4, 32.9],
    'G-02': [50, 0, 3046.7, 100, 2946.7, 1800, 1146.7, 38.9, 12],
    'U-01': [60, 0, 1950, 0, 1950, 0, 1950, 100, 7.9],
    total: [null, null, ...total],
  })
  // C1: I1 945 and DN1 30 less CN1 120; C2: I2 337.50, I4 1,027.01, I9 180 less CN2 15; C3's is exported.
  const taxes = await show(`sales-by-customer?${quarter}`)
  expect(table(taxes, 'tax')).toEqual({
    'شركة الأمل': [855],
    'مؤسسة النور': [1529.51],
    'شركة راين الألمانية': [0],
    total: [2384.51],
  })
  // G1 4,800 − 800 + 4,100 at 15 %; G2 1,800 − 100 + 1,246.70; U1 450; services 1,500 + 200, 1,500 and 1,200.
  expect(table(await show(`sales-by-product?${quarter}`), 'tax')).toEqual({
    'G-01': [1215],
    'G-02': [442.01],
    'U-01': [67.5],
    'S-01': [660],
    total: [2384.51],
  })
  const beside = await show('sales-by-customer?from=2025-02-01&to=2025-02-28&compare=previous_period')
  expect(table(beside, 'net', 'compared', 'change', 'change_percent')).toEqual({
    'شركة راين الألمانية': [6172.55, 0, 6172.55, null],
    'شركة الأمل': [-600, 6300, -6900, -109.5],
    'مؤسسة النور': [-100, 2250, -2350, -104.4],
    total: [5472.55, 8550, -3077.45, -36],
  })
  const inJeddah = rowOf(await show(`sales-by-customer?${quarter}&branch_id=${q.ids.J}`), 'total')
  expect(inJeddah).toMatchObject({ gross_sales: 4950, returns: 100, net: 4850, cost: 1080, gross_profit: 3770 })
  const bought = ['gross_purchases', 'returns', 'net', 'share']
  expect(table(await show(`purchases-by-supplier?${quarter}`), ...bought)).toEqual({
    'خدمات الخليج': [9450, 0, 9450, 45.1],
    'المورد الوطني': [9050, 1300, 7750, 37],
    'كلاود إنك': [3750, 0, 3750, 17.9],
    total: [22_250, 1300, 20_950, 100],
  })
  expect(table(await show(`purchases-by-product?${quarter}`), 'quantity', 'returned', ...bought)).toEqual({
    'S-01': [5, 0, 13_200, 0, 13_200, 63],
    'G-01': [20, 5, 5200, 1300, 3900, 18.6],
    'U-01': [100, 0, 2000, 0, 2000, 9.5],
    'G-02': [50, 0, 1850, 0, 1850, 8.8],
    total: [null, null, 22_250, 1300, 20_950, 100],
  })
})

test('stock at several dates, and the card of a product', async () => {
  const valued = async (to: string) => {
    const sheet = await show(`inventory-valuation?to=2025-${to}`)
    expect(sheet.difference).toBe(0)
    return table(sheet, 'quantity', 'average', 'value')
  }
  expect(await valued('01-07')).toEqual({
    'G-01': [60, 253.3333, 15_200],
    'G-02': [150, 36, 5400],
    total: [null, null, 20_600],
  })
  expect(await valued('02-15')).toEqual({
    'G-01': [50, 253.3334, 12_666.67],
    'G-02': [120, 36, 4320],
    total: [null, null, 16_986.67],
  })
  expect(await valued('03-31')).toEqual({
    'G-01': [34, 253.3335, 8613.34],
    'G-02': [103, 36, 3708],
    total: [null, null, 12_321.34],
  })
  const card = await show(`stock-card?${quarter}&product_id=${q.ids.G1}`)
  const sides = ['in_quantity', 'in_value', 'out_quantity', 'out_value', 'balance_quantity', 'balance_value']
  expect(card.rows.map(({ figures }) => sides.map((key) => figures[`stock_${key}`] ?? null))).toEqual([
    [null, null, null, null, 0, 0],
    [40, 10_000, null, null, 40, 10_000],
    [20, 5200, null, null, 60, 15_200],
    [null, null, 12, 3040, 48, 12_160],
    [2, 506.67, null, null, 50, 12_666.67],
    [null, null, 5, 1266.67, 45, 11_400],
    [null, null, 10, 2533.33, 35, 8866.67],
    [null, null, 1, 253.33, 34, 8613.34],
    [62, 15_706.67, 28, 7093.33, 34, 8613.34],
  ])
})

test('the home page equals the books of today', async () => {
  const home = expectOk(await q.get('/reports/home')).body.data
  expect(home).toMatchObject({ cash: 146_656.2, receivable: 16_856.26, payable: 3840, payable_overdue: 3840 })
  expect(home).toMatchObject({ inventory: 12_321.34, vat_due: 0, gross_margin: null, days_sales_outstanding: null })
  expect(home.receivable_overdue).toBe(16_856.26)
})

test('each figure opens rows that sum to it', async () => {
  const reports = [
    `trial-balance?from=2025-02-01&to=2025-02-28`,
    `trial-balance?${quarter}&branch_id=${q.ids.J}`,
    `profit-and-loss?from=2025-02-01&to=2025-03-31`,
    `profit-and-loss?${quarter}&columns=branch`,
    `cost-center-report?${quarter}`,
    'balance-sheet?to=2025-03-31',
    `cash-flow?from=2025-02-01&to=2025-03-31`,
  ]
  const opened = showOnce(q)
  for (const path of reports) expect(await openEveryFigure(opened, path), path).toBeGreaterThan(5)
})
