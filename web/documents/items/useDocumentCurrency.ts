import { useMemo } from 'react'
import type { Side } from '#contract/documents/sides.ts'
import { documentDecimals } from '#contract/e-invoice/document-decimals.ts'
import { useUser } from '../../api/session.ts'
import { type Currency, useCurrencyOf } from '../../api/useCurrencyOf.ts'
import { today } from '../../ui/today.ts'

type CurrencyRequest = { side: Side; currencyId: string; isPosted: boolean; awaitsStamp: boolean }

/** The currency of a document with the decimals of its amounts. A posted one that awaits no stamp keeps those it was posted with. */
export function useDocumentCurrency({
  side,
  currencyId,
  isPosted,
  awaitsStamp,
}: CurrencyRequest): Currency | undefined {
  const currency = useCurrencyOf()(currencyId)
  const { tax_number, phase_2_since: since } = useUser().organization
  const isUnderPhase2 =
    side.name === 'sales' && tax_number !== null && since !== null && since <= today() && (!isPosted || awaitsStamp)
  return useMemo(
    () => currency && { ...currency, decimals: documentDecimals(currency.decimals, isUnderPhase2) },
    [currency, isUnderPhase2],
  )
}
