import type { Context } from '#server/core/context.ts'
import type { Need } from '#server/core/needs.ts'
import { type Calendar, lockCalendar } from '#server/journal/periods.ts'

const [firstDay, lastDay] = ['0001-01-01', '9999-12-31']

/** The years from the earliest of these days on: the days on which documents take their part may be later. */
export const calendarFrom = (...days: readonly string[]): Need<Calendar> => ({
  lock: 'years',
  load: (context) => lockCalendar(context, { first: days.toSorted()[0] as string, last: lastDay }, 'share'),
})

/** All years, so that nothing is posted meanwhile. */
export const wholeCalendar: Need<Calendar> = {
  lock: 'years',
  load: (context) => lockCalendar(context, { first: firstDay, last: lastDay }, 'update'),
}

/** The same without a lock, for a dry run on a snapshot. */
export const readCalendar = (context: Context): Promise<Calendar> =>
  lockCalendar(context, { first: firstDay, last: lastDay }, 'none')
