import { optional } from '../fields/choice.ts'
import { price, quantity } from '../fields/decimal.ts'
import { defineCall } from '../kit/resource.ts'
import { documentItem, invoices, itemsOf } from './documents.ts'

/** A row of which only the product is required. */
const item = documentItem.partial({ tax_rate: true }).extend({ quantity: optional(quantity), price: optional(price) })

/**
 * An invoice of a customer and products. The rest is as a new form proposes it (decision 0210): the next number, today, the
 * customer's terms, the only branch, the base currency, the only standard rate, the sale price, a quantity of one.
 */
export const quickInvoiceCall = defineCall({
  method: 'POST',
  path: '/invoices/quick',
  kind: 'action',
  admission: ['create-invoice'],
  labels: 'invoice',
  body: invoices.input
    .partial({
      invoice_number: true,
      invoice_date: true,
      due_date: true,
      branch_id: true,
      currency_id: true,
      tax_id: true,
    })
    .omit({ proposed_number: true, version: true })
    .extend({ items: itemsOf(item) }),
  answer: invoices.record,
})
