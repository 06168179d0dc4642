import { describe, expect, test } from 'vitest'
import { sales } from '#contract/documents/sides.ts'
import type { YearStatus } from '#ledger/calendar/periods.ts'
import { text } from '#ledger/money.ts'
import { Calendar } from '#server/journal/periods.ts'
import type { OpenItemState } from '#server/posting/facts/open-items.ts'
import type { Caller } from '#server/posting/plan.ts'
import { accountsBy, callerOf, openYear, refusalOf } from '../../test/harness/posting/decisions.ts'
import type { PaymentInput } from './payment-input.ts'
import { recordPayment } from './record-payment.ts'

// The refusals and the plan of a receipt, without a database.

const riyal = 1
const dollar = 2
const organization = {
  currency_id: riyal,
  decimals: 2,
  manual_numbers: false,
  settlement_tolerance: '0',
  receipt_without_reference: 'advance',
}
const callerWith = (change: object = {}, authority: string[] = []) =>
  callerOf({ ...organization, ...change }, authority)

const invoice: OpenItemState = {
  id: 11,
  branch_id: 1,
  date: '2026-06-01',
  currency_id: riyal,
  party_id: 5,
  kind: 'invoice',
  state: 'posted',
  total: '115',
  total_base: '115',
  settled: '0',
  settled_base: '0',
  version: 1,
  revision: 1,
  first_settled_on: null,
  last_settled_on: null,
  last_unsettled_on: null,
  retained: '0',
  retained_base: '0',
}
const calendarWith = (locks: { kind: string; locked_through: string }[] = [], status: YearStatus = 'open') =>
  new Calendar([{ ...openYear, status }], locks, false)
const row = (id: number, status = 'active') => ({ id, row: { status } })
const references = new Map<string, { id: number; row: { status?: string } | undefined }>([
  ['customer_id', { id: 5, row: {} }],
  ['branch_id', row(1)],
  ['payment_method_id', row(3)],
  ['currency_id', { id: riyal, row: {} }],
])
const roles: Record<string, number> = { AR: 101, CUST_ADV: 102, BANK_FEES: 103, VAT_IN: 104, ROUNDING: 105, FX: 106 }
const usual = {
  calendar: calendarWith(),
  references,
  method: { account_id: 201, moves_money: true },
  rate: '1',
  inputTax: { id: 9, purchase_box: '7' },
  settled: [],
  accounts: accountsBy((role) => roles[role] as number),
  documents: new Map([[11, invoice]]),
  isNumberTaken: false,
}
const receipt: PaymentInput = {
  payment_number: 'RCV-2026-000001',
  payment_date: '2026-06-10',
  party_id: 5,
  branch_id: 1,
  payment_method_id: 3,
  currency_id: riyal,
  amount: '115',
  references: [{ reference_id: 11, amount: '115' }],
}
type Change = { input?: Partial<PaymentInput>; facts?: Partial<Record<keyof typeof usual, unknown>>; caller?: Caller }
const decided = ({ input, facts, caller = callerWith() }: Change = {}) =>
  recordPayment.decide(caller, { ...usual, ...facts } as never, { side: sales, input: { ...receipt, ...input } })

const documents = (change: Partial<OpenItemState>) => ({ documents: new Map([[11, { ...invoice, ...change }]]) })
const named = (field: string, id: number, status?: string) => new Map([...references, [field, row(id, status)]])

