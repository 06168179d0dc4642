import type { ReportSpan } from '#contract/schedules/report-schedules.ts'
import { addDays, addMonths, monthEnd, monthStart, type Range } from '#ledger/calendar/calendar.ts'

/** The days of a report that comes on this day. */
export function spanDays(span: ReportSpan, day: string): Range {
  const yesterday = addDays(day, -1)
  switch (span) {
    case 'yesterday':
      return { from: yesterday, to: yesterday }
    case 'previous_week':
      return { from: addDays(day, -7), to: yesterday }
    case 'previous_month': {
      const from = addMonths(monthStart(day), -1)
      return { from, to: monthEnd(from) }
    }
    case 'month_to_date':
      return { from: monthStart(day), to: day }
    case 'year_to_date':
      return { from: `${day.slice(0, 4)}-01-01`, to: day }
  }
}
