import { z } from 'zod'
import type { Body } from '../../api/formDataOf.ts'
import type { Values } from './FormScope.ts'

/** Of all that a form holds, what the contract's input names: a record's answers are not sent back. */
export function bodyOf(schema: z.ZodType, values: Values): Body {
  if (!(schema instanceof z.ZodObject)) return values
  const known = new Set(Object.keys(schema.shape))
  return Object.fromEntries(Object.entries(values).filter(([key]) => known.has(key)))
}
