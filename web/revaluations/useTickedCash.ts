import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { RevaluationLine } from '#contract/revaluations.ts'

type Ticked = ReadonlySet<number>

/**
 * The accounts of cash that are revalued: those that hold foreign money, until somebody ticks. Then they stand in the address, as the
 * typed rates do: `cash=12,15`, or `cash=none`.
 */
export function useTickedCash(lines: readonly RevaluationLine[]): [Ticked, (ticked: Ticked) => void] {
  const { cash: written } = useSearch({ strict: false }) as { cash?: string }
  const navigate = useNavigate()
  const [cash, setCash] = useState<Ticked>(() => (written === undefined ? heldIn(lines) : readCash(written, lines)))
  function tick(ticked: Ticked) {
    setCash(ticked)
    const search = (before: object) => ({ ...before, cash: [...ticked].join() || 'none' })
    void navigate({ to: '.', search: search as never, replace: true })
  }
  return [cash, tick]
}

const heldIn = (lines: readonly RevaluationLine[]): Ticked =>
  new Set(lines.flatMap(({ account_id, is_held }) => (account_id !== null && is_held ? [account_id] : [])))

/** Of an address that somebody sent only what is shown. */
function readCash(written: string, lines: readonly RevaluationLine[]): Ticked {
  const named = new Set(written.split(',').map(Number))
  return new Set(lines.flatMap(({ account_id }) => (account_id !== null && named.has(account_id) ? [account_id] : [])))
}
