import { setTimeout as sleep } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Services } from '#server/core/services.ts'
import { isDistributedPool, type Pool } from '#server/db/driver/pool.ts'
import { inTenant, type TenantDatabase } from '#server/db/tenant/transaction.ts'
import { planFollowing } from '#server/db/tenant/verbs.ts'
import { type CounterList, isListed, listKey } from './counter-list.ts'

/**
 * The number of rows between two anchors. Lists of one status have fewer, because rows of other statuses lie between.
 */
const distanceOf = ({ wanted, late }: CounterList) => (late !== undefined || 'is' in wanted ? 100 : 1000)
/**
 * An id is taken before its row is committed, so the latest ids may not all be visible yet. The last hundred, or the
 * last twentieth if that is less, are left out of the snapshot.
 */
const unsure = 100
const again_ms = 30_000
const isDeferred = { each_ms: 50, most: 40 }
const lastSet = new Map<string, number>()
const listsMaximum = 1000

const keyOf = (organization: number, list: CounterList) => `${organization} ${listKey(list)}`
export const isAnchorRefreshRequested = (organization: number, list: CounterList): boolean =>
  lastSet.has(keyOf(organization, list))

/**
 * Sets the anchors of a list in the background, at most twice a minute. Only lists whose deep pages are read request
 * this. A distributed database has none: the writers that must be awaited are those of a node, whose transactions the
 * coordinator does not see. Its pages are read from the nearer end.
 */
export function scheduleAnchorRefresh({ pool, clock }: Services, organization: number, list: CounterList): void {
  if (isDistributedPool(pool)) return
  const key = keyOf(organization, list)
  const now_ms = clock.now().getTime()
  if (now_ms - (lastSet.get(key) ?? 0) < again_ms) return
  if (lastSet.size >= listsMaximum) lastSet.clear()
  lastSet.set(key, now_ms)
  // If this fails, pages are read from the nearer end, and the next request tries again.
  refreshAnchors(pool, organization, list).catch(() => {})
}

/**
 * Correct under concurrent writes: a change is either in the snapshot or in the change log. Otherwise the row count
 * differs and the anchors are discarded.
 */
export async function refreshAnchors(pool: Pool, organization: number, list: CounterList): Promise<void> {
  if (!isAnchorRefreshRequested(organization, list)) lastSet.set(keyOf(organization, list), 0)
  const marked = await inTenant(pool, organization, 'write', (db) => mark(db, organization, list))
  if (marked.generation === 0 && !(await waitForWriters(pool, organization))) return
  await inTenant(pool, organization, 'write', (db) => set(db, organization, list, marked))
}

type Mark = { generation: number; tracking_since: string }
const ofList = (organization: number, list: CounterList) =>
  sql`organization_id = ${organization} AND list = ${listKey(list)}`

const isCurrent = ({ late }: CounterList) =>
  sql<boolean>`set_at > now() - interval '1 day' AND overdue_as_of IS NOT DISTINCT FROM ${late ?? null}::date`

/**
 * Whether the anchors of a snapshot may be used: the change log is written for a limited time only, and the overdue
 * rows of another day are another list.
 */
export const isSnapshotFresh = (list: CounterList): RawBuilder<boolean> => sql`generation > 0 AND ${isCurrent(list)}`

/** Starts the change log. A generation above zero means that it was already being written. */
async function mark(db: TenantDatabase, organization: number, list: CounterList): Promise<Mark> {
  const own = ofList(organization, list)
  await sql`DELETE FROM list_snapshots WHERE ${own} AND NOT (${isCurrent(list)})`.execute(db)
  await sql`
    INSERT INTO list_snapshots (organization_id, list, overdue_as_of) VALUES (${organization}, ${listKey(list)}, ${list.late ?? null}::date)
    ON CONFLICT DO NOTHING`.execute(db)
  const { rows } = await sql<Mark>`SELECT generation, tracking_since::text FROM list_snapshots WHERE ${own}`.execute(db)
  return rows[0] ?? { generation: 0, tracking_since: '' }
}

/**
 * Waits until every writer that was active when the snapshot row appeared has ended, because only such a writer may
 * have missed the change log. Writers of other databases of the cluster are not awaited: our own role is visible there,
 * and other roles have no session in this one.
 */
