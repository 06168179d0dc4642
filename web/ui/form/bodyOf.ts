import { z } from 'zod'
import type { Body } from '../../api/formDataOf.ts'
import type { Values } from './FormScope.ts'

/** The fields of a form that the contract's input names: other fields of a record are not sent back. */
export function bodyOf(schema: z.ZodType, values: Values): Body {
  if (!(schema instanceof z.ZodObject)) return values
  const known = new Set(Object.keys(schema.shape))
  return Object.fromEntries(Object.entries(values).filter(([key]) => known.has(key)))
}
