import type { UseFormReturnType } from '@mantine/form'
import { formatNumber } from '#contract/paper/format-number.ts'
import { decimal, parseDecimal, ratio } from '#ledger/money.ts'
import { useUser } from '../api/session.ts'
import type { Values } from '../ui/form/FormScope.ts'
import { useWatched } from '../ui/form/useWatched.ts'

const figure = (typed: string) => decimal(parseDecimal(typed || '0') ?? '0')

/** The default of base and tax, computed with the same functions as on the server. */
export function useComputedVatBase(form: UseFormReturnType<Values>, rate: number): { base: string; vat: string } {
  const { decimals } = useUser().organization.currency
  const value = useWatched(form, 'customs_value')
  const duty = useWatched(form, 'duty')
  const typedBase = useWatched(form, 'vat_base')
  const sum = figure(value).plus(figure(duty))
  const base = typedBase.trim() === '' ? sum : figure(typedBase)
  const shown = (amount: typeof sum) => formatNumber(amount, decimals)
  return { base: shown(sum), vat: shown(ratio(base, rate, 100, decimals)) }
}
