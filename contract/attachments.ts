import { z } from 'zod'
import { id, requiredFile } from './fields/choice.ts'
import { instant, maybeText } from './fields/response-fields.ts'
import { type JournalSource, journalSources } from './history.ts'
import { type Call, defineCall, idParams } from './kit/resource.ts'

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

/** A user who may change a record may attach files to it. */
const editors: Record<JournalSource['name'], string> = {
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
  stock_count: 'adjust-stock',
  fx_revaluation: 'update-journal-entry',
}

const papersOf = ({ name, path, admission }: JournalSource) => {
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
/** Attachments of every record that posts, even when it is locked (accounting rule B4). By the name of the record. */
export const attachmentCalls = Object.fromEntries(
  journalSources.map((source) => [source.name, papersOf(source)]),
) as Record<JournalSource['name'], ReturnType<typeof papersOf>>
export const allAttachmentCalls: readonly Call[] = Object.values(attachmentCalls).flatMap(
  (own) => Object.values(own) as Call[],
)
