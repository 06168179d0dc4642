import { z } from 'zod'
import { formAdmission } from '../access/form-lookup-permissions.ts'
import { verbs } from '../crud-permissions.ts'
import { date, id, version } from '../fields/choice.ts'
import { wire } from '../fields/decimal.ts'
import { trackings } from '../fields/lot-rows.ts'
import { instant, maybeText, reference } from '../fields/response-fields.ts'
import { defineCall, defineResource, idParams } from '../kit/resource.ts'
import { reportPermissions } from '../reports/report-index.ts'

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

const row = z.object({
  id: z.int(),
  number: z.string(),
  product_id: z.int(),
  product: reference,
  expires_on: maybeText,
  /** What there is of it now. */
  quantity: wire,
  created_at: instant,
  version: z.int(),
})
const resource = defineResource('lot', '/inventory/lots', {
  permissions: verbs('product'),
  input: z.object({ expires_on: date, version }),
  record: row,
  row,
  list: {
    search: ['number'],
    sort: ['number', 'expires_on', 'created_at'],
    order: '-created_at',
    filter: { product_id: id },
  },
  option: {
    shape: z.object({ id: z.int(), name: z.string(), name_en: maybeText }),
    admission: [...lotAdmission, ...reportPermissions],
  },
})
/** Batches and serial numbers, which the records that moved them made. */
export const lots = { ...resource, calls: { list: resource.calls.list, read: resource.calls.read } }
export const lotOptionsCall = resource.calls.options as NonNullable<typeof resource.calls.options>

/** Corrects the last day of a batch. What was printed of it stays. */
export const lotExpiryCall = defineCall({
  method: 'POST',
  path: '/inventory/lots/:id/expiry',
  kind: 'action',
  labels: 'lot',
  admission: [resource.permissions.update],
  params: idParams,
  body: resource.input,
  answer: row,
})

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
