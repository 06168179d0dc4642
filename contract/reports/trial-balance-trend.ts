import { z } from 'zod'
import { date } from '../fields/choice.ts'
import { wire } from '../fields/decimal.ts'
import { defineCall } from '../kit/resource.ts'
import { reports } from './reports.ts'

/** The balances of every account at the end of twelve months up to a day, debit positive: the lines in the rows of the trial balance. */
export const trialBalanceTrendCall = defineCall({
  method: 'GET',
  path: '/reports/trial-balance/trend',
  kind: 'report',
  admission: reports.trialBalance.calls.show.admission,
  labels: 'report',
  query: z.object({ to: date.optional() }),
  answer: z.object({
    months: z.array(z.string()),
    accounts: z.array(z.object({ id: z.int(), balances: z.array(wire) })),
  }),
})
export type TrialBalanceTrend = z.output<typeof trialBalanceTrendCall.answer>
