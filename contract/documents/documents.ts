import { z } from 'zod'
import { verbs } from '../access/crud-permissions.ts'
import type { Audience } from '../e-invoice/model.ts'
import { boolean, choice, date, id, optional, optionalRows, version } from '../fields/choice.ts'
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
import { addressAnswer } from '../fields/national-address.ts'
import { maybeText, nullable, nullableInt } from '../fields/response-fields.ts'
import { code, text } from '../fields/text.ts'
import { contact, organizationHead, partyAnswer } from '../heads.ts'
import { optionQuery } from '../kit/envelope.ts'
import { defineResource } from '../kit/resource.ts'
import { memoAnswer, memoInput, memoPrinted } from './memo-fields.ts'

/** An invoice to a business, and the shorter one to a person. */
export const audiences = ['standard', 'simplified'] as const satisfies readonly Audience[]

const itemsMaximum = 500
/** Before tax, or with it where the prices include it: an amount or a percentage; '' is none. */
const discountInput = { discount_amount: optional(amount), discount_percent: optional(discountPercent) }
export const plainItem = z.object({
  product_id: id,
  /** Printed instead of the product's name where the person typed another. */
  product_name: optional(text),
  quantity,
  price,
  tax_rate: percent,
  /** A tax of the row's own; '' follows the document's. */
  tax_id: optional(id),
  ...discountInput,
})
/** Where the row's income or expense belongs; absent leaves what stands, or takes the document's. */
const item = plainItem.extend({ cost_center_id: optional(id) })
export const itemsOf = <Item extends z.ZodType>(row: Item) =>
  z
    .array(row, { error: () => 'too_few_rows' })
    .min(1, 'too_few_rows')
    .max(itemsMaximum, 'too_many_rows')
const sharedInput = {
  due_date: date,
  branch_id: id,
  currency_id: id,
  tax_id: id,
  /** Of a foreign currency: the rate, or what it comes to with tax in base currency; without either the rate of its day. */
  exchange_rate: optional(exchangeRate),
  total_base: optional(positiveAmount),
  ...memoInput,
  ...discountInput,
  /** Whether the prices of the rows are with tax; absent is the organisation's usual. */
  prices_include_tax: boolean.optional(),
  /** The cost center of rows that say none. */
  cost_center_id: optional(id),
  items: itemsOf(item),
  version,
}
/** Advance tax invoices that an invoice takes off, each by an amount before tax; '' is none, absent leaves what stands. */
const deductions = optionalRows(z.array(z.object({ advance_id: id, amount: positiveAmount })).max(50, 'too_many_rows'))
/** The number a form was opened with: the server may hand out the next one instead when another user was faster. */
const proposal = { proposed_number: optional(code) }

const money = {
  subtotal: wire,
  tax: wire,
  total: wire,
  paid_amount: wire,
  remaining_amount: wire,
  paidAmount: wire,
  remainingAmount: wire,
}
const currency = z.object({
  id: z.int(),
  name: z.string(),
  name_en: maybeText,
  code: z.string(),
  symbol: z.string(),
  decimals: z.int(),
})
/** As it was given, and what it comes to before tax. */
const discountAnswer = { discount_amount: nullable(wire), discount_percent: nullable(wire), discount: wire }
const itemAnswer = z.object({
  line_number: z.int(),
  product_id: z.int(),
  product_name: z.string(),
  item_name: z.string(),
  item_name_en: maybeText,
  unit: maybeText,
  unit_en: maybeText,
  quantity: wire,
  price: wire,
  tax_id: nullableInt,
  tax_rate: wire,
  ...discountAnswer,
  /** The row's part of the document's discount, which its net does not know of. */
  discount_share: wire,
  /** Of one, without tax. */
  net_price: wire,
  net: wire,
  tax: wire,
  total: wire,
  cost_center_id: nullableInt,
  cost_center_name: maybeText,
  cost_center_name_en: maybeText,
})
export const documentRow = {
  id: z.int(),
  due_date: z.string(),
  status: z.string(),
  is_void: z.boolean(),
  is_overdue: z.boolean(),
  /** Why the document can no longer be edited or deleted, as a refusal code; null while it can. */
  locked_because: maybeText,
  /** Why its day takes no change, as a refusal code: only due date and notes are still written. Null while it does. */
  closed_period: maybeText,
  /** What was given up of it, which no status tells from what was paid. */
  written_off: nullable(wire),
  ...money,
  currency,
}
export const documentRecord = {
  ...documentRow,
  currency_id: z.int(),
  branch_id: z.int(),
  tax_id: z.int(),
  exchange_rate: wire,
  /** What was booked in the organization's own currency. */
  tax_base: wire,
  total_base: wire,
  ...memoAnswer,
  ...discountAnswer,
  prices_include_tax: z.boolean(),
  audience: nullable(z.enum(audiences)),
  /** Each tax with what it is charged on, after the document's discount, and why it charges nothing. */
  taxes: z.array(
    z.object({
      tax_id: nullableInt,
      category: z.string(),
      rate: wire,
      base: wire,
      discount: wire,
      tax: wire,
      exemption_code: maybeText,
      exemption_reason: maybeText,
      exemption_reason_en: maybeText,
    }),
  ),
  revision: z.int(),
  version: z.int(),
  issued_at: maybeText,
  /** Printed, sent, or its day is over: from then on only a note corrects what is a tax invoice. */
  is_issued: z.boolean(),
  /** The clock in Riyadh when it was confirmed: with its date the pair of the QR code and the XML. */
  issue_time: maybeText,
  /** Whether it was issued as a tax invoice: by a seller who was registered for VAT then. */
  is_tax_invoice: z.boolean(),
  /** Its exchange rate was said with it: a draft keeps it. */
  has_own_rate: z.boolean(),
  /** What its paper says though it was changed since; null of a draft. */
  printed: nullable(z.object({ due_date: z.string(), ...memoPrinted })),
  /** The QR code of a simplified or phase 1 tax invoice: base64 of the TLV fields; null where the law wants none. */
  qr: maybeText,
  organization: organizationHead,
  branch: z.object({
    ...{ id: z.int(), ...contact, commercial_registration: maybeText },
    ...{ ...addressAnswer, city_en: maybeText },
  }),
  items: z.array(itemAnswer),
  payments: z.array(z.object({ id: z.int(), payment_number: z.string(), payment_date: z.string(), amount: wire })),
  /** What credit notes took off it, and every note that corrects it. */
  credited: wire,
  correcting_notes: z.array(
    z.object({ id: z.int(), kind: z.string(), number: z.string(), date: z.string(), total: wire }),
  ),
  /** With tax: what advances took off an invoice, or what invoices took of an advance; and which they are. */
  deducted: wire,
  deductions: z.array(
    z.object({ id: z.int(), number: z.string(), date: z.string(), net: wire, tax: wire, total: wire }),
  ),
  /** What else settled it: advances that were applied to it, set-offs. */
  credits: z.array(z.object({ id: z.int(), kind: z.string(), number: z.string(), date: z.string(), amount: wire })),
  write_offs: z.array(z.object({ id: z.int(), write_off_date: z.string(), amount: wire, reason: maybeText })),
}
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
    status: choice(invoiceStatuses).optional(),
    ...proposal,
    ...sharedInput,
    /** What the invoice is by law; '' follows who the buyer is. */
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
    filter: { status: choice([...invoiceStatuses, 'overdue', 'void']), customer_id: id, with_void: boolean },
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
    bill_number: code,
    bill_date: date,
    supplier_id: id,
    status: billStatus.optional(),
    ...proposal,
    ...sharedInput,
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
