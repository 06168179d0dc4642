import { z } from 'zod'
import { financialYearPermissions } from './access/permissions.ts'
import { settledBy } from './documents/settled-by.ts'
import { date, id, optional, optionalRows, version } from './fields/choice.ts'
import { amount, exchangeRate, positiveAmount, price, quantity, wire } from './fields/decimal.ts'
import { lotsOfRow, lotsOfRowAnswer } from './fields/lot-rows.ts'
import { instant, maybeText, nullableInt } from './fields/response-fields.ts'
import { givenCode } from './fields/text.ts'
import { defineCall } from './kit/resource.ts'

const admission = [financialYearPermissions.update] as const
const labels = 'opening'
const rows = <Row extends z.ZodType>(row: Row) => optionalRows(z.array(row).max(2000, 'too_many_rows'))
const side = z.preprocess((value) => (value === '' || value === null || value === undefined ? '0' : value), amount)

const item = {
  /** An item that was saved before stays if it is unchanged. */
  id: optional(id),
  number: optional(givenCode),
  currency_id: id,
  /** Base currency for one; the organisation's present rate where it is not given. */
  exchange_rate: optional(exchangeRate),
  amount: positiveAmount,
}
export const openingInput = z.object({
  opening_date: date,
  branch_id: id,
  /** The balances of accounts except receivables, payables and stock, which follow below. */
  lines: rows(
    z.object({
      account_id: id,
      debit: side,
      credit: side,
      /** For foreign currency: the currency and the amount. */
      currency_id: optional(id),
      amount_currency: optional(positiveAmount),
    }),
  ),
  receivables: rows(z.object({ ...item, due_date: date, customer_id: id })),
  payables: rows(z.object({ ...item, due_date: date, supplier_id: id })),
  /** Opening credits of customers and suppliers: advances that can be allocated and refunded. */
  customer_credits: rows(z.object({ ...item, customer_id: id })),
  supplier_credits: rows(z.object({ ...item, supplier_id: id })),
  stock: rows(z.object({ product_id: id, quantity, unit_cost: price, ...lotsOfRow })),
  version,
})

const names = { name: z.string(), name_en: maybeText }
const itemAnswer = {
  id: z.int(),
  number: z.string(),
  due_date: z.string(),
  currency_id: z.int(),
  exchange_rate: wire,
  amount: wire,
  /** Later payments of it: a settled item stays. */
  settled: wire,
  ...names,
}
/** Amounts due, with what settled them: that is taken back before the item is changed. */
const dueAnswer = { ...itemAnswer, settled_by: z.array(settledBy) }
const opening = z.object({
  opening_date: maybeText,
  branch_id: nullableInt,
  version: z.int(),
  /** A year was closed since: nothing can be changed any more. */
  is_fixed: z.boolean(),
  lines: z.array(
    z.object({
      account_id: z.int(),
      account_number: z.string(),
      ...names,
      debit: wire,
      credit: wire,
      currency_id: z.int(),
      amount_currency: wire,
    }),
  ),
  receivables: z.array(z.object({ ...dueAnswer, customer_id: z.int() })),
  payables: z.array(z.object({ ...dueAnswer, supplier_id: z.int() })),
  customer_credits: z.array(z.object({ ...itemAnswer, customer_id: z.int() })),
  supplier_credits: z.array(z.object({ ...itemAnswer, supplier_id: z.int() })),
  stock: z.array(
    z.object({
      product_id: z.int(),
      code: z.string(),
      ...names,
      quantity: wire,
      unit_cost: wire,
      value: wire,
      ...lotsOfRowAnswer,
    }),
  ),
  /** The balance of opening equity, credit less debit, including products created with a quantity. */
  equity: wire,
  clearings: z.array(
    z.object({
      id: z.int(),
      clearing_date: z.string(),
      capital: wire,
      retained: wire,
      status: z.string(),
      created_at: instant,
    }),
  ),
})
export type Opening = z.output<typeof opening>

export const openingCalls = {
  show: defineCall({ method: 'GET', path: '/accounting/opening', kind: 'item', admission, labels, answer: opening }),
  /** Saves all opening balances; changed parts are reversed and reposted. */
  save: defineCall({
    method: 'POST',
    path: '/accounting/opening',
    kind: 'update',
    admission,
    labels,
    body: openingInput,
    answer: opening,
  }),
  /**
   * The balance of opening equity at the end of a day, credit less debit: the amount that clearing on that day moves.
   */
  equity: defineCall({
    method: 'GET',
    path: '/accounting/opening/equity',
    kind: 'item',
    admission,
    labels,
    query: z.object({ date }),
    answer: z.object({ equity: wire }),
  }),
  /** Moves opening equity to capital and, for the rest, retained earnings (V52). */
  clear: defineCall({
    method: 'POST',
    path: '/accounting/opening/clear',
    kind: 'action',
    admission,
    labels,
    body: z.object({ date, capital: amount }),
    answer: z.object({ capital: wire, retained: wire }),
  }),
  unclear: defineCall({
    method: 'POST',
    path: '/accounting/opening/clearings/:id/reverse',
    kind: 'action',
    admission,
    labels,
    params: z.object({ id }),
    answer: opening,
  }),
}
