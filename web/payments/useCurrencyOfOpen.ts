import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useRef } from 'react'
import type { Values } from '../ui/form/FormScope.ts'
import type { OpenDocument } from './referenceRow.ts'

/** Another party was chosen, and all that is open of it is in one currency: the payment is in that one. */
export function useCurrencyOfOpen(
  form: UseFormReturnType<Values>,
  partyId: string,
  open: readonly OpenDocument[] | undefined,
): void {
  const lastParty = useRef(partyId)
  useEffect(() => {
    if (open === undefined || lastParty.current === partyId) return
    lastParty.current = partyId
    const currencies = new Set(
      open.filter(({ remaining_amount }) => remaining_amount > 0).map((one) => one.currency_id),
    )
    const [only] = currencies
    if (partyId !== '' && currencies.size === 1) form.setFieldValue('currency_id', String(only))
  }, [open, partyId, form.setFieldValue])
}
