import { z } from 'zod'
import { boolean, choice, date, id, noDraft, optional, optionalRows, version } from '../fields/choice.ts'
import { amount, quantity, wire } from '../fields/decimal.ts'
import { maybeText } from '../fields/response-fields.ts'
import { code, note } from '../fields/text.ts'
import { partyAnswer } from '../heads.ts'
import { multiValue, optionQuery } from '../kit/envelope.ts'
import { defineCall, defineResource } from '../kit/resource.ts'
import { documentRecord, documentRow } from './document-record.ts'

const declarationLinesMaximum = 500
const creates = 'create-customs-declaration'
const money = z.preprocess((value) => (value === '' || value === null ? '0' : value), amount).optional()
const lineMoney = z.preprocess((value) => (value === '' || value === null || value === undefined ? '0' : value), amount)
const line = z.object({
  product_id: id,
  /** How many came in, and what the authority valued them at: the duty is spread by value. */
  quantity,
  value: lineMoney,
})
const row = {
  ...documentRow,
  declaration_number: z.string(),
  declaration_date: z.string(),
  supplier_id: z.int(),
  customs_value: wire,
  /** The tax base. */
  vat_base: wire,
  duty: wire,
  vat: wire,
}
const bill = z.object({
  id: z.int(),
  number: z.string(),
  date: z.string(),
  total: wire,
  currency: documentRow.currency,
})

/** Import tax and duty paid at customs (V32): owed to the authority or its agent, the tax in box 8. */
export const customsDeclarations = defineResource('customs_declaration', '/customs-declarations', {
  permissions: { list: 'list-bill', read: 'read-bill', create: creates, update: creates, delete: 'delete-bill' },
  input: z.object({
    /** The authority's number, once for each payee. */
    declaration_number: code,
    declaration_date: date,
    due_date: date,
    /** The authority or the clearing agent, as a supplier. */
    supplier_id: id,
    branch_id: id,
    status: noDraft,
    customs_value: money,
    duty: money,
    /** Without one, value and duty together; excise and other charges of the authority raise it. */
    vat_base: optional(amount),
    /** The default is the rate of the import tax. The typed tax may be lower, if some goods are exempt. */
    vat: optional(amount),
    bill_ids: optionalRows(z.array(id).max(100, 'too_many_rows')),
    lines: optionalRows(z.array(line).max(declarationLinesMaximum, 'too_many_rows')),
    notes: optional(note),
    version,
  }),
  record: z.object({
    ...documentRecord,
    ...row,
    supplier: partyAnswer,
    items: z.array(z.never()),
    bills: z.array(bill),
    lines: z.array(
      z.object({
        line_number: z.int(),
        product_id: z.int(),
        code: z.string(),
        name: z.string(),
        name_en: maybeText,
        unit: maybeText,
        unit_en: maybeText,
        quantity: wire,
        value: wire,
        duty: wire,
        /** The part of the duty that raised the stock; the rest belongs to what was sold before, or is no stock. */
        stock_duty: wire,
        rest_duty: wire,
      }),
    ),
  }),
  row: z.object({ ...row, supplier: partyAnswer.pick({ id: true, name: true, name_en: true }) }),
  list: {
    search: ['number', 'party'],
    sort: ['declaration_number', 'declaration_date', 'due_date', 'supplier', 'status', 'total', 'created_at'],
    order: '-declaration_date',
    filter: {
      status: choice(['sent', 'partially_paid', 'paid', 'overdue', 'void']),
      supplier_id: id,
      with_void: boolean,
    },
  },
  exported: {
    admission: ['list-bill'],
    columns: [
      'declaration_number',
      'declaration_date',
      'supplier',
      'status',
      'customs_value',
      'duty',
      'vat_base',
      'vat',
      'total',
      'paid_amount',
      'remaining_amount',
    ],
  },
})

const helper = { method: 'GET', labels: 'customs_declaration', admission: [creates] } as const
export const customsCalls = {
  /** The rate a new declaration begins with. */
  rate: defineCall({
    ...helper,
    path: '/customs-declarations/rate',
    kind: 'item',
    answer: z.object({ rate: wire }),
  }),
  /** Posted bills that a declaration may refer to, the latest first. */
  bills: defineCall({
    ...helper,
    path: '/customs-declarations/bills/list',
    kind: 'options',
    query: optionQuery,
    answer: z.object({
      id: z.int(),
      number: z.string(),
      name: z.string(),
      name_en: z.string().nullable(),
      date: z.string(),
    }),
  }),
  /** The stocked goods of these bills, product by product, with what is left of them. */
  goods: defineCall({
    ...helper,
    path: '/customs-declarations/goods',
    kind: 'options',
    query: z.object({ bill_id: multiValue(id) }),
    answer: z.object({
      product_id: z.int(),
      code: z.string(),
      name: z.string(),
      name_en: maybeText,
      quantity: wire,
      value: wire,
      on_hand: wire,
    }),
  }),
}
