import type { z } from 'zod'

export type FieldError = { code: string; params?: Record<string, string | number> }
export type FieldErrors = Record<string, FieldError>

/** The first problem of each field as a code; the path is spelled as the form names it (`items.2.quantity`). */
export function fieldErrors(error: z.ZodError): FieldErrors {
  const errors: FieldErrors = {}
  for (const issue of error.issues) {
    const path = issue.path.map(String).join('.')
    errors[path] ??= fieldError(issue)
  }
  return errors
}

function fieldError(issue: z.core.$ZodIssue): FieldError {
  if (/^[a-z][a-z_]*$/.test(issue.message)) return { code: issue.message, params: bounds(issue) }
  if (issue.code === 'invalid_type')
    return { code: issue.input === undefined || issue.input === null ? 'required' : 'invalid_value' }
  // A figure out of its bounds is no number of rows.
  const isOfRows = 'origin' in issue && issue.origin === 'array'
  if (isOfRows && issue.code === 'too_big') return { code: 'too_many_rows', params: bounds(issue) }
  if (isOfRows && issue.code === 'too_small') return { code: 'too_few_rows', params: bounds(issue) }
  return { code: 'invalid_value' }
}

function bounds(issue: z.core.$ZodIssue): Record<string, string | number> | undefined {
  if (issue.code === 'too_big') return { maximum: Number(issue.maximum) }
  if (issue.code === 'too_small') return { minimum: Number(issue.minimum) }
  return undefined
}
