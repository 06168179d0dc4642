import { useUser } from '../../api/session.ts'
import { Num } from '../cells/Num.tsx'
import { formatRate } from '../values/formatRate.ts'

type Priced = { currency: { code: string }; exchange_rate: number }

/** The rate of a foreign currency on the day: `1 EUR = 4.0512 SAR`. */
export function useRateOf({ currency, exchange_rate }: Priced) {
  const own = useUser().organization.currency
  if (currency.code === own.code) return null
  return <Num>{`1 ${currency.code} = ${formatRate(exchange_rate)} ${own.code}`}</Num>
}
