import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { parseDecimal } from '#ledger/money.ts'
import type { Values } from '../ui/form/FormScope.ts'

type Amounts = Readonly<Record<string, string>>

/**
 * An amount for each document of a list, of which only the filled ones are sent: the form holds only these, so that the
 * row of an error is the right row even if rows above it are empty.
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

/** The server's name of a document's amount: by its row among those that are sent. A refused one gets the focus. */
export function filledField(
  errors: Readonly<Record<string, unknown>>,
  list: string,
  sent: readonly { reference_id: string }[],
  id: number,
): string {
  const row = `${list}.${sent.findIndex(({ reference_id }) => reference_id === String(id))}`
  return errors[`${row}.reference_id`] ? `${row}.reference_id` : `${row}.amount`
}
