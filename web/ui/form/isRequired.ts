import { z } from 'zod'

/** Whether the schema refuses an empty field; the star in the form follows the contract and is not said twice. */
export function isRequired(schema: z.ZodType, field: string): boolean {
  if (!(schema instanceof z.ZodObject)) return false
  const inner = (schema.shape as Record<string, z.ZodType | undefined>)[field]
  return inner !== undefined && !inner.safeParse(undefined).success
}
