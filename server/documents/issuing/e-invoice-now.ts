import { type Context, dayInRiyadh } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { queryDocument } from '#server/documents/document-query.ts'
import { firstPreviousHash } from '#server/e-document/hash.ts'
import { loadEInvoiceFacts } from './e-invoice-facts.ts'
import { storedEInvoice } from './stored-e-invoice.ts'

/** A stored document and the e-invoice that it would become if it were issued now, without a position in a chain. */
export async function eInvoiceNow(context: Context, kind: string, id: number) {
  const [row, facts] = await Promise.all([queryDocument(context, kind, id), loadEInvoiceFacts(context, id)])
  if (!row) throw new Refusal('not_found')
  const issuing = {
    uuid: '',
    icv: '1',
    previous_hash: firstPreviousHash,
    issue_date: dayInRiyadh(context.services.clock.now()),
    issue_time: '00:00:00',
  }
  return { row, invoice: storedEInvoice(row, facts, issuing) }
}
