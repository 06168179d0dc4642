import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#server/core/context.ts'
import type { Services } from '#server/core/services.ts'
import type { Pool } from '#server/db/driver/pool.ts'
import { inTenant, type TenantDatabase } from '#server/db/tenant/transaction.ts'
import { planFollowing } from '#server/db/tenant/verbs.ts'
import { type CounterList, isListed, listKey, totalOf } from './counter-list.ts'
import { isSnapshotFresh, refreshAnchors, scheduleAnchorRefresh } from './refresh-page-anchors.ts'

/** A search: a pattern in the texts of rows, or in the names of parties of a kind. */
export type SearchKey = { pattern: string; party: string }
type Kept = Pick<Find, 'total'> & {
  count: number | null
  own: number | null
  is_exact: boolean
  moves: number
  more: number
  more_own: number
}
/** The number of matching rows, how many of them match by their own text alone, and the number of rows of the list. */
export type Find = { count: number; own: number; total: number }

/** A shorter list is counted just as fast. */
const longList = 2000
const movesMaximum = 2000
const movesUsual = 500
const findsMaximum = 200
const again_ms = 30_000
const lastKept = new Map<string, number>()
const listsMaximum = 1000

/**
 * The number of rows that match a keyword which is too short or too common for an index (0012-deep-pages.sql): the count at
 * the snapshot, corrected by the change log. Undefined if it was not counted yet; then it is counted in the background.
 */
export async function cachedSearchCount(
  { db, services, session }: Pick<Context, 'db' | 'services' | 'session'>,
  list: CounterList,
  { pattern, party }: SearchKey,
  parties: readonly number[],
): Promise<Find | undefined> {
  const organization = session.organization_id
  const name = listKey(list)
  if (name === undefined) return undefined
  const of = (table: string) =>
    sql`${sql.ref(table)}.organization_id = ${organization} AND ${sql.ref(table)}.list = ${name}`
  // A set that is probed for each row. A parameter array would be scanned for each.
  const isTheirs = sql`party_id IN (SELECT unnest(${parties}::bigint[]))`
  const { rows } = await sql<Kept>`
    WITH mark AS MATERIALIZED (SELECT generation, max_id, count FROM list_snapshots AS mark WHERE ${of('mark')} AND ${isSnapshotFresh(list)}),
    moved AS MATERIALIZED (
      (SELECT CASE WHEN ${isListed(list, 'row')} THEN 1 ELSE 0 END AS weight, party_id, search_text FROM (SELECT * FROM ${sql.table(list.table)} AS row
        WHERE row.organization_id = ${organization} AND row.kind = ${list.kind} AND row.id > (SELECT max_id FROM mark) ORDER BY row.id LIMIT ${movesMaximum + 1}) AS row)
      UNION ALL
      (SELECT weight, party_id, search_text FROM list_row_changes AS change WHERE ${of('change')} AND change.id <= (SELECT max_id FROM mark) LIMIT ${movesMaximum + 1})),
    sums AS MATERIALIZED (
      SELECT count(*) AS moves, coalesce(sum(weight), 0)::bigint AS all_told,
        coalesce(sum(weight) FILTER (WHERE ${isTheirs} OR search_text LIKE ${pattern}), 0)::bigint AS more,
        coalesce(sum(weight) FILTER (WHERE NOT ${isTheirs} AND search_text LIKE ${pattern}), 0)::bigint AS more_own,
        ${totalOf(organization, list)} AS total
      FROM moved)
    SELECT moves, more, more_own, total, find.count, find.own_text_count AS own, coalesce(moves <= ${movesMaximum} AND (SELECT count FROM mark) + all_told = total, false) AS is_exact
    FROM sums LEFT JOIN list_search_counts AS find ON ${of('find')} AND generation = (SELECT generation FROM mark) AND find.pattern = ${pattern}
      AND find.parties = (SELECT md5(coalesce(string_agg(id::text, ',' ORDER BY id), '')) FROM unnest(${parties}::bigint[]) AS party (id))`.execute(
    db,
  )
  const { count, own, is_exact, moves, more, more_own, total } = rows[0] as Kept
  if (total < longList) return undefined
  if (!is_exact || moves > movesUsual) scheduleAnchorRefresh(services, organization, list)
  if (count === null || own === null || !is_exact) {
    keepFindSoon(services, organization, list, { pattern, party })
    return undefined
  }
  return { count: count + more, own: own + more_own, total }
}

