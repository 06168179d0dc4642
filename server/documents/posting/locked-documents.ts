import { type Selectable, sql } from 'kysely'
import type { Need } from '#server/core/needs.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/db/schema.ts'

export type DocumentRow = Selectable<Database['documents']>
export type LockedDocuments = ReadonlyMap<number, DocumentRow>

/** Documents, and the advance invoices that one of them has taken off, locked in the order of their ids. */
export const lockedDocuments = (ids: readonly number[], invoice: number | null): Need<LockedDocuments> => ({
  lock: 'documents',
  load: async ({ db, session }) => {
    if (ids.length === 0) return new Map()
    const named = sql`SELECT unnest(${[...new Set(ids)]}::bigint[])`
    const taken = sql`UNION SELECT advance_id FROM advance_deductions
      WHERE organization_id = ${session.organization_id} AND invoice_id = ${invoice}::bigint`
    const rows = await db
      .selectFrom('documents')
      .selectAll()
      .where('id', '=', sql<number>`ANY (ARRAY(${named} ${invoice === null ? sql`` : taken}))`)
      .orderBy('id')
      .forUpdate()
      .execute()
    return new Map(rows.map((row) => [row.id, row]))
  },
})

/** A document of a kind, after the version was compared with what the editor had in hand. */
export function requireDocument(
  documents: LockedDocuments,
  kind: string,
  id: number,
  version: number | undefined,
): DocumentRow {
  const row = documents.get(id)
  if (row?.kind !== kind) throw new Refusal('not_found')
  if (version !== undefined && version !== row.version) throw new Refusal('stale_version')
  return row
}
