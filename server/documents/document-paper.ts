import { memoOf } from '#contract/documents/memo-fields.ts'
import type { DocumentPaper } from '#contract/paper/issued-paper.ts'
import type { Context } from '#server/core/context.ts'
import { inPhase2 } from '#server/e-invoicing/phase.ts'
import { shownQr } from '#server/e-invoicing/shown-e-document.ts'
import { keepPaper } from '#server/journal/issued-papers.ts'
import type { ShownDocument } from './document-query.ts'
import { invoiceQr } from './issuing/invoice-qr.ts'
import { isIssued } from './lock-document.ts'

/**
 * Writes down what the paper of a posted document says, from the masters as they are now. A correction of what was printed, or
 * whose day is over, goes on naming the seller as it was issued: it never turns into a tax invoice.
 */
export function issuePaper(
  context: Context,
  row: Omit<ShownDocument, 'number'> & { total_base: string; tax_base: string },
): DocumentPaper {
  const { kind, id, revision, party, branch, currency, due_date, is_tax_invoice } = row
  const isSettled = row.paper !== null && (row.paper.is_tax_invoice || isIssued(row, context))
  const organization = isSettled && row.paper ? row.paper.organization : row.organization
  const units = row.items.map(({ line_number, unit, unit_en }) => ({ line_number, unit, unit_en }))
  // In phase 2 the stamp creates the code.
  const qr =
    inPhase2(context) || context.session.organization.e_invoicing_phase === 0 ? null : invoiceQr(organization, row)
  const paper = { organization, party, branch, currency, is_tax_invoice, due_date, ...memoOf(row), units, qr }
  return keepPaper(context, { kind, id, revision }, paper)
}

/** The document with the names its paper had when issued, instead of the current ones. */
export function asIssued<Row extends ShownDocument>(context: Context, row: Row) {
  const { paper, e_document } = row
  if (!paper) return { ...row, qr: null, printed: null }
  const { organization, party, branch, currency, due_date } = paper
  const units = new Map(paper.units.map(({ line_number, ...unit }) => [line_number, unit]))
  return {
    ...row,
    organization,
    party,
    branch,
    currency,
    printed: { due_date, ...memoOf(paper) },
    // A document that is not issued has no code: it could still change.
    qr: row.state !== 'posted' || !isIssued(row, context) ? null : e_document ? shownQr(e_document) : paper.qr,
    items: row.items.map((item) => ({ ...item, ...units.get(item.line_number) })),
  }
}
