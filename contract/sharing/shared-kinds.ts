import { purchases, sales } from '../documents/sides.ts'
import { goodsKinds } from '../goods/goods-kinds.ts'
import { orderKinds } from '../orders/order-kinds.ts'

/**
 * Records that are sent to a customer or a supplier: address, read permission and send permission. `isDue`: it requests
 * payment, so its public page shows how to pay. `isLaw`: sending it issues it.
 */
export const sharedKinds = [
  {
    name: 'invoice',
    path: sales.documentPath,
    reads: 'read-invoice',
    sends: ['create-invoice', 'update-invoice'],
    isDue: true,
    isLaw: true,
  },
  {
    name: 'advance_invoice',
    path: '/advance-invoices',
    reads: 'read-invoice',
    sends: ['create-invoice', 'update-invoice'],
    isDue: true,
    isLaw: true,
  },
  {
    name: 'credit_note',
    path: '/credit-notes',
    reads: 'read-invoice',
    sends: ['create-credit-note'],
    isDue: false,
    isLaw: true,
  },
  {
    name: 'debit_note',
    path: '/debit-notes',
    reads: 'read-invoice',
    sends: ['create-credit-note'],
    isDue: true,
    isLaw: true,
  },
  {
    name: 'supplier_credit',
    path: '/supplier-credits',
    reads: 'read-bill',
    sends: ['create-supplier-credit'],
    isDue: false,
    isLaw: false,
  },
  {
    name: 'income_payment',
    path: sales.paymentPath,
    reads: 'read-income-payment',
    sends: ['create-income-payment', 'update-income-payment'],
    isDue: false,
    isLaw: false,
  },
  {
    name: 'expense_payment',
    path: purchases.paymentPath,
    reads: 'read-expense-payment',
    sends: ['create-expense-payment', 'update-expense-payment'],
    isDue: false,
    isLaw: false,
  },
  // Sending a draft quotation marks it as sent; its public page takes the answer.
  {
    name: 'quotation',
    path: orderKinds.quotation.path,
    reads: 'read-quotation',
    sends: ['update-quotation'],
    isDue: false,
    isLaw: false,
  },
  {
    name: 'sales_order',
    path: orderKinds.sales_order.path,
    reads: 'read-sales-order',
    sends: ['update-sales-order'],
    isDue: false,
    isLaw: false,
  },
  {
    name: 'purchase_order',
    path: orderKinds.purchase_order.path,
    reads: 'read-purchase-order',
    sends: ['update-purchase-order'],
    isDue: false,
    isLaw: false,
  },
  // Neither names a price. A return is a record of the same kind, with a name of its own.
  {
    name: 'delivery_note',
    path: goodsKinds.delivery_note.path,
    reads: 'read-delivery-note',
    sends: ['create-delivery-note', 'update-delivery-note'],
    isDue: false,
    isLaw: false,
  },
  {
    name: 'goods_receipt',
    path: goodsKinds.goods_receipt.path,
    reads: 'read-goods-receipt',
    sends: ['create-goods-receipt', 'update-goods-receipt'],
    isDue: false,
    isLaw: false,
  },
  // For these the record is the party, and the delivery has the dates.
  {
    name: 'customer_statement',
    path: sales.partyPath,
    reads: 'read-report-customer-statement',
    sends: ['read-report-customer-statement'],
    isDue: true,
    isLaw: false,
  },
  {
    name: 'supplier_statement',
    path: purchases.partyPath,
    reads: 'read-report-supplier-statement',
    sends: ['read-report-supplier-statement'],
    isDue: false,
    isLaw: false,
  },
  // Of one year, whose first and last day the delivery has.
  {
    name: 'withholding_certificate',
    path: '/withholding-certificates',
    reads: 'read-report-withholding-by-payee',
    sends: ['read-report-withholding-by-payee'],
    isDue: false,
    isLaw: false,
  },
] as const satisfies readonly SharedKindFacts[]
type SharedKindFacts = {
  name: string
  path: string
  reads: string
  sends: readonly string[]
  isDue: boolean
  isLaw: boolean
}
export type SharedKind = (typeof sharedKinds)[number]
export type SharedKindName = SharedKind['name']

/** What a paper is called to its reader. */
export const sharedNames = [
  ...(sharedKinds.map(({ name }) => name) as [SharedKindName, ...SharedKindName[]]),
  'delivery_note_return',
  'goods_receipt_return',
] as const
export type SharedName = (typeof sharedNames)[number]
