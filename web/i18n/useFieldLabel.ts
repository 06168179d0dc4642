import { useCallback } from 'react'
import { useWords } from './PageWords.tsx'

/** `fields.<resource>.<field>` of the family, falling back to `fields.<field>` of the common words. */
export function useFieldLabel(resource: string): (field: string) => string {
  const { t } = useWords()
  return useCallback((field: string) => t(labelKeys(resource, field)), [t, resource])
}

export const labelKeys = (resource: string, field: string) => [`fields.${resource}.${field}`, `fields.${field}`]
