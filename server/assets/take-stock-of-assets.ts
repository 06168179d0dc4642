import { sql } from 'kysely'
import type { z } from 'zod'
import type { assetWorkCalls } from '#contract/assets/asset-work.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { whereAsset } from './stored-asset.ts'

type Seen = z.output<typeof assetWorkCalls.see.body>

/** An asset was seen today: by its number or serial. It becomes an event of the asset, and changes nothing of it. */
export async function seeAsset(context: Context, { code, place }: Seen, date = context.today) {
  const { db, session } = context
  const named = await db
    .selectFrom('assets')
    .selectAll()
    .where(({ or, eb }) => or([eb('number', '=', code), eb('serial', '=', code)]))
    .where('state', '!=', 'cancelled')
    .limit(3)
    .execute()
  const numbered = named.filter(({ number }) => number === code)
  const meant = numbered.length > 0 ? numbered : named
  if (meant.length > 1) throw new Refusal('asset_code_unclear', { field: 'code', params: { code } })
  const [asset] = meant
  if (!asset) throw new Refusal('asset_unknown_code', { field: 'code', params: { code } })
  if (asset.state === 'disposed') throw new Refusal('asset_state', { field: 'code' })
  const before = await db
    .selectFrom('asset_events')
    .select('id')
    .where('asset_id', '=', asset.id)
    .where('kind', '=', 'seen')
    .where('event_date', '=', date)
    .executeTakeFirst()
  await db
    .insertInto('asset_events')
    .values({
      asset_id: asset.id,
      kind: 'seen',
      event_date: date,
      place: place ?? null,
      ...whereAsset(asset),
      organization_id: session.organization_id,
      created_by: session.user_id,
    })
    .execute()
  const branch = await db
    .selectFrom('branches')
    .select(['id', 'name', 'name_en'])
    .where('id', '=', asset.branch_id)
    .executeTakeFirstOrThrow()
  const { id, number, name, name_en } = asset
  const verdict: 'found' | 'elsewhere' | 'again' = isElsewhere(asset.place, place)
    ? 'elsewhere'
    : before
      ? 'again'
      : 'found'
  return { asset: { id, number, name, name_en, place: asset.place, branch }, verdict, seen_at: place ?? null }
}

/** Seen in a place that is not its own; where none is named, it is where it belongs. */
const isElsewhere = (own: string | null, seen: string | null | undefined): boolean =>
  Boolean(seen) && (own ?? '').trim().toLowerCase() !== (seen as string).trim().toLowerCase()

type StockTakingQuery = z.output<typeof assetWorkCalls.taking.query>
type CountedAsset = {
  id: number
  number: string
  name: string
  name_en: string | null
  place: string | null
  branch: { id: number; name: string; name_en: string | null }
}

/** The assets that are in use against what was seen of them from a day on. The last time counts. */
export async function stockTakingOfAssets({ db, session }: Context, { since, branch_id }: StockTakingQuery) {
  const own = session.organization_id
  const { rows } = await sql<CountedAsset & { is_seen: boolean; seen_at: string | null }>`
    SELECT asset.id, asset.number, asset.name, asset.name_en, asset.place, seen.id IS NOT NULL AS is_seen, seen.place AS seen_at,
      json_build_object('id', branch.id, 'name', branch.name, 'name_en', branch.name_en) AS branch
    FROM assets AS asset
    JOIN branches AS branch ON branch.organization_id = ${own} AND branch.id = asset.branch_id
    LEFT JOIN LATERAL (SELECT event.id, event.place FROM asset_events AS event
      WHERE event.organization_id = ${own} AND event.asset_id = asset.id AND event.kind = 'seen' AND event.event_date >= ${since}::date
      ORDER BY event.id DESC LIMIT 1) AS seen ON true
    WHERE asset.organization_id = ${own} AND asset.state = 'active' AND (${branch_id ?? null}::bigint IS NULL OR asset.branch_id = ${branch_id ?? null}::bigint)
    ORDER BY asset.number`.execute(db)
  const plain = ({ is_seen: _, seen_at: __, ...row }: (typeof rows)[number]) => row
  const seen = rows.filter(({ is_seen }) => is_seen)
  const [away, here] = [true, false].map((wanted) =>
    seen.filter(({ place, seen_at }) => isElsewhere(place, seen_at) === wanted),
  )
  return {
    found: (here ?? []).map(plain),
    elsewhere: (away ?? []).map((row) => ({ ...plain(row), seen_at: row.seen_at })),
    missing: rows.filter(({ is_seen }) => !is_seen).map(plain),
  }
}
