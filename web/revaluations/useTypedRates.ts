import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { RevaluationLine } from '#contract/revaluations.ts'
import type { Rates } from './revaluationFigures.ts'

/** The rates that were typed over stand in the address beside the day, so that a reload keeps them: `rates=2:4.20;3:3.75`. */
export function useTypedRates(lines: readonly RevaluationLine[]): [Rates, (rates: Rates) => void] {
  const { rates: written = '' } = useSearch({ strict: false }) as { rates?: string }
  const navigate = useNavigate()
  const [rates, setRates] = useState(() => readRates(written, new Set(lines.map((line) => line.currency_id))))
  function type(typed: Rates) {
    setRates(typed)
    const rates = Object.entries(typed).map(([currency, rate]) => `${currency}:${rate}`)
    void navigate({
      to: '.',
      search: ((before: object) => ({ ...before, rates: rates.join(';') })) as never,
      replace: true,
    })
  }
  return [rates, type]
}

/** Of an address that somebody sent only what belongs to the balances that are shown. */
function readRates(written: string, currencies: ReadonlySet<number>): Rates {
  const pairs = written.split(';').map((pair) => pair.split(':') as [string, string | undefined])
  return Object.fromEntries(
    pairs.flatMap(([currency, rate]) =>
      rate !== undefined && currencies.has(Number(currency)) ? [[currency, rate]] : [],
    ),
  )
}
