import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#server/core/context.ts'
import type { Order, PageAnchor } from '#server/resource/list.ts'
import { type CounterList, isListed, listKey, totalOf } from './counter-list.ts'
import { isAnchorRefreshRequested, isSnapshotFresh, scheduleAnchorRefresh } from './refresh-page-anchors.ts'

type Sort = 'day' | 'amount' | 'number' | 'age' | 'party'
type Place = { day: string | null; amount: number | null; word: string | null; id: number }
type Found = { is_set: boolean; is_exact: boolean; moves: number; place: Place | null; below: number; total: number }

const movesMaximum = 5000
const movesUsual = 500
const pageMaximum = 100
/** Closer to an end of the list, reading on costs no more than looking for an anchor. */
export const deepOffset = 2000
/** A smaller list is read to its middle just as fast. */
const longList = 5000

/** The anchor of a deep page in an order without counters (0012-deep-pages.sql). Undefined if there is none. */
export async function anchorAt(
  context: Context,
  list: CounterList,
  order: Order,
  offset: number,
): Promise<PageAnchor | undefined> {
  const { table } = list
  const [column] = order.columns
  const sort = sortOf(list, order)
  if (!sort || offset < deepOffset) return undefined
  const found = await find(context, list, sort, order.direction, offset)
  if (!found?.place) return undefined
  const { id, ...values } = found.place
  const before = order.direction === 'asc' ? found.below : found.total - found.below
  if (sort === 'age') return { columns: [`${table}.id`], values: [id], before }
  const value = { day: sql`${values.day}::date`, amount: values.amount, number: values.word }[sort]
  return { columns: [column as string, `${table}.id`], values: [value, id], before }
}

/** After a deep page of a long list, warm the anchors in the background: another sort order usually follows. */
export function warmAnchors({ services, session }: Context, list: CounterList, offset: number, total: number): void {
  const { organization_id } = session
  if (offset >= longList && offset < total && !isAnchorRefreshRequested(organization_id, list))
    scheduleAnchorRefresh(services, organization_id, list)
}

/**
 * The party to begin with, and how many rows precede it in the requested order. For `desc` it is the party after it.
 */
export type PartyStart = { name: string; id: number; before: number }

/** The same for a list sorted by party name. */
export async function partyAnchorAt(
  context: Context,
  list: CounterList,
  direction: Order['direction'],
  offset: number,
): Promise<PartyStart | undefined> {
  if (offset < deepOffset) return undefined
  const found = await find(context, list, 'party', direction, offset)
  if (!found?.place) return undefined
  const { word, id } = found.place
  return { name: word as string, id, before: direction === 'asc' ? found.below : found.total - found.below }
}

function sortOf({ table, day, late }: CounterList, { columns }: Order): Exclude<Sort, 'party'> | undefined {
  switch (columns.join()) {
    case `${table}.${day}`:
      // Overdue rows have counters by due date only.
      return late === undefined ? undefined : 'day'
    case 'documents.total_units':
    case 'payments.amount_units':
      return 'amount'
    case `${table}.number`:
      return 'number'
    case `${table}.id`:
      return 'age'
    default:
      return undefined
  }
}

/**
 * The last anchor that certainly precedes the offset, and how many rows are below it now: the number at the snapshot,
 * corrected by the change log. In descending order everything above it precedes it.
 */
