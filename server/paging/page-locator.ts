import type { RawBuilder } from 'kysely'
import type { Context } from '#server/core/context.ts'
import type { Order, PageAnchor, Window } from '#server/resource/list.ts'
import type { CounterList } from './counter-list.ts'

/** The request for one page of a list with counters: the list, its filters, and known sizes. */
export type PageRequest = {
  context: Context
  /** With the day, if only overdue rows are listed. */
  list: CounterList
  partyKind: string
  party_id: number | undefined
  /** Whether the list is sorted by its own day. */
  isOwnDay: boolean
  /** The total, if choosing the access path counted it already. */
  total: Promise<number> | undefined
  /** Whether reading all matches and sorting them is cheaper than reading the list in its order. */
  isFew: boolean | undefined
  /** Whether statements are planned for their parameters. */
  isPlannedAnew: boolean
}

/**
 * One way to find a page of a long list: its exact total, and either the ids of its rows or where it begins. A way that does not
 * apply answers undefined. There are two: by counters, and by matches of a keyword.
 */
export type PageLocator = {
  total(): Promise<number> | undefined
  ids(order: Order, window: Window): RawBuilder<unknown> | undefined
  start(order: Order, offset: number): Promise<PageAnchor | undefined>
}
