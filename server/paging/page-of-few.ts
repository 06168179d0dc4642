import { type RawBuilder, sql } from 'kysely'
import type { Order, Window } from '#server/resource/list.ts'
import { type CounterList, isWanted } from './counter-list.ts'
import { englishName } from './party-columns.ts'

export type Narrowed = {
  party_id: number | undefined
  late: string | undefined
  /** A query of their ids. Without it, the rows are those of the status. */
  ids: RawBuilder<unknown> | undefined
}

/**
 * The ids of a page of a result that is known to be small: it is read completely and then sorted. Reading the whole
 * list in order could find its rows late.
 */
export function pageBySorting(
  organization: number,
  list: CounterList,
  { party_id, late, ids }: Narrowed,
  { columns, direction }: Order,
  { offset, limit }: Window,
): RawBuilder<unknown> {
  const table = sql.table(list.table)
  const wanted = late
    ? sql`row.state = 'posted' AND row.settled < row.total AND row.due_date < ${late}::date`
    : isWanted(list, `row.${list.status}`)
  const meant =
    ids ??
    sql`SELECT row.id FROM ${table} AS row WHERE row.organization_id = ${organization} AND row.kind = ${list.kind} AND ${wanted}`
  const ofParty = party_id === undefined ? sql`` : sql`AND row.party_id = ${party_id}`
  const order = sql.join(
    [...columns, `${list.table}.id`].map((column) => sql`${sql.ref(column)} ${sql.raw(direction)}`),
  )
  // Only ids and sort columns are sorted: thousands of complete rows would spill to disk.
  const compared = [...new Set(['id', 'party_id', ...columns.flatMap((column) => ofTable(list.table, column))])]
  const isByName = columns[0]?.startsWith('parties.')
  const named = isByName
    ? sql`CROSS JOIN LATERAL (SELECT name, ${englishName} AS english_name FROM parties AS party WHERE party.organization_id = ${organization} AND party.id = ${table}.party_id OFFSET 0) AS parties`
    : sql``
  return sql`(
    WITH few AS MATERIALIZED (
      SELECT ${sql.join(compared.map((column) => sql.ref(`row.${column}`)))} FROM ${table} AS row
      WHERE row.organization_id = ${organization} AND row.id = ANY (ARRAY (${meant})) AND row.kind = ${list.kind} AND ${wanted} ${ofParty})
    SELECT ${table}.id FROM few AS ${table} ${named}
    ORDER BY ${order} LIMIT ${limit} OFFSET ${offset})`
}

const ofTable = (table: string, column: string) =>
  column.startsWith(`${table}.`) ? [column.slice(table.length + 1)] : []
