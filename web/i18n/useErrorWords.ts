import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { type FieldError, type FieldErrors, wordedBy } from '#contract/issues.ts'
import { useWords } from './PageWords.tsx'
import { labelKeys } from './useFieldLabel.ts'

/** Codes from the contract's schemas to sentences; the field of a row is worded by its last name. */
export function useErrorWords(resource: string): (errors: FieldErrors) => Record<string, string> {
  const { t } = useTranslation('errors')
  const { t: own } = useWords()
  return useCallback(
    (errors: FieldErrors) => {
      const word = (path: string, { code, params }: FieldError) => {
        const { resource: of, field } = wordedBy(path, resource)
        const keys = [`${code}_by_field.${of}.${field}`, code, 'invalid_value']
        return t(keys, { ns: 'errors', field: own(labelKeys(of, field)), ...params })
      }
      return Object.fromEntries(Object.entries(errors).map(([path, error]) => [path, word(path, error)]))
    },
    [t, own, resource],
  )
}
