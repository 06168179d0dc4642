import type { RevaluationLine } from '#contract/revaluations.ts'
import { useSearchParam } from './useSearchParam.ts'

type Ticked = ReadonlySet<number>

/**
 * The accounts of cash that are revalued: those that hold foreign money, until somebody ticks. Then they stand in the address as
 * `cash=12,15`, or `cash=none`.
 */
export const useSelectedBalances = (lines: readonly RevaluationLine[]) =>
  useSearchParam<Ticked>('cash', {
    read: (written) => (written === undefined ? heldIn(lines) : readCash(written, lines)),
    write: (ticked) => [...ticked].join() || 'none',
  })

const heldIn = (lines: readonly RevaluationLine[]): Ticked =>
  new Set(lines.flatMap(({ account_id, is_held }) => (account_id !== null && is_held ? [account_id] : [])))

/** Of an address that somebody sent only what is shown. */
function readCash(written: string, lines: readonly RevaluationLine[]): Ticked {
  const named = new Set(written.split(',').map(Number))
  return new Set(lines.flatMap(({ account_id }) => (account_id !== null && named.has(account_id) ? [account_id] : [])))
}
