const activities = ['net_operating', 'net_investing', 'net_financing'] as const
type StepName = 'opening_cash' | (typeof activities)[number] | 'closing_cash'
export type WaterfallStep = { name: StepName; amount: number; from: number; to: number; isBalance: boolean }

/** Each activity begins where the one before it ended; the two balances stand on zero. `low` and `high` hold all of them. */
export function waterfallSteps(amounts: ReadonlyMap<string, number>): {
  steps: WaterfallStep[]
  low: number
  high: number
} {
  const of = (name: string) => amounts.get(name) ?? 0
  const balance = (name: 'opening_cash' | 'closing_cash'): WaterfallStep => ({
    name,
    amount: of(name),
    from: 0,
    to: of(name),
    isBalance: true,
  })
  const steps = [balance('opening_cash')]
  let at = of('opening_cash')
  const add = (name: StepName, amount: number) => {
    steps.push({ name, amount, from: at, to: at + amount, isBalance: false })
    at += amount
  }
  for (const name of activities) add(name, of(name))
  steps.push(balance('closing_cash'))
  const ends = steps.flatMap(({ from, to }) => [from, to])
  return { steps, low: Math.min(0, ...ends), high: Math.max(0, ...ends) }
}
