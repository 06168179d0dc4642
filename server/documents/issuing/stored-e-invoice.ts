import type { IssuedEInvoice } from '#contract/e-invoice/model.ts'
import { documentToEInvoice, type Issuing } from '#contract/e-invoice-mapping/document-to-e-invoice.ts'
import type { EInvoiceFacts } from '#contract/e-invoice-mapping/e-invoice-source.ts'
import type { DocumentQueryRow } from '#server/documents/document-query.ts'

/**
 * The e-invoice of a stored document. A stamped one equals its paper. Before that it uses the present masters, because
 * the paper is written with the stamp.
 */
export function storedEInvoice(row: DocumentQueryRow, facts: EInvoiceFacts, issuing: Issuing): IssuedEInvoice {
  const { paper, e_document } = row
  const isStamped = paper !== null && e_document !== null && e_document.state !== 'rejected'
  return documentToEInvoice(isStamped ? { ...row, ...paper } : row, facts, issuing)
}
