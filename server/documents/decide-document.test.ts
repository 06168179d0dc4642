import { expect, test } from 'vitest'
import { purchases, sales } from '#contract/documents/sides.ts'
import { Calendar } from '#server/journal/periods.ts'
import type { Caller } from '#server/posting/plan.ts'
import {
  accountsBy,
  addedRows,
  callerOf,
  goods,
  openYear,
  refusalOf,
  stockOfOne,
} from '../../test/harness/posting/decisions.ts'
import { issuedDocument } from './confirm-document.ts'
import { correctedDocument } from './correct-document.ts'
import type { DocumentInput } from './document-input.ts'
import { voidedDocument } from './void-document.ts'

// The refusals and the plans of an invoice of rice, without a database.

const [rice, invoiceId] = [3, 11]
const organization = {
  currency_id: 1,
  decimals: 2,
  tax_number: null,
  vat_status: 'registered',
  manual_numbers: false,
  discount_account_id: null,
  prices_include_tax: false,
  e_invoicing_phase: 1,
  e_invoicing_since: null,
}
const caller = callerOf(organization)
const lockedFor = (kind: string) => new Calendar([openYear], [{ kind, locked_through: '2026-06-10' }], false)
const stockWith = (change: object) => stockOfOne(rice, goods('10', '600'), change)
const tax = {
  id: 9,
  status: 'active',
  rate: '15',
  category: 'S',
  sale_box: '1',
  purchase_box: '7',
  reverse_charge: false,
  recoverable_percent: '100',
  exemption_code: null,
  exemption_reason: null,
  exemption_reason_en: null,
}
const product = {
  id: rice,
  name: 'Rice',
  name_en: null,
  status: 'active',
  apply_tax: true,
  unlimited_quantity: false,
  type: 'product',
  income_account_id: null,
  expense_account_id: null,
}
const references = {
  organization: {},
  party: { id: 5, status: 'active', type: 'organization' },
  branch: { id: 1, status: 'active' },
  currency: { id: 1, decimals: 2 },
  rate: '1',
  tax,
  taxes: new Map([[9, tax]]),
  outOfScope: undefined,
  products: new Map([[rice, product]]),
  cost_centers: [],
  has_branches: false,
}
const accounts = accountsBy((role) => role.length)
const issued = {
  calendar: new Calendar([openYear], [], false),
  documents: new Map(),
  stock: stockWith({}),
  isNumberTaken: false,
  ids: [invoiceId],
  references,
  spreadAccounts: new Set(),
  orderRows: new Map(),
  place: { id: null, moves: null },
  goodsRows: new Map(),
  goodsTaken: new Map(),
  deferralIds: [],
  results: new Set(),
  advances: new Map(),
  branches: { from: '2026-06-10', changes: [] },
  say: () => '',
  accounts,
}
const input: DocumentInput = {
  number: 'INV-2026-000001',
  proposed_number: 'INV-2026-000001',
  date: '2026-06-10',
  due_date: '2026-07-10',
  party_id: 5,
  branch_id: 1,
  currency_id: 1,
  tax_id: 9,
  status: undefined,
  version: undefined,
  audience: null,
  prices_include_tax: false,
  discount_amount: null,
  discount_percent: null,
  items: [
    {
      product_id: rice,
      product_name: null,
      quantity: '2',
      price: '100',
      tax_rate: '15',
      tax_id: null,
      cost_center_id: null,
      discount_amount: null,
      discount_percent: null,
      order_line_id: null,
      spread_from: null,
      spread_to: null,
      spread_months: null,
      spread_account_id: null,
    },
  ],
}
type Change = { facts?: object; input?: Partial<DocumentInput>; caller?: Caller }
const issue = ({ facts, input: asked, caller: by = caller }: Change = {}) =>
  issuedDocument.decide(by, { ...issued, ...facts } as never, {
    side: sales,
    input: { ...input, ...asked },
    draft: null,
  })

