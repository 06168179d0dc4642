import { sql } from 'kysely'
import type { ListFacts, ListQuery } from '#contract/kit/envelope.ts'
import type { Context } from '#server/core/context.ts'
import type { TenantDatabase } from '#server/db/tenant/transaction.ts'
import { planFollowing } from '#server/db/tenant/verbs.ts'
import type { Answer } from '#server/http/pipeline.ts'
import { type AnyQuery, type Listing, listRows, orderOf } from '#server/resource/list.ts'
import { chooseAccessPath } from './choose-access-path.ts'
import { anchorFromCounters, type CounterList, counterTotal, isWanted, listKey, resolveAnchor } from './counter-list.ts'
import { overdueCondition } from './overdue-condition.ts'
import { idsOfLate, isShallow, overduePageByDate } from './overdue-rows.ts'
import { anchorAt, deepOffset, type PartyStart, partyAnchorAt, warmAnchors } from './page-anchors.ts'
import { byPartyName, pageByParty, pageFromParty, scanByParty } from './page-by-party-name.ts'
import { pageBySorting } from './page-of-few.ts'
import { isFirstByDay, pageByMerging } from './page-of-matches.ts'
import { localizedName } from './party-columns.ts'
import { isRanged, listRanged, rangeFiltersOf, sumsOfList } from './ranged-list.ts'
import { type Matches, resolveKeyword } from './resolve-keyword.ts'

/** What a list of documents or payments adds to a listing: its counters and its kind of party. */
export type CountedListing = Omit<Listing, 'alone' | 'kept' | 'start' | 'find' | 'table'> & {
  counted: CounterList
  party: { kind: string; field: string; sortKeys: readonly string[] }
  /** Whether each page is planned for its own parameters. The query for its anchor never is. */
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
  const asked = { offset: (query.page - 1) * query.per_page, limit: query.per_page, direction }
  const matches = query.keyword
    ? await resolveKeyword(context, { ...list, late }, party.kind, { ...asked, keyword: query.keyword })
    : null
  const named = party_id === undefined ? byPartyName(context, list) : [`${list.table}.${list.day}`]
  const of = (rows: AnyQuery): AnyQuery => rowsOf(list, late, rows)
  return {
    ...{ list, facts, party_id, late, matches },
    listing: {
      ...{ ...listing, table: list.table },
      sort: { ...listing.sort, ...Object.fromEntries(party.sortKeys.map((key) => [key, named])) },
      filter: { ...listing.filter, ...rangeFiltersOf(list) },
      from: (handle: TenantDatabase) => of(listing.from(handle)),
      byIds: listing.from,
      withoutJoins: (handle: TenantDatabase) => of(handle.selectFrom(list.table) as unknown as AnyQuery),
      search: (rows: AnyQuery) => (matches ? rows.where(matches.condition) : rows),
    },
  }
}

async function listByCounters(
  context: Context,
  { counted: list, party, isPlannedAnew = false, ...listing }: CountedListing,
  facts: ListFacts,
  query: ListQuery,
): Promise<Answer> {
  const { db, today } = context
  const { table, day } = list
  const { keyword, [party.field]: party_id } = query as ListQuery & Record<string, number | undefined>
  const late = query.status === 'overdue' ? today : undefined
  const window = { offset: (query.page - 1) * query.per_page, limit: query.per_page }
  const isFarDown = window.offset >= deepOffset
  const planned = (isNow: boolean) => isPlannedAnew && isNow && planFollowing(db, 'values')
  planned(!isFarDown || keyword !== undefined)
  const { direction, columns } = orderOf({ ...listing, table }, facts, query)
  const asked = { ...window, keyword, direction }
  const placed = { ...list, late }
  const matches = keyword ? await resolveKeyword(context, placed, party.kind, { ...asked, keyword }) : null
  // The search word matches every row, so the filter is skipped.
  if (keyword && !matches && !isPlannedAnew) planFollowing(db, 'free')
  const isUnsearched = !matches && party_id === undefined
  const isByName = query.sort_key !== undefined && party.sortKeys.includes(query.sort_key)
  // Filtered by one party, its name is no order. Over all parties, the parties are read in their order.
  const named = party_id === undefined ? byPartyName(context, list) : [`${table}.${day}`]
  const isOwnDay = isByName ? party_id !== undefined : columns.join() === `${table}.${day}`
  const { total, isFew } = await chooseAccessPath(context, list, {
    ...{ late: lateOf({ late, party_id, matches }), party_id, matches, isOwnDay },
    ...{ isOfStatus: query.status !== undefined, reached: window.offset + window.limit },
  })
  const of = (rows: AnyQuery): AnyQuery => rowsOf(list, late, rows)
  const isPlaced = isUnsearched && listKey(placed) !== undefined
  // Anchors by party exist only for Arabic names, the most frequent order. For English names the counters are added up.
  const first =
    isPlaced && isByName && context.language === 'ar'
      ? await partyAnchorAt(context, placed, query.sort_order ?? 'asc', window.offset)
      : undefined
  planned(isFarDown && isByName)
  const sort = { ...listing.sort, ...Object.fromEntries(party.sortKeys.map((key) => [key, named])) }
  const answer = await listRows(
    db,
    {
      ...{ ...listing, table, sort },
      from: (handle) => of(listing.from(handle)),
      byIds: listing.from,
      withoutJoins: (handle) => of(handle.selectFrom(table) as unknown as AnyQuery),
      exactTotal: () => {
        if (total) return total
        if (matches) return party_id === undefined && matches.isOfAsked ? Promise.resolve(matches.total) : undefined
        return counterTotal(db, list, party_id)
      },
      start: async (_, __, order, offset) => {
        const told = isUnsearched ? anchorFromCounters(db, list, order, offset, late) : undefined
        const start = told && isPlannedAnew ? await resolveAnchor(db, told) : told
        const place = start ?? (isPlaced ? await anchorAt(context, placed, order, offset) : undefined)
        // Planned for its parameters: no generic plan would choose the index that has overdue rows nearly in order of day.
        if (late && isOwnDay) planFollowing(db, 'values')
        planned(isFarDown)
        return place
      },
      find: choosePageQuery(context, placed, party.kind, { party_id, late, matches, isFew, isOwnDay, first }),
      search: (rows) => (matches ? rows.where(matches.condition) : rows),
    },
    facts,
    query,
  )
  if (isPlaced) warmAnchors(context, placed, window.offset, answer.meta?.total ?? 0)
  return answer
}

