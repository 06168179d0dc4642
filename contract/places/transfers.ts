import { z } from 'zod'
import { choice, date, id, optional, version } from '../fields/choice.ts'
import { quantity, wire } from '../fields/decimal.ts'
import { instant, maybeText, reference } from '../fields/response-fields.ts'
import { note } from '../fields/text.ts'
import { defineCall, defineResource } from '../kit/resource.ts'
import { transferPermission } from './places.ts'

const rowsMaximum = 500
export const transferStates = ['posted', 'void'] as const
const row = z.object({
  id: z.int(),
  number: z.string(),
  transfer_date: z.string(),
  from_place: reference,
  to_place: reference,
  row_count: z.int(),
  status: z.enum(transferStates),
  created_at: instant,
  version: z.int(),
})

/** Goods go from one place to another. Their value and average stay what they were. Of a stored one only the notes change. */
export const stockTransfers = defineResource('stock_transfer', '/inventory/transfers', {
  permissions: {
    ...{ list: transferPermission, read: transferPermission, create: transferPermission },
    ...{ update: transferPermission, delete: transferPermission },
  },
  input: z.object({
    transfer_date: date,
    from_place_id: id,
    to_place_id: id,
    notes: optional(note),
    items: z
      .array(z.object({ product_id: id, quantity }), { error: () => 'too_few_rows' })
      .min(1, 'too_few_rows')
      .max(rowsMaximum, 'too_many_rows'),
    version,
  }),
  record: row.extend({
    from_place_id: z.int(),
    to_place_id: z.int(),
    notes: maybeText,
    items: z.array(
      z.object({
        line_number: z.int(),
        product_id: z.int(),
        code: z.string(),
        name: z.string(),
        name_en: maybeText,
        unit: z.string(),
        unit_en: maybeText,
        quantity: wire,
      }),
    ),
  }),
  row,
  list: {
    search: ['number', 'notes'],
    sort: ['number', 'transfer_date', 'created_at'],
    order: '-transfer_date',
    filter: { status: choice(transferStates), from_place_id: id, to_place_id: id },
  },
})

/** What a place has of each product at the end of a day. */
export const placeStockCall = defineCall({
  method: 'GET',
  path: '/inventory/place-stock',
  kind: 'options',
  admission: [transferPermission],
  labels: 'stock_transfer',
  query: z.object({ place_id: id, date: date.optional() }),
  answer: z.object({
    id: z.int(),
    code: z.string(),
    name: z.string(),
    name_en: maybeText,
    unit: z.string(),
    unit_en: maybeText,
    quantity: wire,
  }),
})
