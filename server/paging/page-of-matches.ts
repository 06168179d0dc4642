import { type RawBuilder, sql } from 'kysely'
import type { Order, Window } from '#server/resource/list.ts'
import { type CounterList, isWanted } from './counter-list.ts'
import type { KnownMatches } from './resolve-keyword.ts'

const inView = 100

/** Whether one of the first pages is requested, sorted by day. */
export const isFirstByDay = ({ table, day }: CounterList, { columns }: Order, { offset, limit }: Window): boolean =>
  columns.join() === `${table}.${day}` && offset + limit <= inView

/** So many rows of the list can be read in the time of one look-up by party. */
const asFast = 5
const lookedMaximum = 5000

/**
 * The ids of one of the first pages of matches, by day. If there are many, reading the list in its order finds them
 * soon. If the first days belong to other parties, each matching party is asked for its first row by its own index, and
 * only the parties whose first rows come first are asked for more.
 */
export function pageByMerging(
  organization: number,
  list: CounterList,
  { parties, numbered, total, whole }: KnownMatches,
  { direction }: Order,
  { offset, limit }: Window,
): RawBuilder<unknown> {
  const reached = offset + limit
  const table = sql.table(list.table)
  const day = sql.ref(`row.${list.day}`)
  const way = sql.raw(direction)
  const wanted = sql`row.organization_id = ${organization} AND row.kind = ${list.kind} AND ${isWanted(list, `row.${list.status}`)}`
  const inOrder = sql`ORDER BY day ${way}, id ${way}`
  const firstOf = (party: string, count: number) => sql`
    SELECT row.id, ${day} AS day FROM ${table} AS row WHERE ${wanted} AND row.party_id = ${sql.ref(party)}
    ORDER BY ${day} ${way}, row.id ${way} LIMIT ${count}`
  const theirs = sql`
    SELECT theirs.id, theirs.day FROM (
      SELECT party.id AS party_id FROM unnest(${parties}::bigint[]) AS party (id) CROSS JOIN LATERAL (${firstOf('party.id', 1)}) AS first
      ORDER BY first.day ${way}, first.id ${way} LIMIT ${reached}) AS first
    CROSS JOIN LATERAL (${firstOf('first.party_id', reached)}) AS theirs`
  const ownFirst = numbered.slice(0, reached)
  const own = sql`
    SELECT row.id, ${day} AS day FROM unnest(${ownFirst}::bigint[]) AS own (id)
    CROSS JOIN LATERAL (SELECT * FROM ${table} AS one WHERE one.organization_id = ${organization} AND one.id = own.id OFFSET 0) AS row
    WHERE ${wanted}`
  // Parts that were not requested are not planned.
  const all = numbered.length === 0 ? theirs : parties.length === 0 ? own : sql`${theirs} UNION ${own}`
  const nearest = sql`SELECT id FROM (${all}) AS found ${inOrder} LIMIT ${limit} OFFSET ${offset}`
  const looked = Math.min(asFast * parties.length, lookedMaximum)
  if (looked * total < 2 * reached * whole) return sql`(${nearest})`
  // A look-up in a set for each row that is read, until the page is full. A plain condition would become a join.
  const isMeant = sql`(party_id IN (SELECT unnest(${parties}::bigint[])) OR id IN (SELECT unnest(${ownFirst}::bigint[])))`
  return sql`(
    WITH met AS MATERIALIZED (
      SELECT id FROM (
        SELECT row.id, ${day} AS day, row.party_id FROM ${table} AS row WHERE ${wanted} ORDER BY ${day} ${way}, row.id ${way} LIMIT ${looked}) AS looked
      WHERE CASE WHEN ${isMeant} THEN true END ${inOrder} LIMIT ${limit} OFFSET ${offset})
    SELECT id FROM met
    UNION
    SELECT id FROM (${nearest}) AS nearest WHERE (SELECT count(*) FROM met) < ${limit})`
}
