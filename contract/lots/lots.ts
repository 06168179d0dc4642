import { z } from 'zod'
import { formAdmission } from '../access/form-lookup-permissions.ts'
import { date, id } from '../fields/choice.ts'
import { wire } from '../fields/decimal.ts'
import { trackings } from '../fields/lot-rows.ts'
import { maybeText } from '../fields/response-fields.ts'
import { defineCall } from '../kit/resource.ts'

const lotAdmission = [
  ...formAdmission,
  'list-product',
  'transfer-stock',
  'adjust-stock',
  'create-delivery-note',
  'create-goods-receipt',
] as const

/** How many days before their last day batches are expiring. */
export const expiryDays = 30

/** How a product is tracked, and which of its lots a place has at the end of a day: what expires first before others. */
export const lotChoicesCall = defineCall({
  method: 'GET',
  path: '/inventory/lot-choices',
  kind: 'item',
  labels: 'product',
  admission: lotAdmission,
  /** Absent: all places of the user; today. */
  query: z.object({ product_id: id, place_id: id.optional(), date: date.optional() }),
  answer: z.object({
    tracking: z.enum(trackings),
    tracks_expiry: z.boolean(),
    lots: z.array(z.object({ id: z.int(), number: z.string(), expires_on: maybeText, quantity: wire })),
  }),
})
