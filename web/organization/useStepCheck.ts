import type { UseFormReturnType } from '@mantine/form'
import type { z } from 'zod'
import { fieldErrors } from '#contract/issues.ts'
import { useErrorWords } from '../i18n/useErrorWords.ts'
import type { Values } from '../ui/form/FormScope.ts'

/** Checks one part of the form before the next step; its errors stand on its fields. */
export function useStepCheck(form: UseFormReturnType<Values>) {
  const words = useErrorWords('organization')
  return (part: string, schema: z.ZodType): boolean => {
    const result = schema.safeParse(form.getValues()[part], { reportInput: true })
    const errors = result.success ? {} : words(fieldErrors(result.error))
    form.setErrors(Object.fromEntries(Object.entries(errors).map(([path, text]) => [`${part}.${path}`, text])))
    return result.success
  }
}
