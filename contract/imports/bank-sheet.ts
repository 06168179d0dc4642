import { z } from 'zod'
import { choice } from '../fields/choice.ts'
import { maybeText } from '../fields/response-fields.ts'

/** What the columns of a bank's table can be. */
export const statementColumns = [
  ...(['date', 'value_date', 'description', 'debit', 'credit', 'amount'] as const),
  ...(['direction', 'balance', 'reference', 'counterparty'] as const),
] as const
export type StatementColumn = (typeof statementColumns)[number]
/** The position of each column in the table, from 0. */
export const sheetColumns = z
  .array(
    z.object({
      column: choice(statementColumns),
      source: z.coerce
        .number({ error: () => 'invalid_number' })
        .int()
        .min(0)
        .max(199),
    }),
  )
  .max(20, 'too_many_rows')
export const sheetAnswer = z.object({
  format: z.string(),
  /** Of a table; empty for the formats that name their fields. */
  heads: z.array(z.string()),
  sample: z.array(z.array(z.string())),
  columns: z.array(z.object({ column: z.string(), source: z.int() })),
  /** The columns were chosen for this account before. */
  is_remembered: z.boolean(),
  /** A day and an amount are known. */
  is_complete: z.boolean(),
  /** The currency that the file says; null if it says none. */
  currency: maybeText,
  /** A day as it is written and as either order reads it, if nothing in the file proves which one is meant. */
  doubtful_day: z.union([z.object({ written: z.string(), dmy: z.string(), mdy: z.string() }), z.null()]),
  /** The currency that the account seems to have, and whether neither the file nor an earlier statement says it. */
  account_currency_id: z.int(),
  asks_currency: z.boolean(),
})
export type StatementSheet = z.output<typeof sheetAnswer>