const stored = {
  id: invoiceId,
  kind: 'invoice',
  state: 'posted',
  status: 'confirmed',
  number: 'INV-2026-000001',
  version: 3,
  revision: 1,
  entry_id: null,
  document_date: '2026-06-10',
  due_date: '2026-07-10',
  party_id: 5,
  branch_id: 1,
  currency_id: 1,
  exchange_rate: '1',
  has_own_rate: false,
  total: '230',
  total_base: '230',
  tax_base: '30',
  settled: '0',
  advances_deducted: '0',
  retention: '0',
  note_count: 0,
  is_tax_invoice: false,
  issued_at: null,
  posted_at: new Date('2026-06-10T09:00:00Z'),
  last_unsettled_on: null,
  first_settled_on: null,
  last_settled_on: null,
}
const mirror = [
  {
    product_id: rice,
    kind: 'reversal',
    date: '2026-06-10',
    document_id: invoiceId,
    line_number: 1,
    ...goods('2', '120'),
  },
]
const reversal = {
  documents: new Map([[invoiceId, stored]]),
  stock: stockWith(goods('8', '480')),
  mirror,
  entries: [],
  schedules: new Map(),
  deductions: { rows: [], allocations: [] },
  assetLock: null,
  products: new Map([[rice, { id: rice, purchase_price: '60', is_stocked: true }]]),
  branch: 1,
}
type Correction = { facts?: object; asked?: Partial<DocumentInput>; row?: object }
const correct = ({ facts, asked, row }: Correction) => {
  const documents = new Map([[invoiceId, { ...stored, ...row }]])
  const known = { ...issued, ...reversal, before: input, lastSettlement: undefined, documents, ...facts }
  const corrected = { side: sales, unlocked: stored as never, asked: { ...input, ...asked } }
  return correctedDocument.decide(caller, known as never, corrected)
}
const voided = ({ facts, row }: Omit<Correction, 'asked'>) => {
  const documents = new Map([[invoiceId, { ...stored, ...row }]])
  const known = { ...issued, ...reversal, documents, ...facts }
  return voidedDocument.decide(caller, known as never, { side: sales, unlocked: stored })
}
const twelve = [{ ...input.items[0], quantity: '12' }] as DocumentInput['items']
const three = { asked: { items: [{ ...input.items[0], quantity: '3' }] as DocumentInput['items'] } }

test.each<[string, () => unknown, string, string]>([
  [
    'a day that is not yet',
    () => issue({ input: { date: '2026-07-01', due_date: '2026-07-10' } }),
    'date_in_future',
    'invoice_date',
  ],
  [
    'an unknown customer',
    () => issue({ facts: { references: { ...references, party: null } } }),
    'invalid_input',
    'customer_id',
  ],
  [
    'a blocked customer',
    () => issue({ facts: { references: { ...references, party: { ...references.party, status: 'blocked' } } } }),
    'invalid_input',
    'customer_id',
  ],
  ['a due date before its day', () => issue({ input: { due_date: '2026-06-09' } }), 'invalid_input', 'due_date'],
  ['a locked day', () => issue({ facts: { calendar: lockedFor('sales') } }), 'period_locked', 'invoice_date'],
  ['a day whose return is filed', () => issue({ facts: { calendar: lockedFor('vat') } }), 'vat_filed', 'invoice_date'],
  ['more goods than there are', () => issue({ input: { items: twelve } }), 'insufficient_stock', 'items.0.quantity'],
  [
    'goods that were issued since',
    () =>
      issue({
        facts: {
          stock: stockWith({ last_move_date: '2026-06-20', later: [{ day: '2026-06-20', ...goods('9', '540') }] }),
        },
      }),
    'insufficient_stock',
    'items.0.quantity',
  ],
  [
    'a number that is taken',
    () => issue({ input: { number: 'INV-7' }, facts: { isNumberTaken: true } }),
    'number_taken',
    'invoice_number',
  ],
  ['a number of another pattern', () => issue({ input: { number: 'A-7' } }), 'number_not_in_series', 'invoice_number'],
  [
    'tax of a seller who is not registered',
    () =>
      issue({
        caller: callerOf({ ...organization, vat_status: 'not_registered' }),
      }),
    'vat_not_registered',
    'tax_id',
  ],
  [
    'an unknown advance',
    () => issue({ input: { advances: [{ advance_id: 4, amount: '10' }] } }),
    'invalid_input',
    'advances.0.advance_id',
  ],
])('issuing refuses %s', (_, decide, code, field) => {
  expect(refusalOf(decide)).toEqual({ code, fields: [field] })
})

