import { z } from 'zod'
import { bills } from '../documents/documents.ts'
import { choice, file, optional } from '../fields/choice.ts'
import { wire } from '../fields/decimal.ts'
import { instant, maybeText, nullableInt } from '../fields/response-fields.ts'
import { textOf } from '../fields/text.ts'
import { listQuery } from '../kit/envelope.ts'
import { defineCall, idParams } from '../kit/resource.ts'

const path = '/bill-inbox'
const labels = 'bill_paper'
const admission = ['create-bill'] as const
const one = { path: `${path}/:id`, labels, params: idParams, admission } as const

export const paperStates = ['waiting', 'booked'] as const
/** Findings before anything is saved. */
export const paperProblems = [
  'not_an_invoice',
  'other_buyer',
  'unknown_supplier',
  'no_vat_number',
  'vat_number_invalid',
  'duplicate',
  'rows_unequal',
  'total_unequal',
  'digest_wrong',
  'stamp_wrong',
  'unknown_products',
  'unknown_units',
  'no_rows',
  'other_currency',
  'own_paper',
  'advance_invoice',
  'supplier_by_name',
  'other_paper',
  'prepaid',
  'payable_unequal',
  'bill_unequal',
] as const
const money = z.union([wire, z.null()])
const seller = z.object({
  name: maybeText,
  vat_number: maybeText,
  identifier: maybeText,
  street: maybeText,
  building_number: maybeText,
  district: maybeText,
  city: maybeText,
  postal_code: maybeText,
})

const row = z.object({
  id: z.int(),
  file_name: z.string(),
  format: z.string(),
  state: choice(paperStates),
  number: maybeText,
  date: maybeText,
  seller: maybeText,
  total: money,
  /** Of the amounts; null where it is none of ours. */
  currency: z.union([z.object({ code: z.string(), decimals: z.int() }), z.null()]),
  document_id: nullableInt,
  created_at: instant,
  version: z.int(),
})
export type BillPaperRow = z.output<typeof row>
const record = row.extend({
  seller,
  subtotal: money,
  tax: money,
  problems: z.array(z.object({ code: choice(paperProblems), difference: money, document_id: nullableInt })),
  supplier_id: nullableInt,
  supplier_name: maybeText,
  /** The purchase orders that it may be the bill of; `items`: which row of the order each of its rows is. */
  orders: z.array(
    z.object({
      id: z.int(),
      number: z.string(),
      order_date: z.string(),
      total: wire,
      /** Whether the paper names it. */
      is_named: z.boolean(),
      items: z.array(
        z.union([z.object({ order_line_id: z.int(), goods_line_id: nullableInt, product_id: z.int() }), z.null()]),
      ),
    }),
  ),
  /** Rows that name a unit which is not exactly one of their product's: a person chooses it. */
  unit_questions: z.array(z.object({ line_number: z.int(), name: z.string(), quantity: z.string(), unit: z.string() })),
  /** The bill as the form would begin with it; what is not known is null. */
  bill: z.object({
    bill_number: maybeText,
    bill_date: maybeText,
    due_date: maybeText,
    supplier_id: nullableInt,
    currency_id: nullableInt,
    tax_id: nullableInt,
    discount_amount: maybeText,
    items: z.array(
      z.object({
        product_id: nullableInt,
        product_name: maybeText,
        item_name: maybeText,
        /** Null where its unit is asked. */
        quantity: maybeText,
        product_unit_id: nullableInt,
        unit: maybeText,
        unit_en: maybeText,
        unit_content: maybeText,
        price: z.string(),
        tax_rate: z.string(),
        tax_id: nullableInt,
        discount_amount: maybeText,
      }),
    ),
  }),
})
export type BillPaper = z.output<typeof record>

export const billPaperList = {
  search: ['file_name'],
  sort: ['created_at', 'file_name', 'state'],
  order: '-created_at',
  filter: { state: choice(paperStates) },
} as const

export const billInboxCalls = {
  list: defineCall({
    method: 'GET',
    path,
    kind: 'list',
    admission,
    labels,
    query: listQuery(billPaperList),
    answer: row,
  }),
  /** An e-invoice as XML or inside a PDF, or the text of the code on a paper. */
  create: defineCall({
    method: 'POST',
    path,
    kind: 'create',
    admission,
    labels,
    body: z.object({ paper_file: file, code: optional(textOf(5000)) }),
    answer: record,
  }),
  read: defineCall({ ...one, method: 'GET', kind: 'item', answer: record }),
  /** The bill of the paper, by the rules of `POST /bills`, with the paper attached. */
  book: defineCall({
    ...one,
    path: `${path}/:id/bill`,
    method: 'POST',
    kind: 'create',
    body: bills.input,
    answer: bills.record,
  }),
  remove: defineCall({ ...one, method: 'DELETE', kind: 'delete' }),
}
/** As lists are drawn. */
export const billInbox = {
  name: labels,
  path,
  row,
  list: billPaperList,
  permissions: { list: 'create-bill', create: 'create-bill', delete: 'create-bill' },
  calls: { list: billInboxCalls.list, remove: billInboxCalls.remove },
}
