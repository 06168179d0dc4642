import { z } from 'zod'
import { wire } from '../fields/decimal.ts'
import { maybeText } from '../fields/response-fields.ts'

/** What settled an amount due that no document of ours made: a payment, a note, a set-off; what was written off has no number. */
export const settledBy = z.object({
  item_id: z.int(),
  kind: z.string(),
  id: z.int(),
  number: maybeText,
  date: z.string(),
  amount: wire,
})
export type SettledBy = z.output<typeof settledBy>
