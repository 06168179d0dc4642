import { sql } from 'kysely'
import { isWanted } from './counter-list.ts'
import { overdueCondition } from './overdue-condition.ts'
import { idsOfLate, isShallow, overduePageByDate } from './overdue-rows.ts'
import { pageByParty, scanByParty } from './page-by-party-name.ts'
import type { PageLocator, PageRequest } from './page-locator.ts'
import { pageBySorting } from './page-of-few.ts'
import { isFirstByDay, pageByMerging } from './page-of-matches.ts'
import { localizedName } from './party-columns.ts'
import { planOnce } from './plan-once.ts'
import type { Matches } from './resolve-keyword.ts'

/**
 * By what a keyword matches: the parties by name and the rows by their own text. Few matches are read and sorted; of many, the first
 * rows of each party are merged, or the list is read in its order until enough rows match.
 */
export function locateByMatches(request: PageRequest, matches: Matches): PageLocator {
  const { context, list, partyKind, party_id, isOwnDay, isFew } = request
  const organization = context.session.organization_id
  const { late } = list
  const overdue = late === undefined ? undefined : { day: late, party_id, of: matches.all, having: matches.common }
  return {
    total: () => {
      if (request.total) return request.total
      return party_id === undefined && matches.isOfAsked ? Promise.resolve(matches.total) : undefined
    },
    ids: (order, page) => {
      if (matches.known && !overdue && party_id === undefined && isFirstByDay(list, order, page)) {
        planOnce(request)
        return pageByMerging(organization, list, matches.known, order, page)
      }
      const isFoundSoon = isFew === false || (matches.common && party_id === undefined)
      if (overdue && isFoundSoon && isOwnDay && isShallow(page)) {
        planOnce(request)
        return overduePageByDate(organization, list, overdue, order, page)
      }
      if (isFew ?? matches.few) {
        const ids = overdue && isFew ? idsOfLate(organization, list, overdue) : matches.few
        return pageBySorting(organization, list, { party_id, late, ids }, order, page)
      }
      if (!order.columns[0]?.startsWith('parties.')) return undefined
      const name = localizedName(context, 'party')
      if (matches.party_ids) {
        planOnce(request)
        return pageByParty(organization, list, { kind: partyKind, name, ids: matches.party_ids, late }, order, page)
      }
      if (!matches.common || !isShallow(page)) return undefined
      const wanted = late ? overdueCondition(list.table, late) : isWanted(list, `${list.table}.${list.status}`)
      planOnce(request)
      const meant = sql<boolean>`${wanted} AND ${matches.condition}`
      return scanByParty(organization, list, { kind: partyKind, name, meant }, order, page)
    },
    // Rows that match have no counters by day.
    start: async () => undefined,
  }
}
