import { anchorFromCounters, counterTotal, resolveAnchor } from './counter-list.ts'
import { idsOfLate, isShallow, overduePageByDate } from './overdue-rows.ts'
import { pageByParty } from './page-by-party-name.ts'
import type { PageLocator, PageRequest } from './page-locator.ts'
import { pageBySorting } from './page-of-few.ts'
import { localizedName } from './party-columns.ts'
import { planOnce } from './plan-once.ts'

/**
 * By the materialized counters: totals are sums of them, and a deep page by day, due day, status or party begins where they say. The
 * first overdue rows by day are read run by run, and few rows are read completely and sorted.
 */
export function locateByCounters(request: PageRequest): PageLocator {
  const { context, list, partyKind, party_id, isOwnDay, isFew, isPlannedAnew } = request
  const { db, session } = context
  const organization = session.organization_id
  const overdue = list.late === undefined ? undefined : { day: list.late, party_id }
  return {
    total: () => request.total ?? counterTotal(db, list, party_id),
    ids: (order, page) => {
      if (overdue && isFew === false && isOwnDay && isShallow(page)) {
        planOnce(request)
        return overduePageByDate(organization, list, overdue, order, page)
      }
      if (isFew) {
        const ids = overdue && party_id !== undefined ? idsOfLate(organization, list, overdue) : undefined
        return pageBySorting(organization, list, { party_id, late: list.late, ids }, order, page)
      }
      if (!order.columns[0]?.startsWith('parties.')) return undefined
      const parties = { kind: partyKind, name: localizedName(context, 'party'), ids: undefined, late: list.late }
      return pageByParty(organization, list, parties, order, page)
    },
    start: async (order, offset) => {
      if (party_id !== undefined) return undefined
      const anchor = anchorFromCounters(db, list, order, offset, list.late)
      return anchor && isPlannedAnew ? resolveAnchor(db, anchor) : anchor
    },
  }
}
