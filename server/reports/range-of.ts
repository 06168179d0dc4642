import type { Range } from '#ledger/calendar.ts'
import type { Context } from '#server/kit/context.ts'
import { Refusal } from '#server/kit/refusal.ts'
import { yearOf } from './year-of.ts'

type Asked = { from?: string | undefined; to?: string | undefined }

/** The days somebody asked for, where one end is missing those of its financial year, and the year the range begins in. */
export async function rangeOf(context: Context, asked: Asked): Promise<Range & { year: Range }> {
  const current = await yearOf(context, asked.from ?? asked.to ?? context.today)
  const year = { from: current.started_at, to: current.ended_at }
  const from = asked.from ?? year.from
  const to = asked.to ?? year.to
  if (to < from) throw new Refusal('due_before_date', { field: 'to' })
  return { from, to, year }
}
