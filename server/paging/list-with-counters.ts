import type { ListFacts, ListQuery } from '#contract/kit/envelope.ts'
import type { Context } from '#server/core/context.ts'
import type { TenantDatabase } from '#server/db/tenant/transaction.ts'
import { planFollowing } from '#server/db/tenant/verbs.ts'
import type { Answer } from '#server/http/pipeline.ts'
import { type AnyQuery, type Listing, listRows, orderOf } from '#server/resource/list.ts'
import { chooseAccessPath } from './choose-access-path.ts'
import { type CounterList, isWanted } from './counter-list.ts'
import { locateByCounters } from './locate-by-counters.ts'
import { locateByMatches } from './locate-by-matches.ts'
import { byPartyName } from './page-by-party-name.ts'
import type { PageRequest } from './page-locator.ts'
import { isRanged, listRanged, rangeFiltersOf, sumsOfList } from './ranged-list.ts'
import { resolveKeyword } from './resolve-keyword.ts'

/** What a list of documents or payments adds to a listing: counters and the kind of party. */
export type CountedListing = Omit<Listing, 'alone' | 'kept' | 'start' | 'find' | 'table'> & {
  counted: CounterList
  party: { kind: string; field: string; sortKeys: readonly string[] }
  /** Whether each page is planned for its own parameters. */
  isPlannedAnew?: boolean
}

/** Whether the list is sorted by its own day, its default order. */
export function isByDay(facts: ListFacts, { sort_key }: ListQuery): boolean {
  return sort_key === undefined || sort_key === facts.order.replace('-', '')
}

/**
 * One page of a list with counters. Every combination of sort and filter takes the access path that reads the fewest
 * rows.
 */
export async function listCounted(
  context: Context,
  counted: CountedListing,
  facts: ListFacts,
  query: ListQuery,
): Promise<Answer> {
  return isRanged(query)
    ? listRanged(context, await rangedOf(context, counted, facts, query), query)
    : listByCounters(context, counted, facts, query)
}

/** The sums of the rows that the filters of the list leave, by currency. */
export async function sumCounted(
  context: Context,
  counted: CountedListing,
  facts: ListFacts,
  query: ListQuery,
): Promise<Answer> {
  return sumsOfList(context, await rangedOf(context, counted, facts, query), query)
}

/** The list by its plain conditions, without its counters. */
async function rangedOf(context: Context, counted: CountedListing, facts: ListFacts, query: ListQuery) {
  const { counted: list, party, isPlannedAnew: _, ...listing } = counted
  const late = query.status === 'overdue' ? context.today : undefined
  const party_id = query[party.field] as number | undefined
  const { direction } = orderOf({ ...listing, table: list.table }, facts, query)
  const pageQuery = { offset: (query.page - 1) * query.per_page, limit: query.per_page, direction }
  const matches = query.keyword
    ? await resolveKeyword(context, { ...list, late }, party.kind, { ...pageQuery, keyword: query.keyword })
    : null
  const named = party_id === undefined ? byPartyName(context, list) : [`${list.table}.${list.day}`]
  const of = (rows: AnyQuery): AnyQuery => rowsOf(list, late, rows)
  return {
    list,
    facts,
    party_id,
    late,
    matches,
    listing: {
      ...listing,
      table: list.table,
      sort: { ...listing.sort, ...Object.fromEntries(party.sortKeys.map((key) => [key, named])) },
      filter: { ...listing.filter, ...rangeFiltersOf(list) },
      from: (handle: TenantDatabase) => of(listing.from(handle)),
      byIds: listing.from,
      withoutJoins: (handle: TenantDatabase) => of(handle.selectFrom(list.table)),
      search: (rows: AnyQuery) => (matches ? rows.where(matches.condition) : rows),
    },
  }
}

async function listByCounters(
  context: Context,
  { counted, party, isPlannedAnew = false, ...listing }: CountedListing,
  facts: ListFacts,
  query: ListQuery,
): Promise<Answer> {
  const { db, today } = context
  const { table, day } = counted
  const { keyword, [party.field]: party_id } = query as ListQuery & Record<string, number | undefined>
  const late = query.status === 'overdue' ? today : undefined
  const list = { ...counted, late }
  const window = { offset: (query.page - 1) * query.per_page, limit: query.per_page }
  if (isPlannedAnew) planFollowing(db, 'values')
  const { direction, columns } = orderOf({ ...listing, table }, facts, query)
  const matches = keyword ? await resolveKeyword(context, list, party.kind, { ...window, keyword, direction }) : null
  // The search word matches every row, so the filter is skipped.
  if (keyword && !matches && !isPlannedAnew) planFollowing(db, 'free')
  const isByName = query.sort_key !== undefined && party.sortKeys.includes(query.sort_key)
  const isOwnDay = isByName ? party_id !== undefined : columns.join() === `${table}.${day}`
  const overdue = late ? { day: late, party_id, of: matches?.all, having: matches?.common } : undefined
  const size = await chooseAccessPath(context, counted, {
    late: overdue,
    party_id,
    matches,
    isOwnDay,
    isOfStatus: query.status !== undefined,
    reached: window.offset + window.limit,
  })
  const request: PageRequest = { context, list, partyKind: party.kind, party_id, isOwnDay, isPlannedAnew, ...size }
  const locator = matches ? locateByMatches(request, matches) : locateByCounters(request)
  // Filtered by one party, its name is no order. Over all parties, the parties are read in their order.
  const named = party_id === undefined ? byPartyName(context, counted) : [`${table}.${day}`]
  const of = (rows: AnyQuery): AnyQuery => rowsOf(counted, late, rows)
  return listRows(
    db,
    {
      ...listing,
      table,
      sort: { ...listing.sort, ...Object.fromEntries(party.sortKeys.map((key) => [key, named])) },
      from: (handle) => of(listing.from(handle)),
      byIds: listing.from,
      withoutJoins: (handle) => of(handle.selectFrom(table)),
      exactTotal: locator.total,
      find: (_, order, page) => locator.ids(order, page),
      start: async (_, __, order, offset) => {
        const start = await locator.start(order, offset)
        // Planned for its parameters: no generic plan would choose the index that has overdue rows nearly in order of day.
        if (late && isOwnDay) planFollowing(db, 'values')
        return start
      },
      search: (rows) => (matches ? rows.where(matches.condition) : rows),
    },
    facts,
    query,
  )
}

function rowsOf(list: CounterList, late: string | undefined, rows: AnyQuery): AnyQuery {
  const ofKind = rows.where(`${list.table}.kind`, '=', list.kind)
  // Overdue rows are posted, and their partial index already says so.
  return late ? ofKind : ofKind.where(isWanted(list, `${list.table}.${list.status}`))
}
