import { sql } from 'kysely'
import type { Context } from '#server/core/context.ts'

export const unissuedPageSize = 100

/**
 * Documents posted before today and not issued, oldest first: a note follows what it corrects. One page at most,
 * starting after the document `after`.
 */
export async function unissued({ db, session, today }: Context, after: number | null = null) {
  const { rows } = await sql<{ id: number; kind: string; number: string; date: string }>`
    SELECT id, kind, number, document_date AS date FROM documents
    WHERE organization_id = ${session.organization_id} AND state = 'posted' AND is_tax_invoice AND issued_at IS NULL
      AND posted_at >= (${session.organization.e_invoicing_since}::date::timestamp AT TIME ZONE 'Asia/Riyadh')
      AND posted_at < (${today}::date::timestamp AT TIME ZONE 'Asia/Riyadh')
      AND (${after}::bigint IS NULL OR (posted_at, id) > (SELECT posted_at, id FROM documents
        WHERE organization_id = ${session.organization_id} AND id = ${after}))
    ORDER BY posted_at, id LIMIT ${unissuedPageSize}`.execute(db)
  return rows
}
