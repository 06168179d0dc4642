import { expect, test } from 'vitest'
import { notes } from '#contract/documents/notes.ts'
import { decimal, text } from '#ledger/money.ts'
import { Calendar } from '#server/journal/periods.ts'
import type { OpenItemState } from '#server/posting/facts/open-items.ts'
import { accountsBy, addedRows, callerOf, goods, openYear, refusalOf } from '../../test/harness/posting/decisions.ts'
import { issuedNote } from './create-note.ts'

// The refusals and the plan of a credit note on an invoice of ten bags of rice, without a database.

const [rice, invoiceId, noteId] = [3, 11, 50]
const caller = callerOf({ currency_id: 1, decimals: 2, tax_number: '300000000000003', vat_status: 'registered' })
const accounts = accountsBy((role) => role.length * 100)
const invoice: OpenItemState = {
  id: invoiceId,
  branch_id: 1,
  date: '2026-06-01',
  currency_id: 1,
  party_id: 5,
  kind: 'invoice',
  state: 'posted',
  total: '1150',
  total_base: '1150',
  settled: '0',
  settled_base: '0',
  version: 4,
  revision: 1,
  first_settled_on: null,
  last_settled_on: null,
  last_unsettled_on: null,
  retained: '0',
  retained_base: '0',
}
const original = {
  row: {
    id: invoiceId,
    kind: 'invoice',
    number: 'INV-2026-000001',
    document_date: '2026-06-01',
    version: 4,
    party_kind: 'customer',
    party_id: 5,
    branch_id: 1,
    currency_id: 1,
    exchange_rate: '1',
    tax_id: 9,
    subtotal: '1000',
    tax: '150',
    total: '1150',
    net_base: '1000',
    tax_base: '150',
    credited: '0',
    advances_deducted: '0',
    note_count: 0,
    audience: 'standard',
  },
  rows: [
    {
      line_number: 1,
      quantity: '10',
      price: '100',
      net: '1000',
      tax_id: 9,
      tax_rate: '15',
      tax_key: '9',
      product_name: 'Rice',
      product_name_en: null,
      cost_center_id: null,
      deferral_id: null,
      landed_cost_id: null,
      booked: null,
      delivered: null,
      order_line_id: null,
      is_proportional: false,
      gross: null,
      returned_quantity: '0',
      credited_net: '0',
      product: { id: rice, type: 'product', unlimited_quantity: false, income_account_id: null },
      moved: { quantity: decimal('10'), cost: decimal('600'), returned: '0', returned_cost: '0' },
    },
  ],
  taxes: [
    {
      key: '9',
      rate: '15',
      base: '1000',
      tax: '150',
      credited_base: '0',
      credited_tax: '0',
      tax_id: 9,
      category: 'S',
      box: '1',
      exemption_code: null,
      exemption_reason: null,
      exemption_reason_en: null,
      treatment: { key: '9', rate: '15', reverse_charge: false, recoverable_percent: '100' },
    },
  ],
  credited: { subtotal: '0', tax: '0', net_base: '0', tax_base: '0' },
  decimals: 2,
}
const usual = {
  calendar: new Calendar([openYear], [], false),
  documents: new Map([[invoiceId, invoice]]),
  schedules: new Map(),
  stock: {
    from: '2026-06-10',
    products: new Map([[rice, { ...goods('5', '320'), sequence: 2, last_move_date: '2026-06-01', later: [] }]]),
  },
  original,
  isTaken: false,
  writeOffs: [],
  settled: [],
  bought: [],
  goods: new Map(),
  branches: { from: '2026-06-10', changes: [] },
  ids: [noteId],
  accounts,
}
const asked = { note_date: '2026-06-10', reason: 'Damaged', lines: [{ line_number: 1, quantity: '2' }] }
type Change = { facts?: object; ask?: object }
const decided = ({ facts, ask }: Change = {}) =>
  issuedNote.decide(caller, { ...usual, ...facts } as never, {
    kind: notes.credit_note.noteKind,
    documentId: invoiceId,
    ask: { ...asked, ...ask } as never,
  })
const invoiceWith = (change: Partial<OpenItemState>) => ({
  documents: new Map([[invoiceId, { ...invoice, ...change }]]),
})

