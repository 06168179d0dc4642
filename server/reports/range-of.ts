import type { Range } from '#ledger/calendar.ts'
import type { Context } from '#server/kit/context.ts'
import { Refusal } from '#server/kit/refusal.ts'
import { yearOf } from './year-of.ts'

type Asked = { from?: string | undefined; to?: string | undefined }

/** The days somebody asked for, where one end is missing those of its financial year, and the year the range begins in. */
export async function rangeOf(context: Context, asked: Asked): Promise<Range & { year: Range }> {
  const current = await yearOf(context, asked.from ?? asked.to ?? context.today)
  const year = { from: current.started_at, to: current.ended_at }
  return { ...inOrder({ from: asked.from ?? year.from, to: asked.to ?? year.to }), year }
}

/** The days alone: nothing is asked where both ends are given. */
export async function daysOf(context: Context, { from, to }: Asked): Promise<Range> {
  return from && to ? inOrder({ from, to }) : rangeOf(context, { from, to })
}

function inOrder({ from, to }: Range): Range {
  if (to < from) throw new Refusal('due_before_date', { field: 'to' })
  return { from, to }
}

/** What a range will most likely turn out to be: most years are those of the calendar. What depends on it can be asked with it. */
export function likelyRange({ today }: Context, asked: Asked): Range & { year: Range } {
  const calendar = (asked.from ?? asked.to ?? today).slice(0, 4)
  const year = { from: `${calendar}-01-01`, to: `${calendar}-12-31` }
  return { from: asked.from ?? year.from, to: asked.to ?? year.to, year }
}
