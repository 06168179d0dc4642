import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { insertRow } from '#server/resource/table.ts'

/** The place of what is on the way. The first goods that are sent make it. */
export async function transitPlace({ db }: Context): Promise<number> {
  // Two first sendings wait for each other.
  await db.selectFrom('organizations').select('organization_id').forUpdate().execute()
  const places = db.selectFrom('places').select(['id', 'branch_id', 'is_transit'])
  const known = await places
    .where(({ or, eb }) => or([eb('is_transit', '=', true), eb('is_main', '=', true)]))
    .execute()
  const transit = known.find(({ is_transit }) => is_transit)
  if (transit) return transit.id
  const [main] = known
  if (!main) throw new Refusal('not_found')
  const named = { name: 'بضاعة في الطريق', name_en: 'Goods in transit' }
  return insertRow(db, 'places', { ...named, branch_id: main.branch_id, status: 'active', is_transit: true })
}
