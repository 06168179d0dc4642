import { z } from 'zod'
import { id } from '../fields/choice.ts'
import { wire } from '../fields/decimal.ts'
import { defineCall, defineResource } from '../kit/resource.ts'
import { invoices, itemsOf, plainItem } from './documents.ts'
import { advances } from './sides.ts'

const { permissions, input, record, row, list, exported } = invoices

/** Advance tax invoices (V34): users who may invoice issue them, in base currency and under one tax. */
export const advanceInvoices = defineResource(advances.document, advances.documentPath, {
  permissions,
  // An advance is not income yet: it has no cost center. It moves no goods of a place.
  input: input
    .omit({ advances: true, cost_center_id: true, place_id: true, items: true })
    .omit({ retention_percent: true, retention_basis: true, retention_release_date: true })
    .extend({ items: itemsOf(plainItem) }),
  record,
  row: row.extend({ deducted: wire }),
  list,
  ...(exported && { exported: { ...exported, columns: [...exported.columns, 'deducted'] } }),
})

export const advanceInvoiceCalls = {
  /** A customer's remaining advances before tax. Deductions of the present invoice count as remaining. */
  open: defineCall({
    method: 'GET',
    path: `${advances.documentPath}/open`,
    kind: 'options',
    labels: advances.document,
    admission: ['create-invoice', 'update-invoice'],
    query: z.object({ customer_id: id, invoice_id: id.optional() }),
    answer: z.object({
      id: z.int(),
      number: z.string(),
      date: z.string(),
      tax_id: z.int(),
      net_left: wire,
      tax_left: wire,
      remaining_amount: wire,
    }),
  }),
}