/** At most twice a minute for each keyword. If it fails, the next search counts again. */
function keepFindSoon({ pool, clock }: Services, organization: number, list: CounterList, sought: SearchKey): void {
  const key = `${organization} ${listKey(list)} ${sought.pattern}`
  const now_ms = clock.now().getTime()
  if (now_ms - (lastKept.get(key) ?? 0) < again_ms) return
  if (lastKept.size >= listsMaximum) lastKept.clear()
  lastKept.set(key, now_ms)
  cacheSearchCount(pool, organization, list, sought).catch(() => {})
}

/** Counts a keyword in the rows of the anchors' snapshot, and takes a snapshot first if there is none. */
export async function cacheSearchCount(
  pool: Pool,
  organization: number,
  list: CounterList,
  sought: SearchKey,
): Promise<void> {
  const isKept = await inTenant(pool, organization, 'write', (db) => keep(db, organization, list, sought))
  if (isKept) return
  await refreshAnchors(pool, organization, list)
  await inTenant(pool, organization, 'write', (db) => keep(db, organization, list, sought))
}

/** One statement, so one snapshot: changes logged up to now are already in the rows, so they are subtracted. */
async function keep(db: TenantDatabase, organization: number, list: CounterList, { pattern, party }: SearchKey) {
  const name = listKey(list)
  const own = sql`organization_id = ${organization} AND list = ${name}`
  const isTheirs = sql`party_id IN (SELECT id FROM found)`
  const counts = (weight: RawBuilder<unknown>) => sql`
    coalesce(sum(${weight}) FILTER (WHERE ${isTheirs} OR search_text LIKE ${pattern}), 0)::bigint AS count,
    coalesce(sum(${weight}) FILTER (WHERE NOT ${isTheirs} AND search_text LIKE ${pattern}), 0)::bigint AS own`
  planFollowing(db, 'values')
  const { numAffectedRows } = await sql`
    WITH mark AS MATERIALIZED (SELECT generation, max_id FROM list_snapshots WHERE ${own} AND ${isSnapshotFresh(list)}),
    found AS MATERIALIZED (SELECT id FROM parties WHERE organization_id = ${organization} AND kind = ${party} AND search_text LIKE ${pattern}),
    rows AS (SELECT ${counts(sql`1`)} FROM ${sql.table(list.table)} AS row
      WHERE row.organization_id = ${organization} AND row.kind = ${list.kind} AND row.id <= (SELECT max_id FROM mark) AND ${isListed(list, 'row')}),
    told AS (SELECT ${counts(sql`weight`)} FROM list_row_changes WHERE ${own} AND id <= (SELECT max_id FROM mark))
    INSERT INTO list_search_counts AS find (organization_id, list, generation, pattern, party, parties, count, own_text_count)
    SELECT ${organization}::bigint, ${name}, mark.generation, ${pattern}, ${party}, (SELECT md5(coalesce(string_agg(id::text, ',' ORDER BY id), '')) FROM found),
      (SELECT count FROM rows) - (SELECT count FROM told), (SELECT own FROM rows) - (SELECT own FROM told)
    FROM mark WHERE (SELECT count(*) FROM list_search_counts WHERE ${own}) < ${findsMaximum}::bigint
    ON CONFLICT (organization_id, list, generation, pattern) DO UPDATE SET parties = excluded.parties, count = excluded.count, own_text_count = excluded.own_text_count`.execute(
    db,
  )
  return Number(numAffectedRows) > 0
}
