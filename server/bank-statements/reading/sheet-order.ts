import { type Decimal, decimal, text } from '#ledger/money.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { SheetLine } from './sheet-lines.ts'

/**
 * The lines from the earliest. Banks print either order, and some both at once: the running balance tells which it is. A balance that
 * follows from no order is a line that is missing or was changed.
 */
export function fromEarliest(lines: readonly SheetLine[], field: string): readonly SheetLine[] {
  const reversed = lines.toReversed()
  const orders = isLatestFirst(lines) ? [reversed, lines] : [lines, reversed]
  const sorted = [lines, reversed].map((order) => order.toSorted((one, other) => one.date.localeCompare(other.date)))
  // A day of its own for what is posted later is no order of days, but one of balances.
  const all = [...orders.filter(isByDay), ...sorted, ...orders]
  const following = all.find((order) => breakIn(order) === null) ?? threaded(sorted[0] as SheetLine[])
  if (following) return following
  const broken = breakIn(orders[0] as SheetLine[]) as Break
  throw new Refusal('statement_balance', { field, params: { row: broken.number, difference: broken.difference } })
}

function isLatestFirst(lines: readonly SheetLine[]): boolean {
  const [first, last] = [lines[0], lines.at(-1)]
  return first !== undefined && last !== undefined && first.date > last.date
}

const isByDay = (lines: readonly SheetLine[]): boolean =>
  lines.every(({ date }, index) => index === 0 || date >= (lines[index - 1] as SheetLine).date)

type Break = { number: number; difference: string }

/** The first line whose balance does not follow from the one before it; some banks write one only at the end of a day. */
function breakIn(lines: readonly SheetLine[]): Break | null {
  let expected: Decimal | null = null
  for (const { number, amount, balance } of lines) {
    expected = expected === null ? null : (expected as Decimal).plus(amount)
    if (balance === null) continue
    const difference = decimal(balance).minus(expected ?? balance)
    if (!difference.eq(0)) return { number, difference: text(difference) }
    expected = decimal(balance)
  }
  return null
}

const threadedMaximum = 2_000

/** Lines of a day in no order, threaded by their balances: each begins where another one ended. */
function threaded(lines: readonly SheetLine[]): SheetLine[] | null {
  if (lines.length > threadedMaximum || lines.some(({ balance }) => balance === null)) return null
  const before = ({ amount, balance }: SheetLine) => text(decimal(balance as string).minus(amount))
  const first = [...Map.groupBy(lines, ({ date }) => date).values()][0] ?? []
  const ends = new Set(first.map(({ balance }) => text(decimal(balance as string))))
  const start = first.find((line) => !ends.has(before(line)))
  if (!start) return null
  const rest = [...lines]
  const found: SheetLine[] = []
  let next: SheetLine | undefined = start
  while (next) {
    found.push(next)
    rest.splice(rest.indexOf(next), 1)
    const [day, end]: [string, string] = [rest[0]?.date ?? '', text(decimal(next.balance as string))]
    next = rest.find((line) => line.date === day && before(line) === end)
  }
  return rest.length === 0 ? found : null
}
