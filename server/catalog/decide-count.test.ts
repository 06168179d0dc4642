import { expect, test } from 'vitest'
import { decimal } from '#ledger/money.ts'
import { Calendar } from '#server/journal/periods.ts'
import {
  accountsBy,
  addedRows,
  callerOf,
  goods,
  openYear,
  refusalOf,
  stockOfOne,
} from '../../test/harness/posting/decisions.ts'
import { type CountInput, productForm, sheet } from './plan-count.ts'
import { countRule } from './save-count.ts'

// The refusals and the plan of a stock count, without a database.

const rice = 11
const caller = callerOf({ currency_id: 1, decimals: 2 })
const roles: Record<string, number> = { INV: 101, STOCK_LOSS: 102, STOCK_GAIN: 103, INTERBR: 104 }
const riceWith = (change: object) => stockOfOne(rice, goods('10', '100'), change)
const usual = {
  unlocked: undefined,
  calendar: new Calendar([openYear], [], false),
  stored: null,
  stock: riceWith({}),
  references: new Map([['branch_id', { id: 1, row: { status: 'active' } }]]),
  products: new Map([[rice, { id: rice, purchase_price: '9', is_stocked: true }]]),
  branches: { from: '2026-06-10', changes: [{ branch_id: 1, day: '2026-06-10', value: decimal('100') }] },
  entries: [],
  accounts: accountsBy((role) => roles[role] as number),
}
const counted: CountInput = { count_date: '2026-06-10', branch_id: 1, lines: [{ product_id: rice, counted: '8' }] }
type Change = { facts?: object; input?: Partial<CountInput>; form?: typeof sheet; id?: number }
const decided = ({ facts, input, form = sheet, id }: Change = {}) =>
  countRule.decide(caller, { ...usual, ...facts } as never, { id: id ?? null, input: { ...counted, ...input }, form })

const soldLater = riceWith({
  ...goods('3', '30'),
  last_move_date: '2026-06-20',
  later: [{ day: '2026-06-20', ...goods('-7', '-70') }],
})
const storedCount = {
  row: {
    id: 5,
    state: 'posted',
    version: 2,
    revision: 1,
    count_date: '2026-06-10',
    branch_id: 1,
    notes: null,
    entry_id: null,
  },
  lines: [{ product_id: rice, counted: '8' }],
  mirror: [{ product_id: rice, kind: 'reversal', date: '2026-06-10', stock_count_id: 5, ...goods('-2', '-20') }],
}
const correction = (row: object = {}) => ({
  unlocked: { count_date: '2026-06-10' },
  stored: { ...storedCount, row: { ...storedCount.row, ...row } },
})

test.each<[string, Change, string, string]>([
  ['refuses a day that is not yet', { input: { count_date: '2026-07-01' } }, 'date_in_future', 'count_date'],
  [
    'shows it on the field of the product form',
    { input: { count_date: '2026-07-01' }, form: productForm },
    'date_in_future',
    'quantity',
  ],
  ['refuses a correction of what is not there', { id: 5 }, 'not_found', ''],
  ['refuses another version', { id: 5, facts: correction(), input: { version: 1 } }, 'stale_version', ''],
  ['refuses a void count', { id: 5, facts: correction({ state: 'void' }) }, 'document_void', 'status'],
  [
    'asks again where its day has moved',
    { id: 5, facts: correction({ count_date: '2026-06-09' }) },
    'conflict_retry',
    '',
  ],
  [
    'refuses an unknown branch',
    { facts: { references: new Map([['branch_id', { id: 1, row: undefined }]]) } },
    'invalid_input',
    'branch_id',
  ],
  ['refuses an unknown product', { facts: { products: new Map() } }, 'invalid_input', 'lines.0.product_id'],
  [
    'refuses a product without stock',
    {
      facts: {
        products: new Map([[rice, { is_stocked: false }]]),
        stock: riceWith(goods('0', '0')),
      },
    },
    'invalid_input',
    'lines.0.product_id',
  ],
  [
    'refuses a product twice',
    { input: { lines: [...counted.lines, ...counted.lines] } },
    'invalid_input',
    'lines.1.product_id',
  ],
  [
    'refuses a locked day',
    { facts: { calendar: new Calendar([openYear], [{ kind: 'stock', locked_through: '2026-06-10' }], false) } },
    'period_locked',
    'count_date',
  ],
  [
    'refuses less than was issued since',
    { facts: { stock: soldLater }, input: { lines: [{ product_id: rice, counted: '6' }] } },
    'counted_too_low',
    'lines.0.counted',
  ],
  [
    'refuses a correction whose surplus was issued since',
    {
      id: 5,
      facts: {
        ...correction(),
        stock: riceWith({
          ...goods('1', '10'),
          last_move_date: '2026-06-20',
          later: [{ day: '2026-06-20', ...goods('-11', '-110') }],
        }),
      },
      input: { lines: [{ product_id: rice, counted: '9' }] },
    },
    'count_moved_on',
    'status',
  ],
  [
    'refuses to reverse a count of a product that is no longer stocked',
    {
      id: 5,
      facts: { ...correction(), products: new Map([[rice, { purchase_price: '9', is_stocked: false }]]) },
      input: { lines: [{ product_id: rice, counted: '9' }] },
    },
    'count_of_unstocked',
    'status',
  ],
])('%s', (_, change, code, field) => {
  expect(refusalOf(() => decided(change))).toEqual({ code, fields: field ? [field] : [] })
})

test('V37: a loss leaves at the average', () => {
  const decision = decided()
  expect(addedRows(decision.plan, 'stock_moves')).toMatchObject([
    { kind: 'count', quantity: '-2', value: '-20', quantity_after: '8', value_after: '80' },
  ])
  expect(addedRows(decision.plan, 'stock_count_lines')).toMatchObject([
    { book_quantity: '10', counted: '8', value: '-20' },
  ])
  expect(decision.plan.entries[0]?.entry.lines.map(({ account }) => account)).toEqual(['STOCK_LOSS', 'INV'])
})
test('a correction reverses its old difference, then counts from the books without it, in one plan', () => {
  const surplus = { ...correction(), stock: riceWith(goods('12', '120')) }
  const decision = decided({ id: 5, facts: surplus, input: { lines: [{ product_id: rice, counted: '9' }] } })
  expect(addedRows(decision.plan, 'stock_moves')).toMatchObject([
    { kind: 'reversal', quantity: '-2', quantity_after: '10', value_after: '100' },
    { kind: 'count', quantity: '-1', value: '-10', quantity_after: '9', value_after: '90' },
  ])
  expect(decision.plan.changes).toMatchObject([{ table: 'stock_counts', id: 5, values: { revision: 2, version: 3 } }])
})
test('notes alone are written without a move, also where the day is locked', () => {
  const calendar = new Calendar([openYear], [{ kind: 'all', locked_through: '2026-12-31' }], false)
  const { plan } = decided({ id: 5, facts: { ...correction(), calendar }, input: { notes: 'Shelf 4' } })
  expect(plan.changes).toEqual([{ table: 'stock_counts', id: 5, values: { notes: 'Shelf 4', version: 3 } }])
  expect(plan.writes).toEqual([])
})