async function find(context: Context, list: CounterList, sort: Sort, direction: Order['direction'], offset: number) {
  const { db, services, session } = context
  const organization = session.organization_id
  const name = listKey(list)
  if (name === undefined) return undefined
  const of = (table: string) =>
    sql`${sql.ref(table)}.organization_id = ${organization} AND ${sql.ref(table)}.list = ${name}`
  const keys = keysOf(list, sort)
  // The condition on the status keeps the planner away from the index of names, which lacks that column and would be
  // read from end to end for one id.
  const party =
    sort === 'party'
      ? sql`CROSS JOIN LATERAL (SELECT name FROM parties WHERE organization_id = ${organization} AND id = row.party_id AND status <> '' OFFSET 0) AS party`
      : sql``
  const place = sql`SELECT rank, day, amount, sort_text AS word, id FROM list_page_anchors AS place WHERE ${of('place')} AND generation = (SELECT generation FROM mark) AND sort = ${sort}`
  // Rows without a number have no anchors. They come last, so an anchor with a number must still follow.
  const chosen =
    direction === 'asc'
      ? sql`${place} AND rank <= ${offset}::bigint - (SELECT moves FROM sums) ${sort === 'number' ? sql`AND EXISTS (SELECT FROM list_page_anchors AS place WHERE ${of('place')} AND generation = (SELECT generation FROM mark) AND sort = ${sort} AND rank >= ${offset + pageMaximum}::bigint + (SELECT moves FROM sums))` : sql``} ORDER BY rank DESC LIMIT 1`
      : sql`${place} AND rank >= (SELECT total + moves FROM sums) - ${offset}::bigint ORDER BY rank LIMIT 1`
  // In descending order the anchor's own row is included. The rows of a party are not a single anchor.
  const isBelow = direction === 'desc' && sort !== 'party' ? sql`<=` : sql`<`
  const own = direction === 'desc' && sort !== 'party' ? sql`1` : sql`0`
  const { rows } = await sql<Found>`
    WITH mark AS MATERIALIZED (SELECT generation, max_id, count FROM list_snapshots AS mark WHERE ${of('mark')} AND ${isSnapshotFresh(list)}),
    moved AS MATERIALIZED (
      (SELECT CASE WHEN ${isListed(list, 'row')} THEN 1 ELSE 0 END AS weight, ${keys.ofRow} FROM (SELECT * FROM ${sql.table(list.table)} AS row
        WHERE row.organization_id = ${organization} AND row.kind = ${list.kind} AND row.id > (SELECT max_id FROM mark) ORDER BY row.id LIMIT ${movesMaximum + 1}) AS row ${party})
      UNION ALL
      (SELECT weight, ${keys.ofChange} FROM list_row_changes AS change WHERE ${of('change')} AND change.id <= (SELECT max_id FROM mark) LIMIT ${movesMaximum + 1})),
    sums AS MATERIALIZED (
      SELECT count(*) AS moves, coalesce(sum(weight), 0) AS more,
        ${totalOf(organization, list)} AS total
      FROM moved),
    place AS MATERIALIZED (${chosen})
    SELECT (SELECT count(*) > 0 FROM mark) AS is_set, moves, total,
      moves <= ${movesMaximum} AND (SELECT count FROM mark) + more = total AS is_exact,
      (SELECT json_build_object('day', place.day, 'amount', place.amount, 'word', place.word, 'id', place.id) FROM place) AS place,
      ((SELECT rank FROM place) + ${own} + (SELECT coalesce(sum(moved.weight), 0) FROM moved, place WHERE ${keys.compared(isBelow)}))::bigint AS below
    FROM sums`.execute(db)
  const [found] = rows as [Found]
  const isFresh = found.is_set && found.is_exact && found.moves <= movesUsual
  if (!isFresh && found.total >= longList) scheduleAnchorRefresh(services, organization, list)
  return found.is_exact ? found : undefined
}

type Keys = {
  ofRow: RawBuilder<unknown>
  ofChange: RawBuilder<unknown>
  compared(sign: RawBuilder<unknown>): RawBuilder<unknown>
}

/** The values that an order compares: of a row, of an entry of the change log, and of an anchor. */
function keysOf({ table, day }: CounterList, sort: Sort): Keys {
  switch (sort) {
    case 'day':
      return {
        ofRow: sql`${sql.ref(`row.${day}`)} AS day, row.id`,
        ofChange: sql`change.day, change.id`,
        compared: (sign) => sql`(moved.day, moved.id) ${sign} (place.day, place.id)`,
      }
    case 'amount':
      return {
        ofRow: table === 'documents' ? sql`row.total_units AS amount, row.id` : sql`row.amount_units AS amount, row.id`,
        ofChange: sql`change.amount, change.id`,
        compared: (sign) => sql`(moved.amount, moved.id) ${sign} (place.amount, place.id)`,
      }
    case 'number':
      return {
        ofRow: sql`row.number AS word, row.id`,
        ofChange: sql`change.number, change.id`,
        compared: (sign) => sql`(moved.word, moved.id) ${sign} (place.word, place.id)`,
      }
    case 'age':
      return {
        ofRow: sql`row.id`,
        ofChange: sql`change.id`,
        compared: (sign) => sql`moved.id ${sign} place.id`,
      }
    case 'party':
      return {
        ofRow: sql`party.name AS word, row.party_id AS id`,
        ofChange: sql`change.party_name, change.party_id`,
        compared: (sign) => sql`(moved.word, moved.id) ${sign} (place.word, place.id)`,
      }
  }
}
