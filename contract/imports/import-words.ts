import { z } from 'zod'
import { maybeText } from '../fields/response-fields.ts'

/** The words of a file in columns of choices, references and figures. */
export const importWordsAnswer = z.object({
  columns: z.array(
    z.object({
      column: z.string(),
      label: z.string(),
      /** For a column that takes one of some words. */
      choices: z.array(z.object({ value: z.string(), label: z.string() })).readonly(),
      words: z.array(
        z.object({
          from: z.string(),
          /** Rows that say it. */
          count: z.int(),
          /** What it was said to mean. */
          to: maybeText,
          is_known: z.boolean(),
          /** The choice that the word means, said or understood. */
          means: maybeText,
        }),
      ),
    }),
  ),
})
export type ImportWords = z.output<typeof importWordsAnswer>