async function waitForWriters(pool: Pool, organization: number): Promise<boolean> {
  const ask = (query: typeof began) => inTenant(pool, organization, 'read', (db) => query.execute(db))
  const began = sql<{ said: string }>`SELECT pg_current_snapshot()::text AS said`
  const writing = (await ask(began)).rows[0]?.said
  for (let wait = 0; wait < isDeferred.most; wait++) {
    const { rows } = await ask(sql<{ said: string }>`
      SELECT (pg_snapshot_xmin(pg_current_snapshot()) >= pg_snapshot_xmax(${writing}::pg_snapshot) OR NOT EXISTS (
        SELECT FROM pg_stat_activity AS other
        WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()
          AND (usename <> current_user OR backend_xid::text IN (
            SELECT (writer::text::bigint % 4294967296)::text FROM pg_snapshot_xip(${writing}::pg_snapshot) AS writer))))::text AS said`)
    if (rows[0]?.said === 'true') return true
    await sleep(isDeferred.each_ms)
  }
  return false
}

/** One at a time, and one statement, so that everything is read from one snapshot. */
async function set(
  db: TenantDatabase,
  organization: number,
  list: CounterList,
  { tracking_since }: Mark,
): Promise<void> {
  const own = ofList(organization, list)
  const { rows } = await sql<Mark>`
    SELECT greatest(generation, (SELECT max(generation) FROM list_page_anchors WHERE ${own})) AS generation, tracking_since::text
    FROM list_snapshots WHERE ${own} FOR UPDATE SKIP LOCKED`.execute(db)
  // Another process sets them already, or they were deleted in the meantime.
  if (rows[0]?.tracking_since !== tracking_since) return
  const generation = rows[0].generation + 1
  const amount = sql.ref(list.table === 'documents' ? 'total_units' : 'amount_units')
  const rowsOf = sql`${sql.table(list.table)} AS row WHERE row.organization_id = ${organization} AND row.kind = ${list.kind}`
  const seen = sql`${rowsOf} AND row.id <= (SELECT id FROM max_id) AND ${isListed(list, 'row')}`
  const distance = distanceOf(list)
  const every = sql`rank % ${distance}::bigint = 0`
  const day = sql.ref(list.day)
  // Only this tells on which day a page of overdue rows begins.
  const byDay =
    list.late === undefined
      ? sql``
      : sql`UNION ALL SELECT 'day', rank, day, NULL, NULL, id FROM (SELECT ${day} AS day, id, row_number() OVER (ORDER BY ${day}, id) - 1 AS rank FROM ${seen}) AS placed WHERE ${every}`
  planFollowing(db, 'values')
  await sql`
    WITH max_id AS MATERIALIZED (SELECT id FROM ${rowsOf} ORDER BY id DESC
      OFFSET (SELECT least(${unsure}, coalesce(sum(count), 0) / 20)::bigint FROM document_counts WHERE organization_id = ${organization} AND kind = ${list.kind}) LIMIT 1),
    told AS (DELETE FROM list_row_changes WHERE ${own}),
    places AS (
      INSERT INTO list_page_anchors (organization_id, list, generation, sort, rank, day, amount, sort_text, id)
      SELECT ${organization}::bigint, ${listKey(list)}, ${generation}::bigint, sort, rank, day, amount, word, id FROM (
        SELECT 'amount' AS sort, rank, NULL::date AS day, amount, NULL AS word, id FROM (SELECT ${amount} AS amount, id, row_number() OVER (ORDER BY ${amount}, id) - 1 AS rank FROM ${seen}) AS placed WHERE ${every}
        UNION ALL
        SELECT 'number', rank, NULL, NULL, number, id FROM (SELECT number, id, row_number() OVER (ORDER BY number, id) - 1 AS rank FROM ${seen} AND number IS NOT NULL) AS placed WHERE ${every}
        UNION ALL
        SELECT 'age', rank, NULL, NULL, NULL, id FROM (SELECT id, row_number() OVER (ORDER BY id) - 1 AS rank FROM ${seen}) AS placed WHERE ${every}
        UNION ALL
        SELECT 'party', rank, NULL, NULL, name, id FROM (
          SELECT name, id, rank, lag(rank) OVER (ORDER BY name, id) AS before FROM (
            SELECT party.name, party.id, (sum(theirs.count) OVER (ORDER BY party.name, party.id) - theirs.count)::bigint AS rank
            FROM (SELECT party_id, count(*) AS count FROM ${seen} GROUP BY party_id) AS theirs
            JOIN parties AS party ON party.organization_id = ${organization} AND party.id = theirs.party_id) AS parties) AS placed
        WHERE before IS NULL OR rank / ${distance}::bigint > before / ${distance}::bigint
        ${byDay}) AS set)
    UPDATE list_snapshots SET generation = ${generation}, max_id = (SELECT id FROM max_id), count = (SELECT count(*) FROM ${seen}), set_at = now() WHERE ${own}`.execute(
    db,
  )
  // Cached search counts belong to the previous snapshot: the next search counts again.
  await sql`DELETE FROM list_search_counts WHERE ${own} AND generation < ${generation}`.execute(db)
  await sql`DELETE FROM list_page_anchors WHERE ${own} AND generation < ${generation}`.execute(db)
}
