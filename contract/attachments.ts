import { z } from 'zod'
import { id, requiredFile } from './fields/choice.ts'
import { instant, maybeText } from './fields/response-fields.ts'
import { journalSources } from './history.ts'
import { type Call, defineCall, idParams, listCalls } from './kit/resource.ts'
import { orderKinds } from './orders/order-kinds.ts'
import { transferPermission } from './places/places.ts'
import { stockTransfers } from './places/transfers.ts'
import { reportPermission } from './reports/report-index.ts'
import { zakatAdjustments } from './zakat/zakat.ts'

export const attachmentsMaximum = 20
const attachment = z.object({
  id: z.int(),
  name: z.string(),
  mimetype: z.string(),
  /** In bytes. */
  size: z.int(),
  created_at: instant,
  created_by: maybeText,
})
export type Attachment = z.output<typeof attachment>

const { quotation, sales_order, purchase_order } = orderKinds
/** Every record that posts, what was agreed before it, what moves goods between places, and what changes the Zakat base. */
export const attachmentSources = [
  ...journalSources,
  { name: quotation.name, path: quotation.path, admission: 'read-quotation' },
  { name: sales_order.name, path: sales_order.path, admission: 'read-sales-order' },
  { name: purchase_order.name, path: purchase_order.path, admission: 'read-purchase-order' },
  { name: stockTransfers.name, path: stockTransfers.path, admission: transferPermission },
  { name: zakatAdjustments.name, path: zakatAdjustments.path, admission: reportPermission('zakat_worksheet') },
] as const
export type AttachmentSource = Pick<(typeof attachmentSources)[number], 'name' | 'path' | 'admission'>

/** A user who may change a record may attach files to it. */
const editors: Record<AttachmentSource['name'], string> = {
  quotation: 'update-quotation',
  sales_order: 'update-sales-order',
  purchase_order: 'update-purchase-order',
  invoice: 'update-invoice',
  advance_invoice: 'update-invoice',
  bill: 'update-bill',
  credit_note: 'create-credit-note',
  debit_note: 'create-credit-note',
  supplier_credit: 'create-supplier-credit',
  customs_declaration: 'create-customs-declaration',
  income_payment: 'update-income-payment',
  opening_customer_credit: 'update-income-payment',
  opening_supplier_credit: 'update-expense-payment',
  expense_payment: 'update-expense-payment',
  journal_entry: 'update-journal-entry',
  set_off: 'set-off-balances',
  asset: 'update-fixed-asset',
  delivery_note: 'update-delivery-note',
  goods_receipt: 'update-goods-receipt',
  stock_count: 'adjust-stock',
  stock_transfer: transferPermission,
  fx_revaluation: 'update-journal-entry',
  zakat_adjustment: 'prepare-zakat',
}

const papersOf = ({ name, path, admission }: AttachmentSource) => {
  const all = { path: `${path}/:id/attachments`, labels: 'attachment', params: idParams } as const
  const one = {
    path: `${path}/:id/attachments/:attachment_id`,
    labels: 'attachment',
    params: idParams.extend({ attachment_id: id }),
  } as const
  return {
    list: defineCall({ ...all, method: 'GET', kind: 'options', admission: [admission], answer: attachment }),
    /** Its bytes. */
    read: defineCall({ ...one, method: 'GET', kind: 'item', admission: [admission] }),
    add: defineCall({
      ...all,
      method: 'POST',
      kind: 'action',
      admission: [editors[name]],
      body: z.object({ attached_file: requiredFile }),
      answer: attachment,
    }),
    remove: defineCall({ ...one, method: 'DELETE', kind: 'delete', admission: [editors[name]] }),
  }
}
/** Attachments of a record, even when it is locked (accounting rule B4). By the name of the record. */
export const attachmentCalls = Object.fromEntries(
  attachmentSources.map((source) => [source.name, papersOf(source)]),
) as Record<AttachmentSource['name'], ReturnType<typeof papersOf>>
export const allAttachmentCalls: readonly Call[] = Object.values(attachmentCalls).flatMap((own) => listCalls(own))
