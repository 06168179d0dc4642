import type { YearClosing } from '#contract/years.ts'

/** What closing moves, as a profit or as a loss, and the branches on the same side: they add up to it. */
export function closingFigures({ profit, branches }: Pick<YearClosing, 'profit' | 'branches'>) {
  const side = profit < 0 ? -1 : 1
  return {
    word: profit < 0 ? 'loss' : 'profit',
    amount: profit * side,
    branches: branches.map((branch) => ({ ...branch, amount: branch.profit * side })),
  } as const
}
