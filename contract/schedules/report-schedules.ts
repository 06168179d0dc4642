import { z } from 'zod'
import { recurrenceUnits } from '#ledger/calendar/recurrence.ts'
import { choice, date } from '../fields/choice.ts'
import { maybeText } from '../fields/response-fields.ts'
import { defineCall, idParams } from '../kit/resource.ts'
import { type ReportName, reportIndex } from '../reports/report-index.ts'
import { paperLanguages } from '../sharing/deliveries.ts'

/** The days a mailed report is of, seen from the day it comes. */
export const reportSpans = ['yesterday', 'previous_week', 'previous_month', 'month_to_date', 'year_to_date'] as const
export type ReportSpan = (typeof reportSpans)[number]
export const mailedFormats = ['pdf', 'xlsx'] as const

const labels = 'report_schedule'
const names = reportIndex.map(([name]) => name) as [ReportName, ...ReportName[]]
const every = z
  .union(
    [
      z.int(),
      z
        .string()
        .regex(/^[0-9]{1,3}$/)
        .transform(Number),
    ],
    { error: 'invalid_number' },
  )
  .refine((value) => value >= 1 && value <= 366, 'out_of_range')
const shared = {
  span: z.enum(reportSpans),
  format: z.enum(mailedFormats),
  language: z.enum(paperLanguages),
  unit: z.enum(recurrenceUnits),
  start_date: z.string(),
}
const record = z.object({
  id: z.int(),
  report: z.enum(names),
  ...shared,
  every: z.int(),
  /** When it comes next. */
  next_day: maybeText,
  /** The result of the last one. */
  state: maybeText,
  error: maybeText,
})
export type ReportSchedule = z.output<typeof record>

const common = { labels, admission: ['list-reports'] } as const
/** Each user's own: a report is mailed to the user who asked for it, while that user may read it. */
export const reportScheduleCalls = {
  list: defineCall({ ...common, method: 'GET', path: '/report-schedules', kind: 'options', answer: record }),
  create: defineCall({
    ...common,
    method: 'POST',
    path: '/report-schedules',
    kind: 'create',
    body: z.object({
      report: choice(names),
      /** The filters of the page as it is. */
      query: z.record(z.string(), z.string()).default({}),
      span: choice(reportSpans),
      format: choice(mailedFormats),
      language: choice(paperLanguages),
      unit: choice(recurrenceUnits),
      every,
      start_date: date,
    }),
    answer: record,
  }),
  end: defineCall({
    ...common,
    method: 'POST',
    path: '/report-schedules/:id/end',
    kind: 'action',
    params: idParams,
    answer: record,
  }),
}
