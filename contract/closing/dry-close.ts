import { z } from 'zod'
import { boolean } from '../fields/choice.ts'
import { wire } from '../fields/decimal.ts'
import { instant, nullable } from '../fields/response-fields.ts'
import { defineCall } from '../kit/resource.ts'
import { reportPermission } from '../reports/report-index.ts'

const range = { from: z.string(), to: z.string() }
const outcome = z.object({
  at: instant,
  month: z.object(range),
  /** Null where no open year takes the month. */
  year: nullable(z.object({ name: z.string(), ...range })),
  /** How many steps stop the month, and how many things the year. */
  month_stops: z.int(),
  year_stops: z.int(),
  /** How many entries closing would post. */
  entries: z.int(),
  /** Of the year, as it would be. */
  profit: wire,
})
export type DryCloseOutcome = z.output<typeof outcome>
const state = z.object({ is_nightly: z.boolean(), last: nullable(outcome) })
export type DryCloseState = z.output<typeof state>

const common = {
  path: '/accounting/dry-close',
  admission: [reportPermission('dry_close')],
  labels: 'month_close',
  answer: state,
} as const

/** Closing the month and the year dry: what stops it, what it would post. The report shows it now, a night stores its outcome. */
export const dryCloseCalls = {
  show: defineCall({ ...common, method: 'GET', kind: 'item' }),
  /** Each night from now on, or no more. */
  nightly: defineCall({
    ...common,
    path: '/accounting/dry-close/nightly',
    method: 'POST',
    kind: 'action',
    body: z.object({ is_on: boolean }),
  }),
}