test.each<[string, () => unknown, string, string]>([
  ['a version of before', () => correct({ asked: { version: 2 } }), 'stale_version', ''],
  ['a void invoice', () => correct({ row: { state: 'void' } }), 'document_void', 'status'],
  ['what changed meanwhile', () => correct({ row: { version: 4 } }), 'conflict_retry', ''],
  ['another number', () => correct({ asked: { number: 'INV-2026-000002' } }), 'number_fixed', 'invoice_number'],
  ['an invoice with notes', () => correct({ ...three, row: { note_count: 1 } }), 'has_notes', 'status'],
  ['a paid invoice', () => correct({ ...three, row: { settled: '10' } }), 'is_settled', 'status'],
  [
    'one that an asset was sold by',
    () => correct({ ...three, facts: { assetLock: 'has_disposals' } }),
    'has_disposals',
    'status',
  ],
  [
    'a locked day',
    () => correct({ ...three, facts: { calendar: lockedFor('sales') } }),
    'period_locked',
    'invoice_date',
  ],
  ['more goods than there are', () => correct({ asked: { items: twelve } }), 'insufficient_stock', 'items.0.quantity'],
])('correcting refuses %s', (_, decide, code, field) => {
  expect(refusalOf(decide)).toEqual({ code, fields: field ? [field] : [] })
})

test.each<[string, () => unknown, string, string]>([
  ['a locked day', () => voided({ facts: { calendar: lockedFor('sales') } }), 'period_locked', 'invoice_date'],
  ['a void invoice', () => voided({ row: { state: 'void' } }), 'document_void', 'status'],
  ['a moved invoice', () => voided({ row: { document_date: '2026-06-11' } }), 'conflict_retry', ''],
])('voiding refuses %s', (_, decide, code, field) => {
  expect(refusalOf(decide)).toEqual({ code, fields: field ? [field] : [] })
})

test('accounting rule B4.4: voiding refuses a bill whose goods were sold', () => {
  const taken = [{ ...mirror[0], ...goods('-10', '-600') }]
  const documents = new Map([[invoiceId, { ...stored, kind: 'bill' }]])
  const known = { ...issued, ...reversal, documents, mirror: taken }
  const decide = () => voidedDocument.decide(caller, known as never, { side: purchases, unlocked: stored })
  expect(refusalOf(decide)).toEqual({ code: 'stock_moved_on', fields: ['status'] })
})

test('an invoice issues its goods at the average', () => {
  const { plan } = issue()
  expect(addedRows(plan, 'stock_moves')).toMatchObject([
    { kind: 'issue', quantity: '-2', value: '-120', quantity_after: '8' },
  ])
  expect(plan.entries).toHaveLength(1)
})
test('accounting rule B3: a correction reverses and posts in one plan, and what did not change keeps its cost', () => {
  const { plan } = correct(three)
  expect(addedRows(plan, 'stock_moves')).toMatchObject([
    { kind: 'reversal', quantity: '2', value: '120', quantity_after: '10', value_after: '600' },
    { kind: 'issue', quantity: '-3', value: '-180', quantity_after: '7', value_after: '420' },
  ])
  expect(plan.changes).toMatchObject([
    { table: 'documents', id: invoiceId, values: { revision: 2, version: 4, total: '345' } },
  ])
})
test('remarks change without a posting, also where the day is locked', () => {
  const { plan, result } = correct({ asked: { po_number: 'PO-1' }, facts: { calendar: lockedFor('all') } })
  expect(plan.entries).toEqual([])
  expect(plan.changes).toMatchObject([{ values: { po_number: 'PO-1', revision: 2, version: 4 } }])
  expect(result()).toBe(false)
})
test('V54: goods that return to a product no longer stocked are counted out in the same plan', () => {
  const products = new Map([[rice, { id: rice, purchase_price: '60', is_stocked: false }]])
  const { plan } = voided({ facts: { products, stock: stockWith(goods('0', '0')) } })
  expect(addedRows(plan, 'stock_moves')).toMatchObject([
    { kind: 'reversal', quantity_after: '2', value_after: '120' },
    { kind: 'count', quantity: '-2', value: '-120', quantity_after: '0', value_after: '0', move_date: '2026-06-30' },
  ])
})
