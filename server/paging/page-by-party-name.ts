import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#server/core/context.ts'
import type { Order, Window } from '#server/resource/list.ts'
import { type CounterList, isWanted } from './counter-list.ts'
import { nameColumn } from './party-columns.ts'

/** The order of a list by the displayed party names; within a party by day. */
export const byPartyName = (
  context: Context,
  { table, day }: Pick<CounterList, 'table' | 'day'>,
): readonly string[] => [nameColumn(context), `${table}.party_id`, `${table}.${day}`]

/**
 * Which parties, in which order of names: all of a kind, only some, or only those with rows that are overdue on a day.
 */
export type OfParties = {
  kind: string
  name: RawBuilder<unknown>
  ids: readonly number[] | undefined
  late: string | undefined
}

/**
 * The ids of a page sorted by party name: the counters of the parties are added up in their order until the party of
 * the first row is reached; then the rows of as many parties as fill the page are read.
 */
export function pageByParty(
  organization: number,
  list: CounterList,
  parties: OfParties,
  { direction }: Order,
  { offset, limit }: Window,
): RawBuilder<unknown> {
  const way = sql.raw(direction)
  const day = sql.ref(`row.${list.day}`)
  const only = parties.ids ? sql`AND party.id = ANY (${parties.ids}::bigint[])` : sql``
  const meant = parties.late
    ? sql`row.state = 'posted' AND row.settled < row.total AND row.due_date < ${parties.late}::date`
    : isWanted(list, `row.${list.status}`)
  const theirs = (id: string) =>
    sql`row.organization_id = ${organization} AND row.party_id = ${sql.ref(id)} AND row.kind = ${list.kind} AND ${meant}`
  const count = parties.late
    ? sql`SELECT count(*) AS count FROM ${sql.table(list.table)} AS row WHERE ${theirs('party.id')}`
    : sql`SELECT coalesce(sum(count), 0)::bigint AS count FROM document_counts_by_party AS kept
        WHERE kept.organization_id = ${organization} AND kept.kind = ${list.kind} AND kept.party_id = party.id AND ${isWanted(list, 'kept.status')}`
  return sql`(
    WITH counted AS (
      SELECT party.id, ${parties.name} AS name, kept.count, (sum(kept.count) OVER (ORDER BY ${parties.name} ${way}, party.id ${way}))::bigint - kept.count AS before
      FROM parties AS party CROSS JOIN LATERAL (${count}) AS kept
      WHERE party.organization_id = ${organization} AND party.kind = ${parties.kind} ${only}),
    reached AS MATERIALIZED (
      SELECT id, name, before FROM counted WHERE count > 0 AND before + count > ${offset}
      ORDER BY name ${way}, id ${way} LIMIT ${limit})
    SELECT found.id FROM reached
    CROSS JOIN LATERAL (
      SELECT row.id, ${day} AS day FROM ${sql.table(list.table)} AS row WHERE ${theirs('reached.id')}
      ORDER BY ${day} ${way}, row.id ${way} LIMIT (SELECT ${offset + limit} - min(before) FROM reached)) AS found
    ORDER BY reached.name ${way}, reached.id ${way}, found.day ${way}, found.id ${way}
    OFFSET (SELECT ${offset} - min(before) FROM reached) LIMIT ${limit})`
}

/** The condition on the rows of the list, the parties they may belong to, and the order of their names. */
export type PartyNameSearch = { kind: string; name: RawBuilder<unknown>; meant: RawBuilder<boolean> }

/**
 * The ids of one of the first pages sorted by party name, where no counter per party exists. Party after party is asked
 * for its first matching rows, until the page is full.
 */
export function scanByParty(
  organization: number,
  list: CounterList,
  { kind, name, meant }: PartyNameSearch,
  { direction }: Order,
  { offset, limit }: Window,
): RawBuilder<unknown> {
  const way = sql.raw(direction)
  const column = (of: string) => sql.ref(`${list.table}.${of}`)
  const reached = sql`${offset + limit}::bigint`
  const theirs = sql`
    SELECT ${column('id')}, ${column(list.day)} AS day FROM ${sql.table(list.table)}
    WHERE ${column('organization_id')} = ${organization} AND ${column('party_id')} = named.ids[turns.place] AND ${column('kind')} = ${list.kind}
      AND CASE WHEN ${meant} THEN true END
    ORDER BY ${column(list.day)} ${way}, ${column('id')} ${way} LIMIT ${reached}`
  return sql`(
    WITH RECURSIVE named AS MATERIALIZED (
      SELECT ARRAY (SELECT party.id FROM parties AS party WHERE party.organization_id = ${organization} AND party.kind = ${kind}
        ORDER BY ${name} ${way}, party.id ${way}) AS ids),
    turns AS (
      SELECT 1 AS place, 0::bigint AS before
      UNION ALL
      SELECT turns.place + 1, met.until FROM turns CROSS JOIN named
      CROSS JOIN LATERAL (SELECT turns.before + count(*) AS until FROM (${theirs}) AS row) AS met
      WHERE turns.place < cardinality(named.ids) AND met.until < ${reached})
    SELECT found.id FROM turns CROSS JOIN named CROSS JOIN LATERAL (${theirs}) AS found
    ORDER BY turns.place, found.day ${way}, found.id ${way} OFFSET ${offset} LIMIT ${limit})`
}
