import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldError, FieldErrors } from '#contract/issues.ts'
import { useFieldLabel } from './useFieldLabel.ts'

/** Codes from the contract's schemas to sentences; the field of a row is worded by its last name. */
export function useErrorWords(resource: string): (errors: FieldErrors) => Record<string, string> {
  const { t } = useTranslation('errors')
  const label = useFieldLabel(resource)
  return useCallback(
    (errors: FieldErrors) => {
      const word = (path: string, { code, params }: FieldError) => {
        const field = lastName(path)
        const keys = [`${code}_by_field.${resource}.${field}`, code, 'invalid_value']
        return t(keys, { ns: 'errors', field: label(field), ...params })
      }
      return Object.fromEntries(Object.entries(errors).map(([path, error]) => [path, word(path, error)]))
    },
    [t, label, resource],
  )
}

const lastName = (path: string) =>
  path
    .split('.')
    .filter((part) => !/^\d+$/.test(part))
    .at(-1) ?? path
