import { z } from 'zod'
import { cleanCode, foldDigits } from './clean-text.ts'

/** A record's number; as text in any digits, with spaces around it. */
export const id = z.union(
  [
    z.int().positive('invalid_choice').max(Number.MAX_SAFE_INTEGER, 'invalid_choice'),
    z
      .string()
      .overwrite((value) => foldDigits(value).trim())
      .regex(/^[1-9][0-9]{0,14}$/)
      .transform(Number),
  ],
  {
    error: (issue) =>
      issue.input === undefined || issue.input === null || issue.input === '' ? 'required' : 'invalid_choice',
  },
)
export const boolean = z.union(
  [z.boolean(), z.stringbool({ truthy: ['1', 'true', 'on'], falsy: ['0', 'false', 'off', ''] })],
  {
    error: 'invalid_choice',
  },
)
/** `YYYY-MM-DD` of the Gregorian calendar, 1990 to 2100; Arabic digits are folded. */
export const date = z.preprocess(
  (value) => (typeof value === 'string' ? foldDigits(cleanCode(value)) : value),
  z
    .string()
    .min(1, 'required')
    .refine((value) => isCalendarDate(value), 'invalid_date'),
)

export const activeStatus = z.enum(['active', 'inactive'], { error: choiceError })
export const partyStatus = z.enum(['pending', 'active', 'inactive', 'blocked'], { error: choiceError })
export const choice = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, { error: choiceError })

const emptied = (value: unknown) => (value === '' || value === 'null' || value === null ? null : value)
const optionalOf = <T extends z.ZodType>(schema: T) => z.preprocess(emptied, schema.nullable()).optional()
const optionals = new WeakMap<z.ZodType, unknown>()
/** '' and null mean "empty it", an absent key means "leave it". Made once for each schema, as many forms have the same. */
export function optional<T extends z.ZodType>(schema: T): ReturnType<typeof optionalOf<T>> {
  const made = (optionals.get(schema) as ReturnType<typeof optionalOf<T>> | undefined) ?? optionalOf(schema)
  optionals.set(schema, made)
  return made
}

/** A status that a form sends as '' before it has one is not named. */
export const namedStatus = <T extends z.ZodType>(status: T) =>
  z.preprocess((value) => (value === '' || value === null ? undefined : value), status.optional()).optional()

/** Rows that stay where the key is absent; '' and null, as a form sends a list without rows, empty them. */
export const optionalRows = <T extends z.ZodType>(rows: T) =>
  z.preprocess((value) => (value === '' || value === null ? [] : value), rows).optional()

export type Upload = { filename: string; mimetype: string; data: Uint8Array }
/** One uploaded file: a browser `File` in a form, the bytes on the server. An empty file control sends ''. */
const isUpload = (value: unknown) => value instanceof Blob || (value as Upload | undefined)?.data instanceof Uint8Array
/** Instead of an image: deletes the stored one. An empty control sends nothing, so this needs its own value. */
export const noImage = 'remove'
export const file = z
  .preprocess(
    (value) => (value === '' || value === null || value === 'null' ? undefined : value),
    z
      .custom<Upload | Blob | typeof noImage>((value) => value === noImage || isUpload(value), 'invalid_file')
      .optional(),
  )
  .optional()
/** The one file a form is about. */
export const requiredFile = z.custom<Upload | Blob>(isUpload, 'required')
/** A file of rows to import, larger than a picture or a paper. */
export const largeFile = z.custom<Upload | Blob>(isUpload, 'required')
/** For records that every Save posts: a request for a draft is refused instead of posted. */
export const noDraft = z
  .unknown()
  .refine((value) => value !== 'draft', 'draft_not_offered')
  .optional()
/** The row version the editor had in hand, 0 of what was never saved; absent means the caller does not ask for the check. */
export const version = z
  .union(
    [
      z.int().nonnegative('invalid_number'),
      z
        .string()
        .regex(/^[0-9]{1,9}$/)
        .transform(Number),
    ],
    { error: 'invalid_number' },
  )
  .optional()

function choiceError(issue: { input: unknown }) {
  return issue.input === undefined || issue.input === null || issue.input === '' ? 'required' : 'invalid_choice'
}

function isCalendarDate(value: string): boolean {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value)
  if (!parts) return false
  const [year, month, day] = parts.slice(1).map(Number) as [number, number, number]
  const time = new Date(Date.UTC(year, month - 1, day))
  return year >= 1990 && year <= 2100 && time.getUTCMonth() === month - 1 && time.getUTCDate() === day
}
