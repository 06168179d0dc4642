import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Order, PageAnchor } from '#server/resource/list.ts'
import { choosePageLocator, type PageLocator } from './page-locator.ts'

const order: Order = { columns: ['documents.total_units'], direction: 'asc' }
const anchor = (before: number): PageAnchor => ({ columns: order.columns, values: [before], before })

/** A way that answers what it is given, and undefined for the rest. */
const way = (total?: number, ids?: string, before?: number): PageLocator => ({
  total: () => (total === undefined ? undefined : Promise.resolve(total)),
  ids: () => (ids === undefined ? undefined : sql.raw(ids)),
  start: async () => (before === undefined ? undefined : anchor(before)),
})
async function answers(locator: PageLocator) {
  const ids = locator.ids(order, { offset: 0, limit: 10 })
  const text = ids?.toOperationNode() as { sqlFragments: readonly string[] } | undefined
  const start = await locator.start(order, 0)
  return [await locator.total(), text?.sqlFragments.join(''), start?.before]
}

test('a keyword is answered by its matches only, even without a total', async () => {
  const [counters, anchors] = [way(9, 'counters', 1), undefined]
  expect(await answers(choosePageLocator({ matches: way(3, 'matches'), counters, anchors }))).toEqual([
    3,
    'matches',
    undefined,
  ])
  expect(await answers(choosePageLocator({ matches: way(), counters, anchors }))).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})
test('without a keyword the counters give the total, and a page begins where they say, otherwise at an anchor', async () => {
  const matches = undefined
  expect(
    await answers(choosePageLocator({ matches, counters: way(9, 'counters', 1), anchors: way(0, 'anchors', 2) })),
  ).toEqual([9, 'anchors', 1])
  expect(
    await answers(choosePageLocator({ matches, counters: way(9, 'counters'), anchors: way(0, undefined, 2) })),
  ).toEqual([9, 'counters', 2])
})
test('a list without anchors is located by its counters', async () => {
  expect(await answers(choosePageLocator({ matches: undefined, counters: way(9), anchors: undefined }))).toEqual([
    9,
    undefined,
    undefined,
  ])
})
