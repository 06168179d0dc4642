import { useCallback, useEffect } from 'react'
import type { SchemaForm } from '../ui/form/useSchemaForm.ts'
import type { Lines } from '../ui/lines/useLines.ts'
import { type ReferenceRow, recapped } from './referenceRow.ts'

/**
 * Cuts the rows to the payment's amount: when the amount field is left (3000 is 3 while it is being typed) and before saving, as
 * Ctrl+S leaves no field.
 */
export function useRecap({ form, beforeSaving }: SchemaForm, { rows, map }: Lines<ReferenceRow>): () => void {
  const recap = useCallback(() => {
    const before = rows()
    const next = recapped(before, String(form.getValues().amount))
    if (next.some((row, index) => row !== before[index])) map((row, index) => next[index] ?? row)
  }, [form.getValues, rows, map])
  useEffect(() => {
    beforeSaving.add(recap)
    return () => void beforeSaving.delete(recap)
  }, [beforeSaving, recap])
  return recap
}
