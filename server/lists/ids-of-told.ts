import { type RawBuilder, sql } from 'kysely'
import type { Order, Window } from '#server/kit/list.ts'
import { type CountedList, isWanted } from './counted-list.ts'
import type { Matches } from './find-matches.ts'

const inView = 100

/** Whether one of the first pages is asked for by day. */
export const isFirstByDay = ({ table, day }: CountedList, { columns }: Order, { offset, limit }: Window): boolean =>
  columns.join() === `${table}.${day}` && offset + limit <= inView

/** So many rows of the list can be looked at while one of a party is looked up. */
const asFast = 5

/**
 * The ids of one of the first pages of what many parties have, by day. It is met soon where the list is read in its order,
 * unless the last days are somebody else's: then each party's own last rows are read, by the index that has them so.
 */
export function idsOfTold(
  organization: number,
  list: CountedList,
  { near, told: { parties, numbered } }: Pick<Matches, 'near'> & { told: NonNullable<Matches['told']> },
  { direction }: Order,
  { offset, limit }: Window,
): RawBuilder<unknown> {
  // They were met already when it was asked what is meant.
  if (direction === 'desc' && near.length >= offset + limit)
    return sql`(SELECT unnest(${near.slice(offset)}::bigint[]))`
  const looked = asFast * (parties.length * (offset + limit) + numbered.length)
  const table = sql.table(list.table)
  const day = sql.ref(`row.${list.day}`)
  const way = sql.raw(direction)
  const wanted = sql`row.organization_id = ${organization} AND row.kind = ${list.kind} AND ${isWanted(list, `row.${list.status}`)}`
  const page = sql`ORDER BY day ${way}, id ${way} LIMIT ${limit} OFFSET ${offset}`
  const theirs = sql`
    SELECT theirs.id, theirs.day FROM unnest(${parties}::bigint[]) AS party (id)
    CROSS JOIN LATERAL (
      SELECT row.id, ${day} AS day FROM ${table} AS row WHERE ${wanted} AND row.party_id = party.id
      ORDER BY ${day} ${way}, row.id ${way} LIMIT ${offset + limit}) AS theirs`
  const own = sql`
    SELECT row.id, ${day} AS day FROM unnest(${numbered}::bigint[]) AS own (id)
    CROSS JOIN LATERAL (SELECT * FROM ${table} AS one WHERE one.organization_id = ${organization} AND one.id = own.id OFFSET 0) AS row
    WHERE ${wanted}`
  const isTheirs = sql`party_id IN (SELECT unnest(${parties}::bigint[]))`
  const isOwn = sql`id IN (SELECT unnest(${numbered}::bigint[]))`
  // What nobody asked for is not planned either.
  const [all, isMeant] =
    numbered.length === 0
      ? [theirs, isTheirs]
      : parties.length === 0
        ? [own, isOwn]
        : [sql`${theirs} UNION ${own}`, sql`(${isTheirs} OR ${isOwn})`]
  // Looked up in a set, row by row as they are read: as a plain condition it would become a join of all of them.
  return sql`(
    WITH looked AS MATERIALIZED (
      SELECT row.id, ${day} AS day, row.party_id FROM ${table} AS row WHERE ${wanted} ORDER BY ${day} ${way}, row.id ${way} LIMIT ${looked}),
    met AS MATERIALIZED (SELECT id FROM looked WHERE CASE WHEN ${isMeant} THEN true END ${page})
    SELECT id FROM met
    UNION
    SELECT id FROM (SELECT id FROM (${all}) AS found ${page}) AS nearest WHERE (SELECT count(*) FROM met) < ${limit})`
}
