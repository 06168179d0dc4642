import { z } from 'zod'
import { choice, date, id, noDraft, optional } from '../fields/choice.ts'
import { positiveAmount, wire } from '../fields/decimal.ts'
import { maybeText } from '../fields/response-fields.ts'
import { note } from '../fields/text.ts'
import { organizationHead } from '../heads.ts'
import { defineCall, defineResource } from '../kit/resource.ts'
import { undoQuery } from './advance-calls.ts'
import { documentRow } from './document-record.ts'

const setOffMaximum = 200
const permission = 'set-off-balances'
export const setOffStates = ['posted', 'void'] as const
const references = z
  .array(z.object({ reference_id: id, amount: positiveAmount }), { error: () => 'too_few_rows' })
  .min(1, 'too_few_rows')
  .max(setOffMaximum, 'too_many_rows')
const named = z.object({ id: z.int(), name: z.string(), name_en: maybeText })
const row = z.object({
  id: z.int(),
  number: z.string(),
  set_off_date: z.string(),
  customer: named,
  supplier: named,
  status: z.enum(setOffStates),
  /** Why its day takes no change, as a refusal code; null while it does. */
  closed_period: maybeText,
  amount: wire,
  currency: documentRow.currency,
})
const settled = z.array(
  z.object({
    reference_id: z.int(),
    kind: z.string(),
    number: z.string(),
    date: z.string(),
    total: wire,
    amount: wire,
  }),
)

const resource = defineResource('set_off', '/accounting/set-offs', {
  permissions: { list: permission, read: permission, create: permission, update: permission, delete: permission },
  input: z.object({
    set_off_date: date,
    customer_id: id,
    supplier_id: id,
    branch_id: id,
    currency_id: id,
    status: noDraft,
    receivables: references,
    payables: references,
    notes: optional(note),
  }),
  record: row.extend({
    receivables: settled,
    payables: settled,
    notes: maybeText,
    /** The exchange difference in base currency. A gain is positive. */
    difference_base: wire,
    organization: organizationHead,
    version: z.int(),
  }),
  row,
  list: {
    search: ['number', 'notes'],
    sort: ['number', 'set_off_date', 'customer', 'supplier', 'amount', 'created_at'],
    order: '-set_off_date',
    filter: { status: choice(setOffStates), customer_id: id, supplier_id: id },
  },
  exported: {
    admission: [permission],
    columns: ['number', 'set_off_date', 'customer', 'supplier', 'status', 'amount', 'currency'],
  },
})
const { list, read, create, remove, export: exported } = resource.calls
/** Invoices of a customer settled by bills of the same company as a supplier; voided, never edited. */
export const setOffs = {
  ...resource,
  calls: {
    list,
    read,
    create,
    remove: defineCall({ ...remove, query: undoQuery }),
    ...(exported && { export: exported }),
  },
}
