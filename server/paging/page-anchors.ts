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
/** Nearer to an end, walking there costs no more than asking where to begin. */
export const deepOffset = 2000
/** Fewer are walked through to the middle as fast. */
const longList = 5000

/** Where a page far down begins, in an order that no count is kept of (migration 0110); undefined where nothing tells. */
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

/** Who reads far down by its days may next sort it another way: of a long list the first is told of before anybody asks. */
export function warmAnchors({ services, session }: Context, list: CounterList, offset: number, total: number): void {
  const { organization_id } = session
  if (offset >= longList && offset < total && !isAnchorRefreshRequested(organization_id, list))
    scheduleAnchorRefresh(services, organization_id, list)
}

/** The party with whom to begin, and how many rows stand before it in the order asked for; of `desc` it is the one after. */
export type PartyStart = { name: string; id: number; before: number }

/** The same of a list in the order of its parties' names. */
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
      // Of what is late only the due days are counted.
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
 * The last place that surely stands before the row at the offset, and how many rows are below it now: as many as when it
 * was set, and what moved since. In the other direction all that is above it stands before.
 */
async function find(context: Context, list: CounterList, sort: Sort, direction: Order['direction'], offset: number) {
  const { db, services, session } = context
  const organization = session.organization_id
  const name = listKey(list)
  if (name === undefined) return undefined
  const of = (table: string) =>
    sql`${sql.ref(table)}.organization_id = ${organization} AND ${sql.ref(table)}.list = ${name}`
  const keys = keysOf(list, sort)
  // Their status is asked for so that the index of names, which does not have it, is not read through for an id.
  const party =
    sort === 'party'
      ? sql`CROSS JOIN LATERAL (SELECT name FROM parties WHERE organization_id = ${organization} AND id = row.party_id AND status <> '' OFFSET 0) AS party`
      : sql``
  const place = sql`SELECT rank, day, amount, word, id FROM list_places AS place WHERE ${of('place')} AND setting = (SELECT setting FROM mark) AND sort = ${sort}`
  // Among rows without a number nothing can begin: they come last, so a place with one must still follow.
  const chosen =
    direction === 'asc'
      ? sql`${place} AND rank <= ${offset}::bigint - (SELECT moves FROM sums) ${sort === 'number' ? sql`AND EXISTS (SELECT FROM list_places AS place WHERE ${of('place')} AND setting = (SELECT setting FROM mark) AND sort = ${sort} AND rank >= ${offset + pageMaximum}::bigint + (SELECT moves FROM sums))` : sql``} ORDER BY rank DESC LIMIT 1`
      : sql`${place} AND rank >= (SELECT total + moves FROM sums) - ${offset}::bigint ORDER BY rank LIMIT 1`
  // What stands at a place itself is met going down from it, but a party's rows are no one place.
  const isBelow = direction === 'desc' && sort !== 'party' ? sql`<=` : sql`<`
  const own = direction === 'desc' && sort !== 'party' ? sql`1` : sql`0`
  const { rows } = await sql<Found>`
    WITH mark AS MATERIALIZED (SELECT setting, upto, count FROM list_marks AS mark WHERE ${of('mark')} AND ${isSnapshotFresh(list)}),
    moved AS MATERIALIZED (
      (SELECT CASE WHEN ${isListed(list, 'row')} THEN 1 ELSE 0 END AS weight, ${keys.ofRow} FROM (SELECT * FROM ${sql.table(list.table)} AS row
        WHERE row.organization_id = ${organization} AND row.kind = ${list.kind} AND row.id > (SELECT upto FROM mark) ORDER BY row.id LIMIT ${movesMaximum + 1}) AS row ${party})
      UNION ALL
      (SELECT weight, ${keys.ofChange} FROM list_changes AS change WHERE ${of('change')} AND change.id <= (SELECT upto FROM mark) LIMIT ${movesMaximum + 1})),
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

/** What an order compares, of a row, of what was told of a change, and of a place. */
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
