import { z } from 'zod'
import { verbs } from '../crud-permissions.ts'
import { boolean, choice, date, id, namedStatus, optional, optionalRows, version } from '../fields/choice.ts'
import {
  amount,
  discountPercent,
  exchangeRate,
  percent,
  positiveAmount,
  price,
  quantity,
  wire,
} from '../fields/decimal.ts'
import { lotsOfRow } from '../fields/lot-rows.ts'
import { code, givenCode, text, textOf } from '../fields/text.ts'
import { partyAnswer } from '../heads.ts'
import { optionQuery } from '../kit/envelope.ts'
import { defineResource } from '../kit/resource.ts'
import { retentionInput, retentionRow } from '../retention/retention.ts'
import { unitOfRow } from '../units/product-units.ts'
import { audiences } from './audiences.ts'
import { documentRecord, documentRow } from './document-record.ts'
import { memoInput } from './memo-fields.ts'
import { rangeFilters } from './range-filters.ts'
import { spreadInput } from './spread-fields.ts'

const itemsMaximum = 500
/** Before tax, or with it where the prices include it: an amount or a percentage; '' is none. */
export const discountInput = { discount_amount: optional(amount), discount_percent: optional(discountPercent) }
export const plainItem = z.object({
  product_id: id,
  /** Printed instead of the product's name where the person typed another. */
  product_name: optional(text),
  /** In the unit that the row states, as its price is. */
  quantity,
  price,
  tax_rate: percent,
  /** A tax of the row's own; '' follows the document's. */
  tax_id: optional(id),
  ...discountInput,
})
/** The cost center of the row's income or expense; absent leaves the stored one, or takes the document's. */
export const documentItem = plainItem.extend({
  ...unitOfRow,
  ...lotsOfRow,
  cost_center_id: optional(id),
  ...spreadInput,
  /** The row of a quotation or an order that it takes. '' takes none, absent keeps the stored one. */
  order_line_id: optional(id),
  /** The row of a delivery note or a goods receipt that it takes: its goods have moved. '' takes none, absent keeps the stored one. */
  goods_line_id: optional(id),
})
/** Why a row may differ from its order or from what was received. '' is none, absent keeps the stored one. */
const billItem = documentItem.extend({ difference_reason: optional(textOf(300)) })
export const itemsOf = <Item extends z.ZodType>(row: Item) =>
  z
    .array(row, { error: () => 'too_few_rows' })
    .min(1, 'too_few_rows')
    .max(itemsMaximum, 'too_many_rows')
const sharedInput = {
  due_date: date,
  branch_id: id,
  /** Whose goods it moves. Absent leaves the stored one; '', or absent on a new document, is the usual place of the user, the branch, the organization. */
  place_id: optional(id),
  currency_id: id,
  tax_id: id,
  /** For a foreign currency: the rate, or the base amount including tax. Without either the rate of the day. */
  exchange_rate: optional(exchangeRate),
  total_base: optional(positiveAmount),
  ...memoInput,
  ...discountInput,
  /** Whether the prices of the rows are with tax; absent is the organisation's usual. */
  prices_include_tax: boolean.optional(),
  /** The cost center of rows that say none. */
  cost_center_id: optional(id),
  items: itemsOf(documentItem),
  version,
}
/** A bill goes to no authority: it has no kind of transaction. */
const { transaction_kind: _, ...boughtInput } = sharedInput
const purchaseInput = { ...boughtInput, ...retentionInput, items: itemsOf(billItem) }
/** Advance tax invoices that an invoice deducts, each with an amount before tax. '' is none, absent leaves the stored ones. */
const deductions = optionalRows(z.array(z.object({ advance_id: id, amount: positiveAmount })).max(50, 'too_many_rows'))
/** The number proposed by the form: the server may assign the next one if another user was faster. */
const proposal = { proposed_number: optional(code) }

const optionShared = {
  id: z.int(),
  due_date: z.string(),
  total: wire,
  paid_amount: wire,
  remaining_amount: wire,
  currency_id: z.int(),
}
const openOnly = optionQuery.extend({ customer_id: id.optional(), supplier_id: id.optional() })
const sortKeys = ['number', 'date', 'due_date', 'party', 'status', 'total', 'created_at'] as const

