import type { UseFormReturnType } from '@mantine/form'
import { createContext, use } from 'react'
import type { z } from 'zod'

export type Values = Record<string, unknown>
type Scope = {
  form: UseFormReturnType<Values>
  /** Words the labels: `fields.<resource>.<field>`. */
  resource: string
  /** Says which fields are required. */
  schema: z.ZodType
  /** Put before each field's name, for a part of a larger form: `branch_information.` */
  prefix?: string
}

/** The form that the fields inside belong to. */
export const FormScope = createContext<Scope | null>(null)

export function useFormScope(): Scope {
  const scope = use(FormScope)
  if (!scope) throw new Error('a field needs a form around it')
  return scope
}
