import { z } from 'zod'
import { wire } from '../fields/decimal.ts'
import { maybeText } from '../fields/response-fields.ts'

/** What settled an open item of a manual entry: a payment, a note, a set-off. A write-off has no number. */
export const settledBy = z.object({
  item_id: z.int(),
  kind: z.string(),
  id: z.int(),
  number: maybeText,
  date: z.string(),
  amount: wire,
})
export type SettledBy = z.output<typeof settledBy>
