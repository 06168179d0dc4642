import { type Decimal, sum } from '#ledger/money.ts'

/** A quantity, and by how much each day after the first one of the facts changed it. */
export type DatedQuantity = { quantity: Decimal; later: readonly { day: string; quantity: Decimal }[] }
export type QuantityChange = { date: string; quantity: Decimal }

/** What there is at the end of a day and of each later one, after the changes of a plan. `from`: the first day that is known. */
export function runningBalances(
  { quantity, later }: DatedQuantity,
  date: string,
  planned: readonly QuantityChange[],
  from: string,
): [Decimal, ...Decimal[]] {
  if ([date, ...planned.map((change) => change.date)].some((day) => day < from))
    throw new Error(`the stock is known from ${from} on`)
  const written = later.filter(({ day }) => day > date)
  const plannedLater = planned
    .filter((change) => change.date > date)
    .map(({ date: day, ...rest }) => ({ ...rest, day }))
  const here = planned.filter((change) => change.date <= date)
  let balance = quantity.minus(totalOf(written)).plus(totalOf(here))
  const balances: [Decimal, ...Decimal[]] = [balance]
  const days = Map.groupBy([...written, ...plannedLater], ({ day }) => day)
  for (const day of [...days.keys()].sort()) {
    balance = balance.plus(totalOf(days.get(day) ?? []))
    balances.push(balance)
  }
  return balances
}

export const totalOf = (changes: readonly { quantity: Decimal }[]): Decimal =>
  sum(changes.map(({ quantity }) => quantity))
