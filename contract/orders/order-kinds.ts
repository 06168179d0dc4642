import { purchases, sales } from '../documents/sides.ts'

/**
 * What was offered and agreed before a document: the differences of its three kinds, and nothing else asks for the kind. None of
 * them posts anything. A kind becomes others by `becomes`: a copy of the rows that are still open.
 */
export const orderKinds = {
  quotation: {
    name: 'quotation',
    path: '/quotations',
    entity: 'quotation',
    side: sales,
    untilField: 'valid_until',
    states: ['draft', 'sent', 'accepted', 'declined'],
    becomes: ['sales_order', 'invoice'],
  },
  sales_order: {
    name: 'sales_order',
    path: '/sales-orders',
    entity: 'sales-order',
    side: sales,
    untilField: 'wanted_on',
    states: ['draft', 'confirmed', 'closed'],
    becomes: ['invoice'],
  },
  purchase_order: {
    name: 'purchase_order',
    path: '/purchase-orders',
    entity: 'purchase-order',
    side: purchases,
    untilField: 'wanted_on',
    states: ['draft', 'confirmed', 'closed'],
    becomes: ['bill'],
  },
} as const

export type OrderKindName = keyof typeof orderKinds
export type OrderKind = (typeof orderKinds)[OrderKindName]
export type OrderTarget = OrderKind['becomes'][number]

/** How much of an order was taken by what follows it, row by row and by quantity. */
export const progresses = ['none', 'part', 'all'] as const
export type Progress = (typeof progresses)[number]

/** The permission that makes what an order becomes. */
export const createsTarget: Readonly<Record<OrderTarget, string>> = {
  sales_order: 'create-sales-order',
  invoice: 'create-invoice',
  bill: 'create-bill',
}