export const invoiceStatuses = ['draft', 'confirmed', 'partially_paid', 'paid'] as const
export const invoices = defineResource('invoice', '/invoices', {
  permissions: verbs('invoice'),
  input: z.object({
    invoice_number: code,
    invoice_date: date,
    customer_id: id,
    status: namedStatus(choice(invoiceStatuses)),
    ...proposal,
    ...sharedInput,
    ...retentionInput,
    /** The legal type of the invoice. '' follows the buyer. */
    audience: optional(choice(audiences)),
    advances: deductions,
  }),
  record: z.object({
    invoice_number: z.string(),
    invoice_date: z.string(),
    customer_id: z.int(),
    customer: partyAnswer,
    ...documentRecord,
  }),
  row: z.object({
    invoice_number: z.string(),
    invoice_date: z.string(),
    customer_id: z.int(),
    customer: partyAnswer.pick({ id: true, name: true, name_en: true }),
    ...documentRow,
    ...retentionRow,
  }),
  exported: {
    admission: ['export-invoice'],
    columns: [
      'invoice_number',
      'invoice_date',
      'due_date',
      'customer',
      'status',
      'subtotal',
      'tax',
      'total',
      'paid_amount',
      'remaining_amount',
      'currency',
    ],
  },
  list: {
    search: ['number', 'party'],
    sort: ['invoice_number', 'invoice_date', 'customer', ...sortKeys],
    order: '-invoice_date',
    filter: {
      status: choice([...invoiceStatuses, 'overdue', 'void']),
      customer_id: id,
      with_void: boolean,
      /** Something of it is retained and not released yet. */
      with_retention: boolean,
      ...rangeFilters,
    },
  },
  option: {
    shape: z.object({ invoice_number: z.string(), invoice_date: z.string(), customer_id: z.int(), ...optionShared }),
    admission: [
      'list-invoice',
      'create-income-payment',
      'update-income-payment',
      'create-credit-note',
      'set-off-balances',
    ],
    query: openOnly,
  },
})

export const billStatuses = ['draft', 'sent', 'partially_paid', 'paid'] as const
// The filter calls `sent` "confirmed"; both spellings are understood.
const billStatus = z.preprocess((value) => (value === 'confirmed' ? 'sent' : value), choice(billStatuses))
export const bills = defineResource('bill', '/bills', {
  permissions: verbs('bill'),
  input: z.object({
    bill_number: givenCode,
    bill_date: date,
    supplier_id: id,
    status: namedStatus(billStatus),
    proposed_number: optional(givenCode),
    ...purchaseInput,
  }),
  record: z.object({
    bill_number: z.string(),
    bill_date: z.string(),
    supplier_id: z.int(),
    supplier: partyAnswer,
    ...documentRecord,
  }),
  row: z.object({
    bill_number: z.string(),
    bill_date: z.string(),
    supplier_id: z.int(),
    supplier: partyAnswer.pick({ id: true, name: true, name_en: true }),
    ...documentRow,
    ...retentionRow,
  }),
  exported: {
    admission: ['list-bill'],
    columns: [
      'bill_number',
      'bill_date',
      'due_date',
      'supplier',
      'status',
      'subtotal',
      'tax',
      'total',
      'paid_amount',
      'remaining_amount',
      'currency',
    ],
  },
  list: {
    search: ['number', 'party'],
    sort: ['bill_number', 'bill_date', 'supplier', ...sortKeys],
    order: '-bill_date',
    filter: {
      status: z.preprocess(
        (value) => (value === 'confirmed' ? 'sent' : value),
        choice([...billStatuses, 'overdue', 'void']),
      ),
      supplier_id: id,
      with_void: boolean,
      /** Something of it is retained and not released yet. */
      with_retention: boolean,
      /** Drafts with a difference from their order that is not accepted. */
      unanswered: boolean,
      ...rangeFilters,
    },
  },
  option: {
    shape: z.object({ bill_number: z.string(), bill_date: z.string(), supplier_id: z.int(), ...optionShared }),
    admission: [
      'list-bill',
      'create-expense-payment',
      'update-expense-payment',
      'create-supplier-credit',
      'set-off-balances',
    ],
    query: openOnly,
  },
})
