import { sql } from 'kysely'
import type { Context } from '#server/core/context.ts'
import { daysUntil } from './settings.ts'

const patience = 6 * 3_600_000
const days_max = 60

/** E-invoicing work that needs a person: rejected documents, documents too long without an answer, certificates that expire soon. */
export async function eInvoicingAttention(context: Context) {
  const { rejected, waiting, xml_missing, valid_to } = await readOpenWork(context)
  const { e_invoicing_phase: phase } = context.session.organization
  const days = valid_to && daysUntil(valid_to, context.services.clock.now())
  return {
    rejected_e_invoices: rejected,
    waiting_e_invoices: waiting,
    xml_missing_e_invoices: xml_missing,
    // A live unit has a certificate.
    phase_not_switched: valid_to !== null && phase !== 2,
    certificate_days: days !== null && days <= days_max ? days : null,
  }
}

/** Of documents issued up to a day, of all without one. `valid_to`: the earliest end of a certificate in use. */
export async function readOpenWork({ db, session, services }: Context, until: string = 'infinity') {
  const own = session.organization_id
  const now = services.clock.now()
  const { rows } = await sql<{ rejected: number; waiting: number; xml_missing: number; valid_to: Date | null }>`
    SELECT (SELECT count(*)::integer FROM e_documents AS last WHERE organization_id = ${own} AND state = 'rejected' AND issue_date <= ${until}::date
        AND NOT EXISTS (SELECT FROM e_documents AS later WHERE later.organization_id = ${own} AND later.document_id = last.document_id AND later.attempt > last.attempt)
        AND EXISTS (SELECT FROM documents AS document WHERE document.organization_id = ${own} AND document.id = last.document_id AND document.state = 'posted')) AS rejected,
      (SELECT count(*)::integer FROM e_documents WHERE organization_id = ${own} AND state IN ('waiting', 'unknown', 'not_sent')
        AND issue_date <= ${until}::date AND issued_at < ${new Date(now.getTime() - patience).toISOString()}::timestamptz) AS waiting,
      (SELECT count(*)::integer FROM e_documents WHERE organization_id = ${own} AND state = 'cleared_without_xml'
        AND issue_date <= ${until}::date) AS xml_missing,
      (SELECT min(valid_to) FROM e_invoice_units WHERE organization_id = ${own} AND state = 'live') AS valid_to`.execute(
    db,
  )
  return rows[0] ?? { rejected: 0, waiting: 0, xml_missing: 0, valid_to: null }
}