function rowsOf(list: CounterList, late: string | undefined, rows: AnyQuery): AnyQuery {
  const ofKind = rows.where(`${list.table}.kind` as never, '=', list.kind as never)
  // Overdue rows are posted, and their partial index already says so.
  return late ? ofKind : ofKind.where(isWanted(list, `${list.table}.${list.status}`))
}

type Narrowed = { party_id: number | undefined; late: string | undefined; matches: Matches | null }
type Known = Narrowed & { isFew: boolean | undefined; isOwnDay: boolean; first: PartyStart | undefined }

const lateOf = ({ late, party_id, matches }: Narrowed) =>
  late ? { day: late, party_id, of: matches?.all, having: matches?.common } : undefined

/** The ids of a page, if there is a shorter way to them than reading the list in its order. */
function choosePageQuery(context: Context, list: CounterList, partyKind: string, known: Known): Listing['find'] {
  const { party_id, late, matches, isFew, isOwnDay, first } = known
  const organization = context.session.organization_id
  const lateRows = lateOf(known)
  // A condition that no index serves has one plan for all callers: planning it took longer than reading. Payments are
  // excepted, because their generic plan would look ids up in the index of amounts.
  const inOneWay = () => list.table === 'documents' && planFollowing(context.db, 'once')
  return (_, order, page) => {
    if (matches?.told && !late && party_id === undefined && isFirstByDay(list, order, page)) {
      inOneWay()
      return pageByMerging(organization, list, matches.told, order, page)
    }
    const isMetSoon = isFew === false || (matches?.common && party_id === undefined)
    if (lateRows && isMetSoon && isOwnDay && isShallow(page)) {
      inOneWay()
      return overduePageByDate(organization, list, lateRows, order, page)
    }
    if (isFew ?? matches?.few) {
      const isNarrowed = matches || party_id !== undefined
      const ids = lateRows && isFew && isNarrowed ? idsOfLate(organization, list, lateRows) : matches?.few
      return pageBySorting(organization, list, { party_id, late, ids }, order, page)
    }
    if (first) return pageFromParty(organization, list, partyKind, first, order, page)
    if (!order.columns[0]?.startsWith('parties.')) return undefined
    if (matches && !matches.party_ids) {
      if (!matches.common || !isShallow(page)) return undefined
      const wanted = late ? overdueCondition(list.table, late) : isWanted(list, `${list.table}.${list.status}`)
      const meant = sql<boolean>`${wanted} AND ${matches.condition}`
      inOneWay()
      return scanByParty(
        organization,
        list,
        { kind: partyKind, name: localizedName(context, 'party'), meant },
        order,
        page,
      )
    }
    if (matches) inOneWay()
    return pageByParty(
      organization,
      list,
      { kind: partyKind, name: localizedName(context, 'party'), ids: matches?.party_ids, late },
      order,
      page,
    )
  }
}
