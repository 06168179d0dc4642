import { z } from 'zod'

/** The form of answers: instants as ISO 8601 in UTC, dates as stored, absent values as null. */
export const instant = z
  .union([z.date().transform((value) => value.toISOString()), z.string()])
  .meta({ type: 'string', format: 'date-time' })
export const nullable = <T extends z.ZodType>(schema: T) =>
  schema
    .nullish()
    .transform((value) => value ?? null)
    .meta({ description: 'null where there is none' })
/** Made once each: every record has some of them, and each takes five kilobytes. */
export const maybeText = nullable(z.string())
export const nullableInt = nullable(z.int())
/** The names of a referenced row, in both languages where it has them. */
export const reference = z.object({ id: z.int(), name: z.string(), name_en: maybeText })
