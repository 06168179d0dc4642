import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { parseDecimal } from '#ledger/money.ts'
import type { Values } from '../ui/form/FormScope.ts'

type Amounts = Readonly<Record<string, string>>

/**
 * An amount beside each document of a list, of which only those that were filled are sent: the form holds just these, so
 * that an error's row is the row it belongs to whatever stands empty above it.
 */
export function useFilledAmounts(
  form: UseFormReturnType<Values>,
  list: string,
  documents: readonly { id: number }[],
  start: Amounts,
) {
  const [amounts, setAmounts] = useState(start)
  const put = (id: number, amount: string) => {
    const next = { ...amounts, [id]: amount }
    setAmounts(next)
    form.setFieldValue(list, filledRows(documents, next), { forceUpdate: false })
    form.clearErrors()
  }
  const fieldOf = (id: number) => filledField(form.errors, list, filledRows(documents, amounts), id)
  const errorOf = (id: number): string | undefined => {
    const error = form.errors[fieldOf(id)]
    return error ? String(error) : undefined
  }
  return { amounts, put, fieldOf, errorOf }
}

export const filledRows = (documents: readonly { id: number }[], amounts: Amounts) =>
  documents
    .filter(({ id }) => (amounts[id] ?? '').trim() !== '' && parseDecimal(amounts[id] ?? '') !== '0')
    .map(({ id }) => ({ reference_id: String(id), amount: amounts[id] ?? '' }))

/** What the server calls the figure beside a document: by its row among those that are sent. What it refuses has the focus. */
export function filledField(
  errors: Readonly<Record<string, unknown>>,
  list: string,
  sent: readonly { reference_id: string }[],
  id: number,
): string {
  const row = `${list}.${sent.findIndex(({ reference_id }) => reference_id === String(id))}`
  return errors[`${row}.reference_id`] ? `${row}.reference_id` : `${row}.amount`
}
