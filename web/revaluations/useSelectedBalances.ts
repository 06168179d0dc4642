import type { RevaluationLine } from '#contract/revaluations.ts'
import { useSearchParam } from './useSearchParam.ts'

type Ticked = ReadonlySet<number>

/**
 * The cash accounts to revalue: by default those with foreign currency. A selection is in the address as `cash=12,15`,
 * or `cash=none`.
 */
export const useSelectedBalances = (lines: readonly RevaluationLine[]) =>
  useSearchParam<Ticked>('cash', {
    read: (written) => (written === undefined ? heldIn(lines) : readCash(written, lines)),
    write: (ticked) => [...ticked].join() || 'none',
  })

const heldIn = (lines: readonly RevaluationLine[]): Ticked =>
  new Set(lines.flatMap(({ account_id, is_held }) => (account_id !== null && is_held ? [account_id] : [])))

/** Only accounts of the address that are shown. */
function readCash(written: string, lines: readonly RevaluationLine[]): Ticked {
  const named = new Set(written.split(',').map(Number))
  return new Set(lines.flatMap(({ account_id }) => (account_id !== null && named.has(account_id) ? [account_id] : [])))
}
