import type { RevaluationLine } from '#contract/revaluations.ts'
import type { Rates } from './revaluationFigures.ts'
import { useSearchParam } from './useSearchParam.ts'

/** The rates that were typed over, in the address as `rates=2:4.20;3:3.75`. */
export const useTypedRates = (lines: readonly RevaluationLine[]) =>
  useSearchParam<Rates>('rates', {
    read: (written = '') => readRates(written, new Set(lines.map((line) => line.currency_id))),
    write: (rates) =>
      Object.entries(rates)
        .map(([currency, rate]) => `${currency}:${rate}`)
        .join(';'),
  })

/** Only currencies of the address that are shown. */
function readRates(written: string, currencies: ReadonlySet<number>): Rates {
  const pairs = written.split(';').map((pair) => pair.split(':') as [string, string | undefined])
  return Object.fromEntries(
    pairs.flatMap(([currency, rate]) =>
      rate !== undefined && currencies.has(Number(currency)) ? [[currency, rate]] : [],
    ),
  )
}