test.each<[string, Change, string, string]>([
  ['refuses a day before its invoice', { ask: { note_date: '2026-05-31' } }, 'date_before_source', 'note_date'],
  ['refuses a day that is not yet', { ask: { note_date: '2026-07-01' } }, 'date_in_future', 'note_date'],
  [
    'refuses a locked day',
    { facts: { calendar: new Calendar([openYear], [{ kind: 'sales', locked_through: '2026-06-10' }], false) } },
    'period_locked',
    'note_date',
  ],
  [
    'refuses a day whose return is filed',
    { facts: { calendar: new Calendar([openYear], [{ kind: 'vat', locked_through: '2026-06-10' }], false) } },
    'vat_filed',
    'note_date',
  ],
  ['refuses another version', { ask: { version: 3 } }, 'stale_version', ''],
  [
    'refuses an unknown row',
    { ask: { lines: [{ line_number: 2, quantity: '1' }] } },
    'invalid_input',
    'lines.0.line_number',
  ],
  [
    'refuses more than was sold',
    { ask: { lines: [{ line_number: 1, quantity: '11' }] } },
    'invalid_input',
    'lines.0.quantity',
  ],
  ['refuses a row twice', { ask: { lines: [asked.lines[0], asked.lines[0]] } }, 'invalid_input', 'lines.1.line_number'],
  [
    'refuses more than earlier notes left',
    { facts: { original: { ...original, row: { ...original.row, credited: '1000' } } } },
    'exceeds_document',
    'lines',
  ],
  ['refuses a number of our own series', { ask: { note_number: 'CN-2026-000009' } }, 'read_only_field', 'note_number'],
  ['refuses more than is open', { ask: { settled: '231' } }, 'exceeds_remaining', 'settled'],
  [
    'refuses a day on which its document was paid',
    {
      facts: {
        ...invoiceWith({ last_unsettled_on: '2026-06-20' }),
        settled: [
          { document_id: invoiceId, day: '2026-06-05', amount: '1150' },
          { document_id: invoiceId, day: '2026-06-20', amount: '-1150' },
        ],
      },
    },
    'used_until',
    'note_date',
  ],
])('%s', (_, change, code, field) => {
  expect(refusalOf(() => decided(change))).toEqual({ code, fields: field ? [field] : [] })
})

const changeOf = ({ plan }: ReturnType<typeof decided>) => plan.changes.find(({ id }) => id === invoiceId)?.values

test('accounting rule 2.1-6: returned goods come back at the cost of their row, and settle their invoice', () => {
  const decision = decided()
  expect(addedRows(decision.plan, 'stock_moves')).toMatchObject([
    { kind: 'receipt', quantity: '2', value: '120', quantity_after: '7', value_after: '440', document_id: noteId },
  ])
  expect(addedRows(decision.plan, 'allocations')).toMatchObject([
    { document_id: invoiceId, amount: '230', note_id: noteId },
  ])
  expect(changeOf(decision)).toMatchObject({ settled: '230', credited: '230', note_count: 1, version: 5 })
  expect(decision.result()).toBe(noteId)
})
test('a paid invoice leaves the whole note as an advance', () => {
  const decision = decided({ facts: invoiceWith({ settled: '1150', settled_base: '1150' }) })
  expect(addedRows(decision.plan, 'allocations')).toEqual([])
  expect(addedRows(decision.plan, 'documents')).toMatchObject([{ id: noteId, settled: '0', status: 'confirmed' }])
})
test('a note above what is open takes from a write-off first, and the rest is written off again', () => {
  const writeOff = {
    id: 8,
    document_id: invoiceId,
    write_off_date: '2026-06-15',
    amount: '1000',
    reason: 'Gone',
    account_id: 700,
    entry: null,
    allocations: [
      {
        id: 80,
        document_id: invoiceId,
        write_off_id: 8,
        payment_id: null,
        note_id: null,
        advance_id: null,
        set_off_id: null,
        payment_revision: 1,
        allocation_date: '2026-06-15',
        amount: '1000',
        carrying_base: '1000',
        source_base: '1000',
        fx_difference_base: '0',
        entry_id: null,
      },
    ],
  }
  const facts = {
    ...invoiceWith({ settled: '1000', settled_base: '1000', last_settled_on: '2026-06-15' }),
    writeOffs: [writeOff],
  }
  const decision = decided({ facts })
  // 150 are open and the note takes 230: 80 of the loss are none.
  expect(addedRows(decision.plan, 'write_offs')).toMatchObject([
    { write_off_date: '2026-06-15', amount: '920', reason: 'Gone' },
  ])
  const amounts = addedRows(decision.plan, 'allocations').map(
    ({ amount, allocation_date }) => `${allocation_date} ${amount}`,
  )
  expect(amounts).toEqual(['2026-06-15 -1000', '2026-06-10 230', '2026-06-15 920'])
  expect(changeOf(decision)).toMatchObject({ settled: text(decimal('1150')), status: 'paid' })
})
