import { type RawBuilder, sql } from 'kysely'
import { normalizeForSearch } from '#contract/fields/clean-text.ts'
import type { Context } from '#server/core/context.ts'
import type { TenantDatabase } from '#server/db/tenant/transaction.ts'
import { planFollowing } from '#server/db/tenant/verbs.ts'
import { type AnyQuery, likePattern, type Order, type Window } from '#server/resource/list.ts'
import { type CounterList, isListed, isWanted } from './counter-list.ts'

/** The matches of a keyword in a list: parties by name, and rows by their own numbers. */
export type Matches = {
  condition: RawBuilder<boolean>
  total: number
  /** Whether the total counts overdue rows only, if only those are requested. */
  isOfAsked: boolean
  /** The ids, if there are few enough to read all and sort them. */
  few: RawBuilder<unknown> | undefined
  /** The parties, if all matching rows belong to them. */
  party_ids: readonly number[] | undefined
  known: KnownMatches | undefined
  /** All matches: the parties, and the ids of the other rows, if few enough are known one by one. */
  all: Pick<KnownMatches, 'parties' | 'numbered'> | undefined
  /**
   * If so many rows match by their own text that any day or party soon shows one: that text, and the parties that match
   * by name.
   */
  common: { parties: readonly number[]; pattern: string } | undefined
}
/** The parties, and the first other rows by day: all of them, or as many as the page can need. */
export type KnownMatches = { parties: readonly number[]; numbered: readonly number[]; total: number; whole: number }
type KeywordMatches = {
  parties: number[] | null
  numbered: number[] | null
  numbers: number
  holders: number[] | null
  /** The number of the parties' rows. */
  of_parties: number
  own: number
  whole: number
}
type KeywordQuery = Window & Pick<Order, 'direction'> & { keyword: string }

/** Up to this number ids are listed one by one, and numbers are read from the trigram index. */
const toldMaximum = 2000
const readMaximum = 20_000
/** One of this many rows matches by its own text. */
const rareAmong = 50

/**
 * Null if the keyword matches every row. Names are resolved to parties and numbers to rows before the list is read; the
 * counters of the parties give their totals. Few rows are listed by id, many are described by a condition that reading
 * the list in its order meets soon.
 */
export async function resolveKeyword(
  context: Pick<Context, 'db' | 'session'>,
  list: CounterList,
  party: string,
  asked: KeywordQuery,
): Promise<Matches | null> {
  const { db, session } = context
  const { keyword, offset, limit } = asked
  const organization = session.organization_id
  const pattern = likePattern(keyword)
  const isNarrowed = isOfOneStatus(list)
  const { numbers, of_parties, own, whole, ...said } = await lookUp(context, list, party, asked)
  const parties = said.parties ?? []
  const isMany = isUnknown(keyword) || numbers > readMaximum
  const counted = isMany ? await countMatches(db, list, pattern, parties) : undefined
  if (counted && counted.count === counted.total) return null
  const isOfParties = counted?.own === 0
  const numbered = isOfParties ? [] : (said.numbered ?? [])
  const column = (name: string) => sql.ref(`${list.table}.${name}`)
  // A set that is probed while the list is read in its order. No index should be combined with it.
  const isIn = (name: string, ids: readonly number[]) => sql`${column(name)} IN (SELECT unnest(${ids}::bigint[]))`
  const isTold = isOfParties || (!isMany && numbers <= toldMaximum)
  const condition = sql<boolean>`(${isIn('party_id', parties)} OR ${isTold ? isIn('id', numbered) : sql`${column('search_text')} LIKE ${pattern}`})`
  const total = counted ? counted.count : of_parties + own
  // A party without rows of the status would be searched in vain.
  const holders = isNarrowed ? (said.holders ?? []) : parties
  const known = isMany && !isOfParties ? undefined : { parties: holders, numbered, total, whole }
  const common = isMany && !isOfParties && isOften(counted) ? { parties, pattern } : undefined
  const isOfAsked = isMany || list.late === undefined
  const found = { condition, total, isOfAsked, known, common }
  if (!isTold) return { ...found, few: undefined, party_ids: undefined, all: undefined }
  const party_ids = own === 0 ? parties : undefined
  // Either the list is read in its order until enough rows match, or all matches are read and sorted.
  const isFew = (total * total) / 2 < (offset + limit) * whole
  const few = sql`
    SELECT theirs.id FROM unnest(${parties}::bigint[]) AS found (id)
    CROSS JOIN LATERAL (
      SELECT id FROM ${sql.table(list.table)} AS row
      WHERE row.organization_id = ${organization} AND row.party_id = found.id AND row.kind = ${list.kind} OFFSET 0) AS theirs
    UNION SELECT unnest(${numbered}::bigint[])`
  return { ...found, few: isFew ? few : undefined, party_ids, all: { parties, numbered } }
}

