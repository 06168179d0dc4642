import { sql } from 'kysely'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { requireUnlocked, type StoredDocument } from './lock-document.ts'

/** Refuses a posted document that may neither be corrected nor voided. */
export async function requireFree(context: Context, stored: StoredDocument): Promise<void> {
  requireUnlocked(stored, context)
  await requireNoAssets(context, stored.id)
}

/**
 * Refuses to change a document whose figures are in the register of assets: a bill of which an asset was registered, an invoice that
 * brought what an asset was sold for. The register gives it free first.
 */
async function requireNoAssets({ db, session }: Context, id: number): Promise<void> {
  const own = session.organization_id
  const { rows } = await sql<{ bought: boolean; sold: boolean }>`
    SELECT EXISTS (SELECT FROM assets WHERE organization_id = ${own} AND document_id = ${id}::bigint AND state <> 'cancelled') AS bought,
      EXISTS (SELECT FROM asset_events AS event WHERE event.organization_id = ${own} AND event.document_id = ${id}::bigint
        AND NOT EXISTS (SELECT FROM asset_events AS undo WHERE undo.organization_id = ${own} AND undo.reverses_id = event.id)) AS sold`.execute(
    db,
  )
  const [found] = rows
  if (found?.bought) throw new Refusal('has_assets', { field: 'status' })
  if (found?.sold) throw new Refusal('has_disposals', { field: 'status' })
}
