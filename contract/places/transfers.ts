import { z } from 'zod'
import { boolean, choice, date, id, optional, version } from '../fields/choice.ts'
import { quantity, wire } from '../fields/decimal.ts'
import { lotsOfRow, lotsOfRowAnswer } from '../fields/lot-rows.ts'
import { instant, maybeText, nullable, reference } from '../fields/response-fields.ts'
import { note } from '../fields/text.ts'
import { defineCall, defineResource, idParams } from '../kit/resource.ts'
import { unitOfRow, unitOfRowAnswer } from '../units/product-units.ts'
import { transferPermission } from './places.ts'

const rowsMaximum = 500
/** `sent`: on the way, until all of it is received or went back. */
export const transferStates = ['posted', 'sent', 'void'] as const
const row = z.object({
  id: z.int(),
  number: z.string(),
  transfer_date: z.string(),
  from_place: reference,
  to_place: reference,
  row_count: z.int(),
  /** It was sent first, and received or is to be received by receipts. */
  in_transit: z.boolean(),
  /** Of a receipt: what it receives, or gives back. */
  source: nullable(z.object({ id: z.int(), number: z.string() })),
  status: z.enum(transferStates),
  created_at: instant,
  version: z.int(),
})

/** Goods go from one place to another. Their value and average stay what they were. Of a stored one only the notes change. */
export const stockTransfers = defineResource('stock_transfer', '/inventory/transfers', {
  permissions: {
    list: transferPermission,
    read: transferPermission,
    create: transferPermission,
    update: transferPermission,
    delete: transferPermission,
  },
  input: z.object({
    transfer_date: date,
    from_place_id: id,
    to_place_id: id,
    /** The goods are on the way until they are received. */
    in_transit: boolean.optional(),
    notes: optional(note),
    items: z
      .array(z.object({ product_id: id, quantity, ...unitOfRow, ...lotsOfRow }), { error: () => 'too_few_rows' })
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
        ...unitOfRowAnswer,
        ...lotsOfRowAnswer,
        /** What is still on the way, in the product's own unit. */
        open: wire,
      }),
    ),
    receipts: z.array(
      z.object({
        id: z.int(),
        number: z.string(),
        date: z.string(),
        status: z.enum(transferStates),
        to_place: reference,
      }),
    ),
  }),
  row,
  list: {
    search: ['number', 'notes'],
    sort: ['number', 'transfer_date', 'created_at'],
    order: '-transfer_date',
    filter: {
      status: choice(transferStates),
      from_place_id: id,
      to_place_id: id,
      /** On the way to a place of the user. */
      to_receive: boolean,
    },
  },
})

/** What was sent arrives, in whole or in part, or goes back to who sent it. */
export const receiveTransferCall = defineCall({
  method: 'POST',
  path: '/inventory/transfers/:id/receive',
  kind: 'action',
  labels: 'stock_transfer',
  admission: [transferPermission],
  params: idParams,
  body: z.object({
    transfer_date: date,
    /** Back to the place that sent it. */
    to_source: boolean.optional(),
    notes: optional(note),
    items: z
      .array(z.object({ product_id: id, quantity, ...unitOfRow, ...lotsOfRow }), { error: () => 'too_few_rows' })
      .min(1, 'too_few_rows')
      .max(rowsMaximum, 'too_many_rows'),
  }),
  answer: stockTransfers.record,
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
