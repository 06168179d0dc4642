import type { Resource } from '#contract/kit/resource.ts'
import { type Id, type RecordOf, useSave } from '../../api/resource.ts'
import { showFailure, showSuccess, thingOf } from '../../api/toasts.ts'
import type { Values } from './FormScope.ts'
import { type SchemaForm, useSchemaForm } from './useSchemaForm.ts'

type RecordFormFacts<R extends Resource> = {
  resource: R
  /** null creates. */
  id: Id | null
  values: Values
  /** The transformed input, where the form has another shape than the contract. */
  toBody?: (values: Values) => Values
  onSaved: (record: RecordOf<R>) => void
  /** What the toast says of it, where its number or name is not enough. */
  named?: (record: RecordOf<R>) => { thing: string; link?: { to: string; label: string } }
}

/** A form that creates or updates one record of a resource, with the toasts that go with it. */
export function useRecordForm<R extends Resource>({
  resource,
  id,
  values,
  toBody,
  onSaved,
  named,
}: RecordFormFacts<R>) {
  const save = useSave(resource)
  const form: SchemaForm = useSchemaForm({
    schema: resource.input,
    resource: resource.name,
    values,
    toBody,
    send: async (body, idempotencyKey) => {
      const record = await save.mutateAsync({ id, body, idempotencyKey })
      form.guard.release()
      const { thing = thingOf(record as object), link } = named?.(record) ?? {}
      showSuccess(id === null ? 'created' : 'updated', thing, link)
      onSaved(record)
    },
    onFailed: (error) => showFailure(id === null ? 'creation_failed' : 'update_failed', error),
  })
  return form
}
