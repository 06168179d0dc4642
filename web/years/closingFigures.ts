import type { YearClosing } from '#contract/years.ts'

/** The result that closing moves, as profit or loss, and the branches on the same side: they sum to it. */
export function closingFigures({ profit, branches }: Pick<YearClosing, 'profit' | 'branches'>) {
  const side = profit < 0 ? -1 : 1
  return {
    word: profit < 0 ? 'loss' : 'profit',
    amount: profit * side,
    branches: branches.map((branch) => ({ ...branch, amount: branch.profit * side })),
  } as const
}
