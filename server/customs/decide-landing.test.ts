import { expect, test } from 'vitest'
import type { LandedCostInput } from '#contract/documents/landed-costs.ts'
import { text } from '#ledger/money.ts'
import { Calendar } from '#server/journal/periods.ts'
import { accountsBy, addedRows, callerOf, goods, openYear, refusalOf } from '../../test/harness/posting/decisions.ts'
import { landing } from './land-cost.ts'

// The refusals and the plan of a landed cost, without a database (decisions 0227, 0228).

const rice = 11
const sugar = 12
const caller = callerOf({ currency_id: 1, decimals: 2 })
const roles: Record<string, number> = { INV: 101, PPV: 102 }
const bill = { id: 77, kind: 'bill', state: 'posted', document_date: '2026-06-02', branch_id: 1, number: 'B-77' }
const freight = { line_number: 2, product_id: 90, account_id: 501, cost_center_id: 8, amount: '120', left: '120' }
const came = (product_id: number, line_number: number, change: object = {}) => ({
  bill_id: null,
  goods_receipt_id: 5,
  number: 'GR-5',
  line_number,
  day: '2026-06-04',
  product_id,
  quantity: '10',
  value: '100',
  weight: '2',
  ...change,
})
const held = (quantity: string, value: string) => ({
  ...goods(quantity, value),
  sequence: 1,
  last_move_date: '2026-06-04',
  later: [],
})
const stockOf = (riceHeld: string, sugarHeld: string) => ({
  from: '2026-06-10',
  products: new Map([
    [rice, held(riceHeld, '100')],
    [sugar, held(sugarHeld, '300')],
  ]),
})
const usual = {
  calendar: new Calendar([openYear], [], false),
  documents: new Map([[77, bill]]),
  receipts: [],
  rows: [freight],
  arrived: [came(rice, 1), came(sugar, 2, { quantity: '30', value: '300', weight: null })],
  products: new Map([rice, sugar].map((id) => [id, { id, type: 'product', is_stocked: true }])),
  known: new Set([rice, sugar]),
  count: 0,
  stock: stockOf('10', '30'),
  accounts: accountsBy((role) => roles[role] as number),
}
const row = (line_number: number, change: object = {}) => ({ goods_receipt_id: 5, line_number, ...change })
const body: LandedCostInput = { line_number: 2, date: '2026-06-10', basis: 'value', goods: [row(1), row(2)] }
type Change = { facts?: Partial<Record<keyof typeof usual, unknown>>; input?: Partial<LandedCostInput> }
const decided = ({ facts, input }: Change) =>
  landing.decide(caller, { ...usual, ...facts } as never, { id: 77, ...body, ...input })
const billOf = (change: object) => ({ documents: new Map([[77, { ...bill, ...change }]]) })

test.each<[string, Change, string, string]>([
  ['refuses a bill that is not there', { facts: { documents: new Map() } }, 'not_found', ''],
  ['refuses an invoice', { facts: billOf({ kind: 'invoice' }) }, 'not_found', ''],
  ['refuses a draft bill', { facts: billOf({ state: 'draft' }) }, 'document_not_posted', ''],
  ['refuses a row that is no expense', { facts: { rows: [] } }, 'row_bears_no_cost', 'line_number'],
  [
    'refuses a row whose cost is all on goods',
    { facts: { rows: [{ ...freight, left: '0' }] } },
    'row_landed',
    'line_number',
  ],
  ['refuses more than is left of the row', { input: { amount: '120.01' } }, 'landed_exceeds_row', 'amount'],
  ['refuses parts of a halala', { input: { amount: '1.005' } }, 'invalid_input', 'amount'],
  ['refuses a day before the bill', { input: { date: '2026-06-01' } }, 'landed_date_early', 'date'],
  ['refuses a day before the goods came', { input: { date: '2026-06-03' } }, 'landed_date_early', 'date'],
  [
    'refuses a locked day',
    { facts: { calendar: new Calendar([openYear], [{ kind: 'purchases', locked_through: '2026-06-10' }], false) } },
    'period_locked',
    'date',
  ],
  ['refuses an unknown row of goods', { input: { goods: [row(9)] } }, 'invalid_input', 'goods.0.line_number'],
  [
    'refuses goods of a bill and a receipt at once',
    { input: { goods: [row(1, { bill_id: 3 })] } },
    'invalid_input',
    'goods.0.line_number',
  ],
  ['refuses a row named twice', { input: { goods: [row(1), row(1)] } }, 'invalid_input', 'goods.1.line_number'],
  ['refuses weight without a weight', { input: { basis: 'weight' } }, 'invalid_input', 'goods.1.weight'],
  [
    'refuses a weight that is not used',
    { input: { goods: [row(1, { weight: '3' })] } },
    'invalid_input',
    'goods.0.weight',
  ],
  [
    'refuses goods that have no value to spread by',
    { facts: { arrived: [came(rice, 1, { value: '0' })] }, input: { goods: [row(1)] } },
    'landed_without_basis',
    'basis',
  ],
  ['asks again where goods came meanwhile', { facts: { known: new Set([rice]) } }, 'conflict_retry', ''],
])('%s', (_, change, code, field) => {
  expect(refusalOf(() => decided(change))).toEqual({ code, fields: field ? [field] : [] })
})

const lines = (change: Change) =>
  decided(change)
    .plan.entries.flatMap(({ entry }) => entry.lines)
    .map(({ account, debit, credit }) => [account, text(debit), text(credit)].join(' '))
const parts = (change: Change) =>
  addedRows(decided(change).plan, 'landed_cost_lines').map(({ amount, stock_amount }) => [amount, stock_amount])

test.each<[string, Change, string[][], string[]]>([
  [
    'by value',
    {},
    [
      ['30', '30'],
      ['90', '90'],
    ],
    ['INV 120 0', '501 0 120'],
  ],
  [
    'a part of the row by quantity',
    { input: { amount: '10', basis: 'quantity' } },
    [
      ['2.5', '2.5'],
      ['7.5', '7.5'],
    ],
    ['INV 10 0', '501 0 10'],
  ],
  [
    'by weight, as typed before that of the product',
    { input: { basis: 'weight', goods: [row(1), row(2, { weight: '4' })] } },
    [
      ['40', '40'],
      ['80', '80'],
    ],
    ['INV 120 0', '501 0 120'],
  ],
  [
    'the last halala to one row',
    { input: { amount: '0.01' } },
    [
      ['0', '0'],
      ['0.01', '0.01'],
    ],
    ['INV 0.01 0', '501 0 0.01'],
  ],
  [
    'goods that were sold bear a variance',
    { facts: { stock: stockOf('4', '0') } },
    [
      ['30', '12'],
      ['90', '0'],
    ],
    ['INV 12 0', 'PPV 108 0', '501 0 120'],
  ],
])('spreads %s', (_, change, amounts, posted) => {
  expect(parts(change)).toEqual(amounts)
  expect(lines(change).toSorted()).toEqual(posted.toSorted())
})

test('leaves the quantity of stock as it is, and names the cost by the bill and its turn', () => {
  const { plan } = decided({ facts: { count: 2 } })
  expect(addedRows(plan, 'stock_moves')).toMatchObject([
    { product_id: rice, quantity: '0', value: '30', value_after: '130' },
    { product_id: sugar, quantity: '0', value: '90', value_after: '390' },
  ])
  expect(plan.entries[0]?.head).toMatchObject({ source: 'landed_cost', source_id: 77, source_revision: 3 })
})
