import { useForm } from '@mantine/form'
import { useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import { fieldErrors } from '#contract/issues.ts'
import { ApiError } from '../../api/ApiError.ts'
import type { Body } from '../../api/formDataOf.ts'
import { useSingleFlight } from '../../api/useSingleFlight.ts'
import { useErrorWords } from '../../i18n/useErrorWords.ts'
import { bodyOf } from './bodyOf.ts'
import type { Values } from './FormScope.ts'
import { focusFirstError } from './focusFirstError.ts'
import { useUnsaved } from './useUnsaved.ts'

type SchemaFormFacts = {
  schema: z.ZodType
  /** Words labels and errors. */
  resource: string
  values: Values
  /** The transformed input, where the form has another shape than the contract. */
  toBody?: (values: Values) => Values
  /** Saves; what the server refuses it throws. The key makes a repeated create the same create. */
  send: (body: Body, idempotencyKey: string) => Promise<void>
  onFailed: (error: unknown) => void
}

/**
 * A form validated by a schema of the contract: saved once however often it is pressed, the server's errors on their
 * fields, typed work guarded. The values it starts with are read once; remount (by `key`) for others.
 */
export function useSchemaForm({ schema, resource, values, toBody, send, onFailed }: SchemaFormFacts) {
  const words = useErrorWords(resource)
  // The idempotency key, reused until a save succeeds: a refusal used no key, and an interrupted save may have been
  // done.
  const idempotencyKey = useRef(crypto.randomUUID())
  // Prepares list fields: empty rows are removed, so that errors refer to the rows that were sent.
  const beforeSaving = useRef(new Set<() => void>()).current
  const [stage, setStage] = useState<'open' | 'saving' | 'saved'>('open')
  const body = (current: Values) => bodyOf(schema, toBody ? toBody(current) : current)
  const form = useForm<Values>({
    mode: 'uncontrolled',
    initialValues: values,
    validate: (current) => {
      const result = schema.safeParse(body(current), { reportInput: true })
      return result.success ? {} : words(fieldErrors(result.error))
    },
  })
  const guard = useUnsaved(form)
  // Errors are in the DOM only after the render that follows them; looking for the first one waits for that.
  useEffect(() => focusFirstError(form.errors), [form.errors])

  const submit = useSingleFlight(async () => {
    for (const tidy of beforeSaving) tidy()
    // Saved input stays visible until the next page is shown: pressing again does not save again.
    if ((stage === 'saved' && !form.isDirty()) || form.validate().hasErrors) return
    setStage('saving')
    try {
      await send(body(form.getValues()), idempotencyKey.current)
      setStage('saved')
      idempotencyKey.current = crypto.randomUUID()
    } catch (error) {
      setStage('open')
      if (error instanceof ApiError) form.setErrors(error.fields)
      onFailed(error)
    }
  })
  /** What would be sent; null where the form itself says what is missing. */
  const checkedBody = (): Body | null => {
    for (const tidy of beforeSaving) tidy()
    return form.validate().hasErrors ? null : body(form.getValues())
  }
  return { form, submit, checkedBody, saving: stage === 'saving', resource, schema, guard, beforeSaving }
}
export type SchemaForm = ReturnType<typeof useSchemaForm>