const isOfOneStatus = ({ table, wanted }: CounterList) => table === 'documents' && 'is' in wanted

/** A keyword shorter than a trigram would scan the whole trigram index, so the list's own index is read. */
const isUnknown = (keyword: string) => normalizeForSearch(keyword).length < 3

/** Parts that are not searched are not planned. */
const nobody = sql`SELECT NULL::bigint AS id, NULL::bigint AS party_id, NULL::date AS day WHERE false`

/** The parties whose names match, the rows whose own text matches, and their counters. */
async function lookUp(
  { db, session }: Pick<Context, 'db' | 'session'>,
  list: CounterList,
  party: string,
  { keyword, offset, limit, direction }: KeywordQuery,
): Promise<KeywordMatches> {
  const { kind } = list
  const organization = session.organization_id
  const table = sql.table(list.table)
  const pattern = likePattern(keyword)
  const way = sql.raw(direction)
  const theirCounts = sql`FROM document_counts_by_party AS kept WHERE kept.organization_id = ${organization} AND kept.kind = ${kind}
    AND kept.party_id = ANY (ARRAY (SELECT id FROM found)) AND ${isWanted(list, 'kept.status')}`
  const theirs = sql`
      SELECT row.id, row.party_id, ${sql.ref(`row.${list.day}`)} AS day FROM ${table} AS row
      WHERE row.organization_id = ${organization} AND row.kind = ${kind} AND row.search_text LIKE ${pattern} AND ${isWanted(list, `row.${list.status}`)}
      LIMIT ${readMaximum + 1}`
  planFollowing(db, 'values')
  const { rows } = await sql<KeywordMatches>`
    WITH found AS MATERIALIZED (
      SELECT id FROM parties WHERE organization_id = ${organization} AND kind = ${party} AND search_text LIKE ${pattern}),
    numbered AS MATERIALIZED (${isUnknown(keyword) ? nobody : theirs})
    SELECT (SELECT array_agg(id) FROM found) AS parties, (SELECT count(*) FROM numbered) AS numbers,
      (SELECT array_agg(id) FROM (SELECT id FROM numbered ORDER BY day ${way}, id ${way}
        LIMIT CASE WHEN (SELECT count(*) FROM numbered) > ${toldMaximum}::bigint THEN ${offset + limit}::bigint ELSE ${toldMaximum} END) AS first) AS numbered,
      (SELECT coalesce(sum(kept.count), 0)::bigint ${theirCounts}) AS of_parties,
      ${isOfOneStatus(list) ? sql`(SELECT array_agg(DISTINCT kept.party_id) ${theirCounts} AND kept.count > 0)` : sql`NULL::bigint[]`} AS holders,
      (SELECT count(*) FROM numbered WHERE party_id NOT IN (SELECT id FROM found)) AS own,
      (SELECT coalesce(sum(count), 0)::bigint FROM document_counts WHERE organization_id = ${organization} AND kind = ${kind}) AS whole`.execute(
    db,
  )
  return rows[0] as KeywordMatches
}

/** Rows that match, those of them that match by their own text alone, and all rows of the list. */
type KeywordCounts = { count: number; own: number; total: number }

const isOften = (counted: KeywordCounts | undefined) =>
  counted !== undefined && counted.own * rareAmong >= counted.total

/** No index knows a keyword that is too short or too common: the rows of the list are read once and counted. */
async function countMatches(
  db: TenantDatabase,
  list: CounterList,
  pattern: string,
  parties: readonly number[],
): Promise<KeywordCounts> {
  // A set that is probed for each row. A parameter array would be scanned for each.
  const isTheirs = sql`party_id IN (SELECT unnest(${parties}::bigint[]))`
  const isOwn = sql`search_text LIKE ${pattern}`
  const row = await (db.selectFrom(list.table) as AnyQuery)
    .select([
      sql<number>`count(*) FILTER (WHERE ${isTheirs} OR ${isOwn})`.as('count'),
      sql<number>`count(*) FILTER (WHERE ${isOwn} AND NOT ${isTheirs})`.as('own'),
      sql<number>`count(*)`.as('total'),
    ])
    .where('kind', '=', list.kind)
    .where(isListed(list, list.table))
    .executeTakeFirstOrThrow()
  return row as KeywordCounts
}
