import { documentDecimals } from '#contract/e-invoice/document-decimals.ts'
import { type Context, dayInRiyadh } from '#server/core/context.ts'

type Asker = Pick<Context, 'session' | 'today'>

/** Whether documents issued today go to the authority's platform. */
export function inPhase2({ session, today }: Asker): boolean {
  const { e_invoicing_phase: phase, e_invoicing_since: since } = session.organization
  return phase === 2 && since !== null && since <= today
}

/** The decimals of the amounts of a document that is posted now, or was at a moment: a dinar has three, its e-invoice two. */
export function decimalsOfSale(ofCurrency: number, asker: Asker, posted_at?: Date | null): number {
  const is_tax_invoice = asker.session.organization.tax_number !== null
  const applies = posted_at ? isUnderPhase2({ is_tax_invoice, posted_at }, asker) : is_tax_invoice && inPhase2(asker)
  return documentDecimals(ofCurrency, applies)
}

type PostedDocument = { is_tax_invoice: boolean; posted_at: Date | null }

/** A document that is issued by its stamp and by nothing else: posted since the organisation is in phase 2. */
export function isUnderPhase2({ is_tax_invoice, posted_at }: PostedDocument, { session, today }: Asker): boolean {
  const { e_invoicing_since: since } = session.organization
  return is_tax_invoice && posted_at !== null && inPhase2({ session, today }) && dayInRiyadh(posted_at) >= `${since}`
}
