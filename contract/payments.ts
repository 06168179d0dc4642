import { z } from 'zod'
import { withholdingTypes } from '#ledger/law/withholding.ts'
import { verbs } from './crud-permissions.ts'
import { advanceCalls, allocationReference, referencesMaximum, refund, undoQuery } from './documents/advance-calls.ts'
import { sumsCall } from './documents/list-sums.ts'
import { nextNumberCall } from './documents/next-number.ts'
import { rangeFilters } from './documents/range-filters.ts'
import { purchases, type Side, sales } from './documents/sides.ts'
import { boolean, choice, date, id, noDraft, optional, optionalRows, version } from './fields/choice.ts'
import { amount, exchangeRate, percent, positiveAmount, wire } from './fields/decimal.ts'
import { maybeText, nullable } from './fields/response-fields.ts'
import { code, note, text } from './fields/text.ts'
import { organizationHead } from './heads.ts'
import { defineCall, defineResource } from './kit/resource.ts'
import { previewCall } from './preview/posting-preview.ts'

const sharedInput = {
  payment_number: code,
  proposed_number: optional(code),
  payment_date: date,
  branch_id: id,
  payment_method_id: id,
  currency_id: id,
  amount: positiveAmount,
  /** Of a foreign currency: the bank's rate, or what it really moved in base currency; without either the rate of the day. */
  exchange_rate: optional(exchangeRate),
  amount_base: optional(positiveAmount),
  status: noDraft,
  notes: optional(note),
  version,
}
const referenceAnswer = {
  reference_id: z.int(),
  /** An invoice or a bill as a rule; openings, notes and declarations are settled alike. */
  kind: z.string(),
  due_date: z.string(),
  total: wire,
  paid_amount: wire,
  remaining_amount: wire,
  amount: wire,
}
const named = z.object({ id: z.int(), name: z.string(), name_en: maybeText })
const currency = named.extend({ code: z.string(), symbol: z.string(), decimals: z.int() })
const shared = {
  id: z.int(),
  payment_number: z.string(),
  payment_date: z.string(),
  amount: wire,
  is_void: z.boolean(),
  /** Why its figures take no change, as the refusal a correction would get: only notes are still written. Null while they do. */
  closed_period: maybeText,
  currency,
}
const sharedRecord = {
  ...shared,
  branch_id: z.int(),
  payment_method_id: z.int(),
  payment_method: named,
  /** The issuer of the voucher. */
  organization: organizationHead,
  currency_id: z.int(),
  exchange_rate: wire,
  /** The booked amount in base currency. */
  amount_base: wire,
  notes: maybeText,
  /** The paper of the voucher, although the record changed later. */
  printed: z.object({ notes: maybeText }),
  allocated: wire,
  refunded: wire,
  remaining: wire,
  fee: wire,
  fee_tax: wire,
  /** A cheque, by the account it waits on until the bank pays it, and what waits of it; null where it was paid another way. */
  clearing: nullable(
    z.object({ account_id: z.int(), number: z.string(), name: z.string(), name_en: maybeText, amount: wire }),
  ),
  refunds: z.array(refund.extend({ notes: maybeText })),
  revision: z.int(),
  version: z.int(),
  locked_because: maybeText,
  /** The day of the reversal, if it was not its own, and the reason. */
  reversal_date: maybeText,
  reversal_reason: maybeText,
}
const list = { search: ['number', 'party'], order: '-payment_date' } as const
const sortKeys = ['payment_number', 'payment_date', 'party', 'amount', 'created_at'] as const

export const incomePayments = defineResource('income_payment', '/accounting/income-payments', {
  permissions: verbs('income-payment'),
  input: z.object({
    ...sharedInput,
    customer_id: id,
    /** The fee of the card processor and its tax; cash increases by the rest (V13). */
    fee: optional(amount),
    fee_tax: optional(amount),
    references: optionalRows(
      z
        .array(z.object({ ...allocationReference, reference_type: choice(['invoice']).optional() }))
        .max(referencesMaximum, 'too_many_rows'),
    ),
  }),
  record: z.object({
    ...sharedRecord,
    customer_id: z.int(),
    customer: named,
    references: z.array(
      z.object({
        ...referenceAnswer,
        reference_type: z.literal('invoice'),
        invoice_number: z.string(),
        invoice_date: z.string(),
      }),
    ),
  }),
  row: z.object({ ...shared, customer_id: z.int(), customer: named }),
  list: { ...list, sort: ['customer', ...sortKeys], filter: { customer_id: id, with_void: boolean, ...rangeFilters } },
  exported: {
    admission: ['list-income-payment'],
    columns: ['payment_number', 'payment_date', 'customer', 'amount', 'currency'],
  },
})

