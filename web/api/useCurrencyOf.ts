import { lookUps } from '#contract/organization.ts'
import { useOptions } from './options.ts'

export type Currency = { id: number; code: string; symbol: string; decimals: number }

/** The currency of an id in a record or a field; undefined until the currencies are loaded. */
export function useCurrencyOf(): (id: unknown) => Currency | undefined {
  const currencies = useOptions(lookUps.currencies).data as Currency[] | undefined
  return (id) => currencies?.find((currency) => String(currency.id) === String(id))
}
