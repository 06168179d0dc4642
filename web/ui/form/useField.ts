import { useMemo } from 'react'
import { useFieldLabel } from '../../i18n/useFieldLabel.ts'
import { useFormScope } from './FormScope.ts'
import { isRequired } from './isRequired.ts'

/** The common parts of a field: label, required mark, position in the form, and a mark by which an error finds it. */
export function useField(name: string) {
  const { form, resource, schema, prefix = '' } = useFormScope()
  const label = useFieldLabel(resource)(name)
  const required = useMemo(() => isRequired(schema, name), [schema, name])
  const path = `${prefix}${name}`
  return {
    form,
    path,
    label,
    key: form.key(path),
    control: { ...form.getInputProps(path), label, withAsterisk: required, 'data-field': path },
  }
}
