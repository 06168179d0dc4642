import { z } from 'zod'
import { nextNumberCall } from './documents.ts'
import { maybe } from './fields/answer.ts'
import { choice, date, id, optional, version } from './fields/choice.ts'
import { positiveAmount, wire } from './fields/decimal.ts'
import { code, note } from './fields/text.ts'
import { defineResource } from './kit/resource.ts'
import { purchases, sales } from './sides.ts'
import { verbs } from './verbs.ts'

export const referencesMaximum = 500
const sharedInput = {
  payment_number: code,
  proposed_number: optional(code),
  payment_date: date,
  branch_id: id,
  payment_method_id: id,
  currency_id: id,
  amount: positiveAmount,
  notes: optional(note),
  version,
}
const reference = { reference_id: id, amount: positiveAmount }
const referenceAnswer = {
  reference_id: z.int(),
  due_date: z.string(),
  total: wire,
  paid_amount: wire,
  remaining_amount: wire,
  amount: wire,
}
const named = z.object({ id: z.int(), name: z.string(), name_en: maybe(z.string()) })
const currency = named.extend({ code: z.string(), symbol: z.string(), decimals: z.int() })
const shared = {
  id: z.int(),
  payment_number: z.string(),
  payment_date: z.string(),
  amount: wire,
  is_void: z.boolean(),
  currency,
}
const sharedRecord = {
  ...shared,
  branch_id: z.int(),
  payment_method_id: z.int(),
  currency_id: z.int(),
  notes: maybe(z.string()),
  allocated: wire,
  remaining: wire,
  revision: z.int(),
  version: z.int(),
  locked_because: maybe(z.string()),
}
const list = { search: ['number', 'party'], order: '-payment_date' } as const
const sortKeys = ['payment_number', 'payment_date', 'party', 'amount', 'created_at'] as const

export const incomePayments = defineResource('income_payment', '/accounting/income-payments', {
  permissions: verbs('income-payment'),
  input: z.object({
    ...sharedInput,
    customer_id: id,
    references: z
      .array(z.object({ ...reference, reference_type: choice(['invoice']).optional() }))
      .max(referencesMaximum, 'too_many_rows')
      .default([]),
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
  list: { ...list, sort: ['customer', ...sortKeys], filter: { customer_id: id } },
  exported: {
    admission: ['list-income-payment'],
    columns: ['payment_number', 'payment_date', 'customer', 'amount', 'currency'],
  },
})

export const expensePayments = defineResource('expense_payment', '/accounting/expense-payments', {
  permissions: verbs('expense-payment'),
  input: z.object({
    ...sharedInput,
    supplier_id: id,
    references: z
      .array(z.object({ ...reference, reference_type: choice(['bill']).optional() }))
      .max(referencesMaximum, 'too_many_rows')
      .default([]),
  }),
  record: z.object({
    ...sharedRecord,
    supplier_id: z.int(),
    supplier: named,
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
  list: { ...list, sort: ['supplier', ...sortKeys], filter: { supplier_id: id } },
  exported: {
    admission: ['list-expense-payment'],
    columns: ['payment_number', 'payment_date', 'supplier', 'amount', 'currency'],
  },
})
export const payments = { sales: incomePayments, purchases: expensePayments } as const

export const paymentCalls = {
  sales: {
    nextNumber: nextNumberCall(sales.paymentPath, sales.payment, ['create-income-payment', 'update-income-payment']),
  },
  purchases: {
    nextNumber: nextNumberCall(purchases.paymentPath, purchases.payment, [
      'create-expense-payment',
      'update-expense-payment',
    ]),
  },
}
