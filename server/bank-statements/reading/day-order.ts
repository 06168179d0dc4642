import type { Refusal } from '#server/core/refusal.ts'
import { type DayOrder, provenOrder, readDay } from '#server/reading/values/days.ts'

export type DaysRead = {
  order: DayOrder
  /** A day as it is written that either order could mean, where nothing proves which one it is. */
  doubtful: string | null
}

/**
 * Whether the days of a file have the day or the month first: as one of them proves, as the user says, or as no day is to come; otherwise
 * the day first, which is in doubt. `refuse` is for days of two orders in one file.
 */
export function orderOfDays(
  days: readonly string[],
  today: string,
  asked: DayOrder | null,
  refuse: (index: number) => Refusal,
): DaysRead {
  const proven = provenOrder(days)
  const wanted = asked ?? proven
  const against = wanted === null ? -1 : days.findIndex((day) => provenOrder([day]) === otherOrder(wanted))
  if (against >= 0) throw refuse(against)
  if (wanted) return { order: wanted, doubtful: null }
  // A bank writes no day to come.
  const isToCome = (order: DayOrder) => days.some((day) => (readDay(day, order) ?? '') > today)
  if (isToCome('dmy') && !isToCome('mdy')) return { order: 'mdy', doubtful: null }
  const doubtful = isToCome('mdy') ? undefined : days.find((day) => readDay(day, 'dmy') !== readDay(day, 'mdy'))
  return { order: 'dmy', doubtful: doubtful ?? null }
}

const otherOrder = (order: DayOrder): DayOrder => (order === 'dmy' ? 'mdy' : 'dmy')
