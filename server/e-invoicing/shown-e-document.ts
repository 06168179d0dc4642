import { type RawBuilder, sql } from 'kysely'
import type { Remark } from '#server/e-document/platform-answers.ts'

/** The last e-document of a document, as pages show it. */
export type EDocument = {
  id: number
  attempt: number
  state: string
  audience: string
  /** Where it was stamped for: only `production` counts before the law. */
  environment: string
  /** Until when a simplified document must be reported. Null for others, and once it is. */
  report_until: string | null
  qr: string
  issue_date: string
  issue_time: string
  answered_at: string | null
  errors: Remark[]
  warnings: Remark[]
}

/** As one JSON value of the row `document`, or null. */
export const eDocumentOf = (own: number): RawBuilder<unknown> => sql`
      (SELECT json_build_object('id', stamped.id, 'attempt', stamped.attempt, 'state', stamped.state, 'audience', stamped.audience,
          'environment', (SELECT unit.environment FROM e_invoice_units AS unit WHERE unit.organization_id = ${own} AND unit.id = stamped.unit_id),
          'report_until', CASE WHEN stamped.audience = 'simplified' AND stamped.state IN ('waiting', 'unknown', 'not_sent')
            THEN stamped.issued_at + interval '24 hours' END,
          'qr', coalesce(stamped.cleared_qr, stamped.qr), 'issue_date', stamped.issue_date, 'issue_time', stamped.issue_time,
          'answered_at', stamped.answered_at, 'errors', coalesce(stamped.answer -> 'errors', '[]'),
          'warnings', coalesce(stamped.answer -> 'warnings', '[]'))
        FROM e_documents AS stamped WHERE stamped.organization_id = ${own} AND stamped.document_id = document.id
        ORDER BY stamped.attempt DESC LIMIT 1)`

/** A standard document may be handed over once it is cleared, a simplified one (only reported) as soon as it is stamped. */
export const mayBeHandedOver = ({ state, audience }: Pick<EDocument, 'state' | 'audience'>): boolean =>
  audience === 'standard' ? state === 'accepted' || state === 'accepted_with_warnings' : state !== 'rejected'

/** Paper never shows a code that is unknown to the authority. */
export const shownQr = (document: EDocument): string | null => (mayBeHandedOver(document) ? document.qr : null)
