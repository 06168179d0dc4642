import { expect, test } from 'vitest'
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
import type { DeclarationAsked } from './declaration.ts'
import { correctedDeclaration, newDeclaration } from './save-declaration.ts'

// The refusals and the plan of a customs declaration, without a database.

const rice = 11
const caller = callerOf({ currency_id: 1, decimals: 2, tax_number: null })
const roles: Record<string, number> = { INV: 101, PPV: 102, VAT_IMP: 103, AP: 104 }
const stockWith = (change: object) => stockOfOne(rice, goods('4', '400'), change)
const references = new Map<string, { id: number; row: { status?: string } | undefined }>([
  ['supplier_id', { id: 5, row: {} }],
  ['branch_id', { id: 1, row: { status: 'active' } }],
])
const usual = {
  references,
  products: new Map([[rice, { id: rice, type: 'product', is_stocked: true }]]),
  tax: { id: 9, rate: '15', box_tax_id: 9 },
  calendar: new Calendar([openYear], [], false),
  stock: stockWith({}),
  isNumberTaken: false,
  ids: [77],
  accounts: accountsBy((role) => roles[role] as number),
}
const body = {
  declaration_number: 'D-1',
  declaration_date: '2026-06-10',
  due_date: '2026-06-20',
  supplier_id: 5,
  branch_id: 1,
  customs_value: '1000',
  duty: '50',
  lines: [{ product_id: rice, quantity: '8', value: '1000' }],
} as DeclarationAsked
const stored = {
  id: 77,
  version: 3,
  revision: 1,
  state: 'posted',
  document_date: '2026-06-10',
  party_id: 5,
  branch_id: 1,
  currency_id: 1,
  kind: 'customs_declaration',
  settled: '0',
  advances_deducted: '0',
  note_count: 0,
  is_tax_invoice: false,
  posted_at: new Date('2026-06-10T09:00:00Z'),
  issued_at: null,
  last_unsettled_on: null,
}
const mirror = [
  { product_id: rice, kind: 'reversal', date: '2026-06-10', document_id: 77, line_number: 1, ...goods('0', '-25') },
]
const correction = {
  unlocked: stored,
  stored,
  mirror,
  entries: [],
  lastSettlement: undefined,
  branches: { from: '2026-01-01', changes: [] },
  before: { ...body, bill_ids: [], vat_base: '1050', vat: '157.50', notes: null, version: undefined },
}
type Change = { facts?: object; asked?: Partial<DeclarationAsked>; id?: number }
const decided = ({ facts, asked, id }: Change) => {
  const input = { id: id ?? null, asked: { ...body, ...asked } }
  return id === undefined
    ? newDeclaration.decide(caller, { ...usual, ...facts } as never, input)
    : correctedDeclaration.decide(caller, { ...usual, ...correction, ...facts } as never, input)
}
const locked = new Calendar([openYear], [{ kind: 'purchases', locked_through: '2026-06-10' }], false)
const without = (field: string) => new Map([...references, [field, { id: 5, row: undefined }]])

test.each<[string, Change, string, string]>([
  ['refuses an unknown supplier', { facts: { references: without('supplier_id') } }, 'invalid_input', 'supplier_id'],
  ['refuses an organization without taxes', { facts: { tax: undefined } }, 'onboarding_first', ''],
  [
    'refuses a day that is not yet',
    { asked: { declaration_date: '2026-07-01', due_date: '2026-07-01' } },
    'invalid_input',
    'declaration_date',
  ],
  ['refuses a due date before its day', { asked: { due_date: '2026-06-09' } }, 'invalid_input', 'due_date'],
  ['refuses more tax than the rate', { asked: { vat: '158.51' } }, 'invalid_input', 'vat'],
  ['refuses duty without goods', { asked: { lines: [] } }, 'invalid_input', 'lines'],
  ['refuses an unknown product', { facts: { products: new Map() } }, 'invalid_input', 'lines.0.product_id'],
  ['refuses a locked day', { facts: { calendar: locked } }, 'period_locked', 'declaration_date'],
  ['refuses a number of another declaration', { facts: { isNumberTaken: true } }, 'number_taken', 'declaration_number'],
  ['refuses another version', { id: 77, asked: { version: 2 } }, 'stale_version', ''],
  [
    'refuses a void declaration',
    { id: 77, facts: { stored: { ...stored, state: 'void' } } },
    'document_void',
    'status',
  ],
  [
    'asks again where it was changed meanwhile',
    { id: 77, facts: { stored: { ...stored, version: 4 } } },
    'conflict_retry',
    '',
  ],
  [
    'refuses new figures of a paid one',
    { id: 77, asked: { duty: '60' }, facts: { stored: { ...stored, settled: '10' } } },
    'is_settled',
    'status',
  ],
  [
    'refuses another supplier where one was paid for some days',
    {
      id: 77,
      asked: { supplier_id: 6 },
      facts: { stored: { ...stored, last_unsettled_on: '2026-06-15' }, lastSettlement: '2026-06-12' },
    },
    'settled_then',
    'supplier_id',
  ],
  [
    'refuses new figures where the duty was issued with its goods',
    { id: 77, asked: { duty: '60' }, facts: { stock: stockWith(goods('0', '0')) } },
    'duty_moved_on',
    'status',
  ],
])('%s', (_, change, code, field) => {
  expect(refusalOf(() => decided(change))).toEqual({ code, fields: field ? [field] : [] })
})

test('accounting rule 2.1-6: duty raises the value of goods that are there, the rest is a price variance', () => {
  const decision = decided({})
  expect(addedRows(decision.plan, 'stock_moves')).toMatchObject([
    { kind: 'receipt', quantity: '0', value: '25', value_after: '425', document_id: 77 },
  ])
  expect(addedRows(decision.plan, 'customs_declaration_lines')).toMatchObject([{ duty: '50', stock_duty: '25' }])
  expect(decision.plan.entries[0]?.entry.lines.map(({ account }) => account)).toEqual(['VAT_IMP', 'INV', 'PPV', 'AP'])
})
test('a correction reverses its duty and posts the new one in one plan', () => {
  const decision = decided({ id: 77, asked: { duty: '60' }, facts: { stock: stockWith(goods('4', '425')) } })
  expect(addedRows(decision.plan, 'stock_moves')).toMatchObject([
    { kind: 'reversal', value: '-25', value_after: '400' },
    { kind: 'receipt', value: '30', value_after: '430' },
  ])
  expect(decision.plan.changes).toMatchObject([{ table: 'documents', id: 77, values: { revision: 2, version: 4 } }])
})
test('bills and notes change without a posting, also where the day is locked', () => {
  const decision = decided({ id: 77, asked: { bill_ids: [8] }, facts: { calendar: locked } })
  expect(addedRows(decision.plan, 'customs_declaration_bills')).toEqual([{ document_id: 77, bill_id: 8 }])
  expect(decision.plan.entries).toEqual([])
})
