import type { Range } from '#ledger/calendar/calendar.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { yearOf } from './financial-year-of.ts'

type RequestedDays = { from?: string | undefined; to?: string | undefined }

/**
 * The requested days, and the financial year in which the range begins. Without an end it is the financial year, for
 * the present one the year to date (accounting rule 5.4): it is compared with as many days of last year, and what is
 * due later is not overdue.
 */
export async function rangeOf(context: Context, asked: RequestedDays): Promise<Range & { year: Range }> {
  const current = await yearOf(context, asked.from ?? asked.to ?? context.today)
  const year = { from: current.started_at, to: current.ended_at }
  return { ...inOrder(within(context, asked, year)), year }
}

/** Only the dates: without a query if both ends are given. */
export async function daysOf(context: Context, asked: RequestedDays): Promise<Range> {
  // Its days and nothing else: they go out in the addresses that figures lead to.
  const { from, to } =
    asked.from && asked.to ? inOrder({ from: asked.from, to: asked.to }) : await rangeOf(context, asked)
  return { from, to }
}

function within({ today }: Context, asked: RequestedDays, year: Range): Range {
  const from = asked.from ?? year.from
  return { from, to: asked.to ?? (from <= today && today < year.to ? today : year.to) }
}

function inOrder({ from, to }: Range): Range {
  if (to < from) throw new Refusal('range_reversed', { field: 'to' })
  return { from, to }
}

/** The likely result of a range: most years are calendar years. Dependent data can be requested together with it. */
export function likelyRange(context: Context, asked: RequestedDays): Range & { year: Range } {
  const calendar = (asked.from ?? asked.to ?? context.today).slice(0, 4)
  const year = { from: `${calendar}-01-01`, to: `${calendar}-12-31` }
  return { ...within(context, asked, year), year }
}
