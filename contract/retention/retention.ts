import { z } from 'zod'
import { retentionBases } from '#ledger/retention/retention.ts'
import { choice, date, optional } from '../fields/choice.ts'
import { percent, wire } from '../fields/decimal.ts'
import { maybeText, nullable, nullableInt } from '../fields/response-fields.ts'

/** What the payer keeps of an invoice or a bill: '' is nothing, absent keeps the stored. No day of release means on an event. */
export const retentionInput = {
  retention_percent: optional(percent),
  retention_basis: optional(choice(retentionBases)),
  retention_release_date: optional(date),
}
export type SentRetention = {
  retention_percent?: string | null | undefined
  retention_basis?: (typeof retentionBases)[number] | null | undefined
  retention_release_date?: string | null | undefined
}

/** Of a row of a list: what is retained and not released yet. It is not due, so it is part of neither amount next to it. */
export const retentionRow = { retained: wire }
const move = z.object({
  id: z.int(),
  kind: z.enum(['kept', 'released']),
  date: z.string(),
  amount: wire,
  reason: maybeText,
  entry_number: nullableInt,
})
export const retentionRecord = {
  ...retentionRow,
  retention_percent: nullable(wire),
  retention_basis: nullable(z.enum(retentionBases)),
  retention_release_date: maybeText,
  /** What is retained of the whole. */
  retention: wire,
  /** What was retained, and each release. */
  retention_moves: z.array(move),
}
