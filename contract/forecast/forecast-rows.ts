import { z } from 'zod'
import { activeStatus, choice, date, optional, version } from '../fields/choice.ts'
import { positiveAmount, wire } from '../fields/decimal.ts'
import { instant, maybeText } from '../fields/response-fields.ts'
import { text } from '../fields/text.ts'
import { defineResource } from '../kit/resource.ts'
import { reportPermission } from '../reports/report-index.ts'

export const forecastDirections = ['in', 'out'] as const
export const forecastRowKinds = ['wages', 'loan', 'cheque', 'what_if', 'other'] as const
export const forecastRepeats = ['none', 'week', 'month'] as const

const read = reportPermission('cash_forecast')
const write = 'type-cash-forecast'
const record = z.object({
  id: z.int(),
  name: z.string(),
  direction: z.enum(forecastDirections),
  kind: z.enum(forecastRowKinds),
  amount: wire,
  first_on: z.string(),
  repeats: z.enum(forecastRepeats),
  until_on: maybeText,
  status: z.string(),
  created_at: instant,
  version: z.int(),
})

/** What the books do not foretell: typed rows of the cash forecast, in base currency. */
export const forecastRows = defineResource('forecast_row', '/accounting/forecast-rows', {
  permissions: { list: read, read, create: write, update: write, delete: write },
  input: z.object({
    name: text,
    direction: choice(forecastDirections),
    kind: choice(forecastRowKinds),
    amount: positiveAmount,
    first_on: date,
    /** Once, where a new row does not say. */
    repeats: choice(forecastRepeats).optional(),
    until_on: optional(date),
    status: activeStatus,
    version,
  }),
  record,
  row: record,
  list: {
    search: ['name'],
    sort: ['name', 'direction', 'kind', 'amount', 'first_on', 'status', 'created_at'],
    order: 'first_on',
    filter: { status: activeStatus },
  },
})
