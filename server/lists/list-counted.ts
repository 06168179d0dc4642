import type { ListFacts, ListQuery } from '#contract/kit/envelope.ts'
import type { Context } from '#server/kit/context.ts'
import { type AnyQuery, type Listing, listRows, orderOf } from '#server/kit/list.ts'
import type { Answer } from '#server/kit/pipeline.ts'
import { byPartyName, idsByParty, idsFromParty } from './by-party.ts'
import { type CountedList, isWanted, keptTotal, overdueTotal, startOf } from './counted-list.ts'
import { findMatches } from './find-matches.ts'
import { idsOfFew } from './ids-of-few.ts'
import { idsOfTold, isFirstByDay } from './ids-of-told.ts'
import { expectPlaces, farDown, placedParty, placedStart } from './kept-places.ts'

/** What a list of documents or payments adds to a listing: how its rows are counted and whose parties they name. */
export type CountedListing = Omit<Listing, 'alone' | 'kept' | 'start' | 'find' | 'table'> & {
  counted: CountedList
  party: { kind: string; field: string; sortKeys: readonly string[] }
  /** Whether each page is planned for what it asks; where it begins is not. */
  isPlannedAnew?: boolean
}

const fewMaximum = 1000

/** Whether a list is asked for in its own order, by its day. */
export function isByDay(facts: ListFacts, { sort_key }: ListQuery): boolean {
  return sort_key === undefined || sort_key === facts.order.replace('-', '')
}

/** One page of a list that is counted as it changes; every sort and filter by the way that reads the least. */
export async function listCounted(
  context: Context,
  { counted: list, party, isPlannedAnew = false, ...listing }: CountedListing,
  facts: ListFacts,
  query: ListQuery,
): Promise<Answer> {
  const { db, today } = context
  const organization = context.session.organization_id
  const { table, day } = list
  const { keyword, [party.field]: party_id } = query as ListQuery & Record<string, number | undefined>
  const late = query.status === 'overdue' ? today : undefined
  const window = { offset: (query.page - 1) * query.per_page, limit: query.per_page }
  const isFarDown = window.offset >= farDown
  const planned = (isNow: boolean) => isPlannedAnew && isNow && db.planAnew()
  planned(!isFarDown || keyword !== undefined)
  const asked = { ...window, keyword, direction: orderOf({ ...listing, table }, facts, query).direction }
  const matches = keyword ? await findMatches(context, list, party.kind, { ...asked, keyword }) : null
  const isUnsearched = !matches && party_id === undefined
  const isWhole = isUnsearched && !late
  // A few of one status are read all and sorted; in the order of their days the index of the status has them so.
  const isRare =
    query.status !== undefined &&
    isUnsearched &&
    !isByDay(facts, query) &&
    (await (late ? overdueTotal(db, list, late) : keptTotal(db, list))) <= fewMaximum
  const of = (rows: AnyQuery): AnyQuery => rowsOf(list, late, rows)
  // Of one party, the name is no order; of all, the parties are read in their order.
  const named = party_id === undefined ? byPartyName(list) : [`${table}.${day}`]
  // Places are set of the whole list, not of one status, and without what is void.
  const isPlaced = isWhole && query.status === undefined && query.with_void !== true
  const isByName = query.sort_key !== undefined && party.sortKeys.includes(query.sort_key)
  const first =
    isPlaced && isByName ? await placedParty(context, list, query.sort_order ?? 'asc', window.offset) : undefined
  planned(isFarDown && isByName)
  const sort = { ...listing.sort, ...Object.fromEntries(party.sortKeys.map((key) => [key, named])) }
  const answer = await listRows(
    db,
    {
      ...{ ...listing, table, sort },
      from: (handle) => of(listing.from(handle)),
      known: listing.from,
      alone: (handle) => of(handle.selectFrom(table) as unknown as AnyQuery),
      kept: () => {
        if (matches) return party_id === undefined && !late ? Promise.resolve(matches.total) : undefined
        if (late) return party_id === undefined ? overdueTotal(db, list, today) : undefined
        return keptTotal(db, list, party_id)
      },
      start: async (_, __, order, offset) => {
        const counted = isWhole && (await startOf(db, list, order, offset))
        const place = counted || (isPlaced ? await placedStart(context, list, order, offset) : undefined)
        planned(isFarDown)
        return place
      },
      find: (_, order, page) => {
        if (matches?.told && !late && party_id === undefined && isFirstByDay(list, order, page))
          return idsOfTold(context, list, matches.told, order, page)
        if (isRare || matches?.few)
          return idsOfFew(organization, list, { party_id, late, ids: matches?.few }, order, page)
        if (first) return idsFromParty(organization, list, party.kind, first, order, page)
        if (order.columns[0] !== 'parties.name' || (matches && !matches.party_ids)) return undefined
        return idsByParty(organization, list, { kind: party.kind, ids: matches?.party_ids, late }, order, page)
      },
      search: (rows) => (matches ? rows.where(matches.condition) : rows),
    },
    facts,
    query,
  )
  if (isPlaced) expectPlaces(context, list, window.offset, answer.meta?.total ?? 0)
  return answer
}

function rowsOf(list: CountedList, late: string | undefined, rows: AnyQuery): AnyQuery {
  const ofKind = rows.where(`${list.table}.kind` as never, '=', list.kind as never)
  // What is late is posted, and found in an index that says so by itself.
  return late ? ofKind : ofKind.where(isWanted(list, `${list.table}.${list.status}`))
}
