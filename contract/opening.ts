import { z } from 'zod'
import { date } from './fields/choice.ts'
import { amount, wire } from './fields/decimal.ts'
import { defineCall } from './kit/resource.ts'

const admission = ['create-journal-entry'] as const
const labels = 'opening'

export const openingCalls = {
  /** Moves opening equity to capital and, for the rest, retained earnings (V52). */
  clear: defineCall({
    method: 'POST',
    path: '/accounting/opening/clear',
    kind: 'action',
    admission,
    labels,
    body: z.object({ date, capital: amount }),
    answer: z.object({ capital: wire, retained: wire }),
  }),
}
