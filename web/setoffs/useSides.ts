import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { documents } from '#contract/documents/document-calls.ts'
import { purchases, type Side, sales } from '#contract/documents/sides.ts'
import { fillable } from '#ledger/allocation.ts'
import { type Decimal, decimal, min, parseDecimal, sum, text, zero } from '#ledger/money.ts'
import { useFreshOptions } from '../api/options.ts'
import { optionsOf } from '../api/optionsOf.ts'
import { useCurrencyOf } from '../api/useCurrencyOf.ts'
import type { OpenDocument } from '../payments/referenceRow.ts'
import { filledField, filledRows } from '../payments/useFilledAmounts.ts'
import type { Values } from '../ui/form/FormScope.ts'
import { useWatched } from '../ui/form/useWatched.ts'

type Form = UseFormReturnType<Values>
type Amounts = Readonly<Record<string, string>>
export type SetOffSide = {
  list: 'receivables' | 'payables'
  side: Side
  open: readonly OpenDocument[]
  amounts: Amounts
  total: Decimal
  /** The server's name of the amount of a document. */
  fieldOf(id: number): string
  errorOf(id: number): string | undefined
  put(id: number, amount: string): void
}

/** The open documents of both sides in the selected currency, the typed amounts, and the difference. */
export function useSides(form: Form) {
  const currencyId = useWatched(form, 'currency_id')
  const customer = useWatched(form, 'customer_id')
  const supplier = useWatched(form, 'supplier_id')
  const currency = useCurrencyOf()(currencyId)
  const receivables = useSide(form, 'receivables', sales, customer, currencyId)
  const payables = useSide(form, 'payables', purchases, supplier, currencyId)
  /** As much as both sides allow, the oldest due first. */
  const fill = () => {
    const most = min(remaining(receivables.open), remaining(payables.open))
    for (const side of [receivables, payables]) side.putAll(spread(side.open, most))
  }
  return {
    sides: [receivables, payables] as const,
    currency,
    difference: receivables.total.minus(payables.total).abs(),
    fill,
    isChosen: customer !== '' && supplier !== '',
  }
}

function useSide(form: Form, list: SetOffSide['list'], side: Side, party: string, currencyId: string) {
  const options = useFreshOptions(optionsOf(documents[side.document as 'invoice']), {
    [side.partyField]: party || undefined,
  })
  // Amounts of another party's documents are discarded.
  const [typed, setTyped] = useState<{ of: string; amounts: Amounts }>({ of: '', amounts: {} })
  const of = `${party}.${currencyId}`
  const amounts = typed.of === of ? typed.amounts : {}
  const offered = party === '' ? [] : (options.data ?? [])
  const open = offered.filter((row) => row.remaining_amount > 0 && String(row.currency_id) === currencyId)
  const rowsOf = (from: Amounts) => filledRows(open, from)
  const putAll = (next: Amounts) => {
    setTyped({ of, amounts: next })
    form.setFieldValue(list, rowsOf(next), { forceUpdate: false })
    form.clearErrors()
  }
  const fieldOf = (id: number) => filledField(form.errors, list, rowsOf(amounts), id)
  return {
    list,
    side,
    open,
    amounts,
    putAll,
    fieldOf,
    total: sum(open.map(({ id }) => figureOf(amounts[id]))),
    put: (id: number, amount: string) => putAll({ ...amounts, [id]: amount }),
    errorOf: (id: number) => {
      const error = form.errors[fieldOf(id)]
      return error ? String(error) : undefined
    },
  }
}

const figureOf = (typed: string | undefined): Decimal => {
  const parsed = parseDecimal(typed ?? '')
  return parsed === null ? zero : decimal(parsed)
}
const remaining = (open: readonly OpenDocument[]) => sum(open.map((row) => row.remaining_amount))

function spread(open: readonly OpenDocument[], most: Decimal): Amounts {
  const taken: string[] = []
  return Object.fromEntries(
    open.map((row) => {
      const amount = text(fillable(row.remaining_amount, most, taken))
      taken.push(amount)
      return [row.id, amount === '0' ? '' : amount]
    }),
  )
}