test.each<[string, Change, string, string]>([
  ['refuses a day that is not yet', { input: { payment_date: '2026-07-01' } }, 'date_in_future', 'payment_date'],
  ['refuses a fee of foreign money', { input: { currency_id: dollar, fee: '1' } }, 'fee_not_offered', 'fee'],
  ['refuses a fee of the whole amount', { input: { fee: '100', fee_tax: '15' } }, 'exceeds_fee', 'fee'],
  [
    'refuses an advance where a tax invoice is needed for it',
    { input: { references: [] }, caller: callerWith({ receipt_without_reference: 'advance_tax_invoice' }) },
    'advance_invoice_needed',
    'references',
  ],
  ['refuses a day of no year', { input: { payment_date: '2025-12-31' } }, 'no_open_year', 'payment_date'],
  ['refuses a day of a draft year', { facts: { calendar: calendarWith([], 'draft') } }, 'no_open_year', 'payment_date'],
  [
    'refuses a locked day of sales',
    { facts: { calendar: calendarWith([{ kind: 'sales', locked_through: '2026-06-10' }]) } },
    'period_locked',
    'payment_date',
  ],
  [
    'refuses an unknown customer',
    { facts: { references: new Map([...references, ['customer_id', { id: 5, row: undefined }]]) } },
    'invalid_input',
    'customer_id',
  ],
  [
    'refuses an inactive branch',
    { facts: { references: named('branch_id', 1, 'inactive') } },
    'invalid_input',
    'branch_id',
  ],
  [
    'refuses a method whose account moves no money',
    { facts: { method: { account_id: 201, moves_money: false } } },
    'method_moves_no_money',
    'payment_method_id',
  ],
  [
    'refuses foreign money without a rate',
    { input: { currency_id: dollar }, facts: { rate: null } },
    'currency_without_rate',
    'currency_id',
  ],
  ['refuses parts of a halala', { input: { amount: '115.005' } }, 'invalid_input', 'amount'],
  [
    'refuses a document that is not there',
    { facts: { documents: new Map() } },
    'invalid_input',
    'references.0.reference_id',
  ],
  ['refuses a draft', { facts: documents({ state: 'draft' }) }, 'invalid_input', 'references.0.reference_id'],
  ['refuses a bill', { facts: documents({ kind: 'bill' }) }, 'invalid_input', 'references.0.reference_id'],
  [
    'refuses the invoice of another customer',
    { facts: documents({ party_id: 6 }) },
    'invalid_input',
    'references.0.reference_id',
  ],
  [
    'refuses a paid invoice',
    { facts: documents({ settled: '115', settled_base: '115' }) },
    'invalid_input',
    'references.0.reference_id',
  ],
  [
    'refuses an invoice of another currency',
    { facts: documents({ currency_id: dollar }) },
    'invalid_input',
    'currency_id',
  ],
  [
    'refuses more than is open',
    { facts: documents({ settled: '1', settled_base: '1' }) },
    'invalid_input',
    'references.0.amount',
  ],
  ['refuses more than was received', { input: { amount: '100' } }, 'invalid_input', 'references.0.amount'],
  [
    'refuses an amount that was settled until a later day',
    {
      facts: {
        ...documents({ last_unsettled_on: '2026-06-20' }),
        settled: [
          { document_id: 11, day: '2026-06-05', amount: '50' },
          { document_id: 11, day: '2026-06-20', amount: '-50' },
        ],
      },
    },
    'invalid_input',
    'references.0.reference_id',
  ],
  ['refuses a typed number that exists', { facts: { isNumberTaken: true } }, 'number_taken', 'payment_number'],
  ['refuses a foreign number', { input: { payment_number: 'X-1' } }, 'number_not_in_series', 'payment_number'],
  [
    'refuses the tax of a fee in a filed period',
    {
      input: { fee: '2', fee_tax: '0.30' },
      facts: { calendar: calendarWith([{ kind: 'vat', locked_through: '2026-06-30' }]) },
    },
    'vat_filed',
    'payment_date',
  ],
])('%s', (_, change, code, field) => {
  expect(refusalOf(() => decided(change))).toEqual({ code, fields: [field] })
})

const lineOf = ({ account, debit, credit }: { account: unknown; debit: never; credit: never }) =>
  [account, text(debit), text(credit)].join(' ')
const plannedLines = (change: Change) =>
  decided(change).plan.entries.map(({ head, entry }) => [
    head.date,
    ...entry.lines.map((line) => lineOf(line as never)),
  ])

describe('plans', () => {
  test('a receipt that settles its invoice', () => {
    expect(plannedLines({})).toEqual([['2026-06-10', '201 115 0', 'AR 0 115']])
    const { changes, writes } = decided().plan
    expect(changes).toMatchObject([
      { table: 'documents', id: 11, values: { settled: '115', status: 'paid', version: 2 } },
    ])
    expect(writes.map(({ table }) => table)).toEqual(['payments', 'allocations'])
  })
  test('what no invoice takes as an advance', () => {
    expect(plannedLines({ input: { amount: '120' } })).toEqual([
      ['2026-06-10', '201 120 0', 'AR 0 115', 'CUST_ADV 0 5'],
    ])
  })
  test('an invoice of a later day: its part waits in the advance', () => {
    expect(plannedLines({ facts: documents({ date: '2026-06-15' }) })).toEqual([
      ['2026-06-10', '201 115 0', 'CUST_ADV 0 115'],
      ['2026-06-15', 'CUST_ADV 115 0', 'AR 0 115'],
    ])
  })
  test('the processor keeps its fee and the tax of it', () => {
    expect(plannedLines({ input: { fee: '2', fee_tax: '0.3' } })).toEqual([
      ['2026-06-10', '201 112.7 0', 'BANK_FEES 2 0', 'VAT_IN 0.3 0', 'AR 0 115'],
    ])
  })
  test('a rest of some halalas is written off with the receipt', () => {
    const input = { amount: '114.97', references: [{ reference_id: 11, amount: '114.97' }] }
    const { plan } = decided({ input, caller: callerWith({ settlement_tolerance: '0.05' }) })
    expect(plan.entries.map(({ head }) => head.source)).toEqual(['income_payment', 'write_off'])
    expect(plan.changes).toMatchObject([{ values: { settled: '115', status: 'paid', revision: 2, version: 2 } }])
  })
  test('the same facts to the same plan, because no decision changes them', () => {
    expect(JSON.stringify(plannedLines({}))).toBe(JSON.stringify(plannedLines({})))
    expect(invoice.settled).toBe('0')
  })
})
