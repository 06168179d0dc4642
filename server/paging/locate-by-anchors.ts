import type { Order } from '#server/resource/list.ts'
import { anchorAt, partyAnchorAt } from './page-anchors.ts'
import { pageFromParty } from './page-by-party-name.ts'
import type { PageLocator, PageRequest } from './page-locator.ts'

/**
 * By page anchors: a deep page in an order without counters begins at the nearest recorded row. By party only Arabic names have
 * anchors, the most frequent order; for English names the counters are added up.
 */
export async function locateByAnchors(
  request: PageRequest,
  asked: { isByName: boolean; direction: Order['direction']; offset: number },
): Promise<PageLocator> {
  const { context, list, partyKind } = request
  const organization = context.session.organization_id
  const first =
    asked.isByName && context.language === 'ar'
      ? await partyAnchorAt(context, list, asked.direction, asked.offset)
      : undefined
  return {
    total: () => undefined,
    ids: (order, page) => first && pageFromParty(organization, list, partyKind, first, order, page),
    start: (order, offset) => anchorAt(context, list, order, offset),
  }
}
