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

/**
 * What words a path: the field's own name, and its resource. A part of a larger form that is named after a resource
 * (`branch_information.name`) speaks that resource's words.
 */
export function wordedBy(path: string, resource: string): { resource: string; field: string } {
  const names = path.split('.').filter((part) => !/^\d+$/.test(part))
  const part = /^(\w+)_information$/.exec(names.at(-2) ?? '')
  return { resource: part?.[1] ?? resource, field: names.at(-1) ?? path }
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