const withholdingRate = z.preprocess((value) => (value === '' || value === null ? '0' : value), percent).optional()
export const expensePayments = defineResource('expense_payment', '/accounting/expense-payments', {
  permissions: verbs('expense-payment'),
  input: z.object({
    ...sharedInput,
    supplier_id: id,
    /**
     * Part of the amount, which settles the documents completely: the supplier gets the rest, the authority this part.
     */
    withholding_rate: withholdingRate,
    /** Without a rate it is the law's on the day of the payment. */
    withholding_type: optional(choice(withholdingTypes)),
    withholding_certificate: optional(code),
    /** We bear the tax: the supplier gets the whole amount, and the tax on top of it is our expense. Absent keeps the stored. */
    withholding_borne: boolean.optional(),
    references: optionalRows(
      z
        .array(z.object({ ...allocationReference, reference_type: choice(['bill']).optional() }))
        .max(referencesMaximum, 'too_many_rows'),
    ),
  }),
  record: z.object({
    ...sharedRecord,
    supplier_id: z.int(),
    supplier: named,
    withholding_rate: wire,
    withholding_type: maybeText,
    withholding_certificate: maybeText,
    withholding_borne: z.boolean(),
    withheld: wire,
    references: z.array(
      z.object({
        ...referenceAnswer,
        reference_type: z.literal('bill'),
        bill_number: z.string(),
        bill_date: z.string(),
      }),
    ),
  }),
  row: z.object({ ...shared, supplier_id: z.int(), supplier: named }),
  list: {
    ...list,
    sort: ['supplier', ...sortKeys],
    filter: { supplier_id: id, with_void: boolean, ...rangeFilters },
  },
  exported: {
    admission: ['list-expense-payment'],
    columns: ['payment_number', 'payment_date', 'supplier', 'amount', 'currency'],
  },
})
export const payments = { sales: incomePayments, purchases: expensePayments } as const

const paymentCallsOf = <
  const S extends Side,
  Answer extends z.ZodType,
  Query extends z.ZodObject,
  Input extends z.ZodType,
>(
  side: S,
  answer: Answer,
  query: Query,
  input: Input,
) => {
  const { payment, paymentPath, document, documentPath } = side
  const entity = payment.replace('_', '-')
  const forDocument = { kind: 'action', labels: 'write_off', admission: [`write-off-${document}`] } as const
  return {
    nextNumber: nextNumberCall(paymentPath, payment, [`create-${entity}`, `update-${entity}`]),
    sums: sumsCall({ path: paymentPath, labels: payment, admission: [`list-${entity}`], query }),
    preview: previewCall({
      path: paymentPath,
      labels: payment,
      admission: [`create-${entity}`, `update-${entity}`],
      body: input,
    }),
    ...advanceCalls(paymentPath, payment, [`update-${entity}`], answer),
    /** Takes a payment back on another day than its own, where its own is closed. */
    reverse: defineCall({
      method: 'POST',
      path: `${paymentPath}/:id/reverse`,
      kind: 'action',
      labels: payment,
      admission: [`delete-${entity}`],
      params: z.object({ id }),
      body: z.object({ date, reason: text, version }),
      answer,
    }),
    writeOff: defineCall({
      ...forDocument,
      method: 'POST',
      path: `${documentPath}/:id/write-off`,
      params: z.object({ id }),
      body: z.object({ write_off_date: date, amount: positiveAmount, reason: text, account_id: optional(id), version }),
      answer: z.object({ id: z.int() }),
    }),
    voidWriteOff: defineCall({
      ...forDocument,
      method: 'DELETE',
      path: `${documentPath}/:id/write-offs/:write_off_id`,
      params: z.object({ id, write_off_id: id }),
      query: undoQuery,
      answer: z.object({ id: z.int() }),
    }),
  }
}
export const paymentCalls = {
  sales: paymentCallsOf(sales, incomePayments.record, incomePayments.calls.list.query, incomePayments.input),
  purchases: paymentCallsOf(purchases, expensePayments.record, expensePayments.calls.list.query, expensePayments.input),
}
