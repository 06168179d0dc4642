import { type Decimal, sum, zero } from '../money.ts'

/** Why equity moved other than by the profit of the days, in the order of the statement. */
export const equityMoves = ['brought', 'corrections', 'dividends', 'capital', 'transfers'] as const
export type EquityMove = (typeof equityMoves)[number]
type AccountId = number
/** Credit less debit by account. */
type Amounts = ReadonlyMap<AccountId, Decimal>

export type EquityInput = {
  accounts: readonly AccountId[]
  /** Where profit belongs, also before a closing entry moves it there. */
  retained: AccountId
  /** What the accounts held before the first day, closing entries of earlier years included. */
  opening: Amounts
  /** Profit of earlier years that no closing entry moved to equity yet. */
  unclosed_profit: Decimal
  profit: Decimal
  moves: Readonly<Record<EquityMove, Amounts>>
}
export type EquityLine = {
  name: 'opening' | EquityMove | 'profit' | 'closing'
  amounts: Map<AccountId, Decimal>
  total: Decimal
}

/** Changes in equity over some days, a column for each account: what was there, what changed it, what is there. Lines of nothing are left out. */
export function changesInEquity(input: EquityInput): EquityLine[] {
  const { accounts, retained, opening, unclosed_profit, profit, moves } = input
  const onRetained = (amount: Decimal): Amounts => new Map([[retained, amount]])
  const opened = added(accounts, [opening, onRetained(unclosed_profit)])
  const changes = [
    ...equityMoves.slice(0, 2).map((name) => lineOf(accounts, name, [moves[name]])),
    lineOf(accounts, 'profit', [onRetained(profit)]),
    ...equityMoves.slice(2).map((name) => lineOf(accounts, name, [moves[name]])),
  ]
  return [
    lineOf(accounts, 'opening', [opened]),
    ...changes.filter(({ amounts }) => [...amounts.values()].some((amount) => !amount.eq(0))),
    lineOf(accounts, 'closing', [opened, ...changes.map(({ amounts }) => amounts)]),
  ]
}

function lineOf(accounts: readonly AccountId[], name: EquityLine['name'], parts: readonly Amounts[]): EquityLine {
  const amounts = added(accounts, parts)
  return { name, amounts, total: sum([...amounts.values()]) }
}

const added = (accounts: readonly AccountId[], parts: readonly Amounts[]): Map<AccountId, Decimal> =>
  new Map(accounts.map((id) => [id, sum(parts.map((part) => part.get(id) ?? zero))]))
