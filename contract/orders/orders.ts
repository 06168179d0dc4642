import { z } from 'zod'
import { verbs } from '../crud-permissions.ts'
import { documentRecord } from '../documents/document-record.ts'
import { discountInput, itemsOf, plainItem } from '../documents/documents.ts'
import { rangeFilters } from '../documents/range-filters.ts'
import { boolean, choice, date, id, optional, version } from '../fields/choice.ts'
import { wire } from '../fields/decimal.ts'
import { instant, maybeText, nullable, nullableInt } from '../fields/response-fields.ts'
import { note, textOf } from '../fields/text.ts'
import { partyAnswer } from '../heads.ts'
import { defineResource } from '../kit/resource.ts'
import { unitOfRow } from '../units/product-units.ts'
import { type OrderKind, orderKinds, progresses } from './order-kinds.ts'

/** The row of a quotation that a row of a sales order takes; absent keeps the stored one. */
const orderItem = plainItem.extend({ ...unitOfRow, cost_center_id: optional(id), order_line_id: optional(id) })
const sharedInput = {
  order_date: date,
  branch_id: id,
  /** Where it is delivered from, or received at. Absent: the usual place of the user, the branch, the organization. */
  place_id: optional(id),
  currency_id: id,
  tax_id: id,
  prices_include_tax: boolean.optional(),
  ...discountInput,
  po_number: optional(textOf(127)),
  payment_terms: optional(textOf(500)),
  notes: optional(note),
  cost_center_id: optional(id),
  items: itemsOf(orderItem),
  version,
}

const rowFacts = {
  id: z.int(),
  number: z.string(),
  order_date: z.string(),
  state: z.string(),
  /** The state as it is read today: a quotation that was sent and is past its last day is `expired`. */
  status: z.string(),
  progress: z.enum(progresses),
  subtotal: wire,
  tax: wire,
  total: wire,
  /** The part of the total that nothing took yet; zero once it is declined or closed. */
  open_total: wire,
  currency: documentRecord.currency,
}
// What was ordered has no batch yet.
const itemAnswer = documentRecord.items.element
  .omit({ lots: true })
  .omit({ reference_line: true, is_return: true, spread_from: true, spread_to: true })
  .omit({ spread_months: true, spread_account_id: true })
  .extend({
    id: z.int(),
    /** The product's own, in which what follows is counted. */
    base_unit: maybeText,
    base_unit_en: maybeText,
    /** What documents and orders took of the row, and what is left. */
    taken: wire,
    open: wire,
    /** What was delivered or received of it, what came back before its invoice or bill, and what is still to move. */
    delivered: wire,
    returned: wire,
    undelivered: wire,
    /** What is in stock of a product, and what of it no confirmed sales order waits for: in the place of the order where the organization has places. Null where it has no stock. */
    on_hand: nullable(wire),
    available: nullable(wire),
    order_line_id: nullableInt,
  })
const link = z.object({
  kind: z.string(),
  id: z.int(),
  number: z.string(),
  date: z.string(),
  status: z.string(),
  total: wire,
})
const recordFacts = {
  ...rowFacts,
  branch_id: z.int(),
  /** Null is the main place. */
  place_id: documentRecord.place_id,
  place: documentRecord.place,
  currency_id: z.int(),
  tax_id: z.int(),
  prices_include_tax: z.boolean(),
  discount_amount: documentRecord.discount_amount,
  discount_percent: documentRecord.discount_percent,
  discount: wire,
  po_number: maybeText,
  payment_terms: maybeText,
  notes: maybeText,
  reason: maybeText,
  answered_by: maybeText,
  answered_at: nullable(instant),
  version: z.int(),
  /** Why its content no longer changes, as a refusal code; null while it does. */
  locked_because: maybeText,
  taxes: documentRecord.taxes,
  organization: documentRecord.organization,
  branch: documentRecord.branch,
  items: z.array(itemAnswer),
  /** What it was made from, and what was made of it. */
  sources: z.array(link),
  followers: z.array(link),
}

const namedParty = partyAnswer.pick({ id: true, name: true, name_en: true })
const sortKeys = ['number', 'order_date', 'party', 'status', 'total', 'created_at'] as const

const listed = (kind: OrderKind) => ({
  search: ['number', 'po_number', 'notes'],
  sort: [...sortKeys, kind.untilField, kind.side.party] as const,
  order: '-order_date',
})
const exported = (kind: OrderKind) => ({
  admission: [`list-${kind.entity}`],
  columns: [
    'number',
    'order_date',
    kind.untilField,
    kind.side.party,
    'status',
    'progress',
    'subtotal',
    'tax',
    'total',
    'open_total',
    'currency',
  ],
})
/** `progress` asks for what is still to be invoiced or billed: `open` is none and part of what is agreed. */
/** `delivery` asks the same of goods: what is still to be delivered or received. */
const filters = {
  progress: choice(['open', ...progresses]),
  delivery: choice(['open', ...progresses]),
  ...rangeFilters,
}

const { quotation, sales_order, purchase_order } = orderKinds
export const quotations = defineResource('quotation', quotation.path, {
  permissions: verbs(quotation.entity),
  input: z.object({ customer_id: id, valid_until: date, ...sharedInput }),
  record: z.object({ customer_id: z.int(), customer: partyAnswer, valid_until: z.string(), ...recordFacts }),
  row: z.object({ customer_id: z.int(), customer: namedParty, valid_until: z.string(), ...rowFacts }),
  exported: exported(quotation),
  list: {
    ...listed(quotation),
    filter: { status: choice([...quotation.states, 'expired']), customer_id: id, ...filters },
  },
})
export const salesOrders = defineResource('sales_order', sales_order.path, {
  permissions: verbs(sales_order.entity),
  input: z.object({ customer_id: id, wanted_on: optional(date), ...sharedInput }),
  record: z.object({ customer_id: z.int(), customer: partyAnswer, wanted_on: maybeText, ...recordFacts }),
  row: z.object({ customer_id: z.int(), customer: namedParty, wanted_on: maybeText, ...rowFacts }),
  exported: exported(sales_order),
  list: { ...listed(sales_order), filter: { status: choice(sales_order.states), customer_id: id, ...filters } },
})
export const purchaseOrders = defineResource('purchase_order', purchase_order.path, {
  permissions: verbs(purchase_order.entity),
  input: z.object({ supplier_id: id, wanted_on: optional(date), ...sharedInput }),
  record: z.object({ supplier_id: z.int(), supplier: partyAnswer, wanted_on: maybeText, ...recordFacts }),
  row: z.object({ supplier_id: z.int(), supplier: namedParty, wanted_on: maybeText, ...rowFacts }),
  exported: exported(purchase_order),
  list: { ...listed(purchase_order), filter: { status: choice(purchase_order.states), supplier_id: id, ...filters } },
})

/** By the name of a kind. */
export const orders = { quotation: quotations, sales_order: salesOrders, purchase_order: purchaseOrders } as const
