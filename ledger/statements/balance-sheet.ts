import { type Decimal, zero } from '../money.ts'
import { ancestry, type ChartAccount } from './chart-tree.ts'
import {
  type AccountAmounts,
  accountLines,
  isNothing,
  lineOf,
  negated,
  partOf,
  plus,
  type StatementLine,
  totalOf,
} from './statement-line.ts'

export type BalanceSheet = {
  lines: StatementLine[]
  assets: Decimal[]
  liabilities: Decimal[]
  equity: Decimal[]
  /** Assets less liabilities and equity: zero in every column of books that are in order. */
  difference: Decimal[]
}
export type BalanceSheetInput = {
  accounts: readonly ChartAccount[]
  /** Debit − credit of each posting account of the balance sheet at the end of each column's day. */
  debits: AccountAmounts
  /** Profit of the year so far (accounting rule 5.5), closing entries of that year left out. */
  current_profit: readonly Decimal[]
  /** Profit of earlier years that no closing entry moved to equity yet. */
  unclosed_profit: readonly Decimal[]
}

/** Stand where the sign of their balance puts them: advances taken, the settlement with the authority, an overdraft. */
const bySign = new Set(['CUST_ADV', 'SUPP_ADV', 'VAT_SETTLE'])

/** The statement of financial position of accounting rule 5.5. */
export function balanceSheet({ accounts, debits, current_profit, unclosed_profit }: BalanceSheetInput): BalanceSheet {
  const width = current_profit.length
  const byId = new Map(accounts.map((account) => [account.id, account]))
  const { sides, parts } = balancesOf(accounts, debits, width)
  // An account on the other side leaves its own groups and joins groups there: neither is whole.
  const turned = [...parts.A.keys(), ...parts.L.keys()].filter(
    (id) => !parts[byId.get(id)?.class as StatementSide].has(id) || (parts.A.has(id) && parts.L.has(id)),
  )
  const shared = new Set(turned.flatMap((id) => Object.values(sides).flatMap((chart) => ancestry(chart, id))))
  const [assets, liabilities] = [totalOf(parts.A, width), totalOf(parts.L, width)]
  const equity = plus(totalOf(parts.E, width), [...current_profit], [...unclosed_profit])
  const both = plus(liabilities, equity)
  const lines = [
    ...partOf('assets', accountLines(sides.A, parts.A, 2, { shared, within: 'total_assets' })),
    lineOf('total_assets', 'total', assets),
    ...partOf('liabilities', accountLines(sides.L, parts.L, 2, { shared, within: 'total_liabilities' })),
    lineOf('total_liabilities', 'subtotal', liabilities),
    ...partOf('equity', [
      ...accountLines(sides.E, parts.E, 2, { shared, within: 'total_equity' }),
      ...profitLine('prior_years', unclosed_profit),
      ...profitLine('current_profit', current_profit),
    ]),
    lineOf('total_equity', 'subtotal', equity),
    lineOf('liabilities_and_equity', 'total', both),
  ]
  return { lines, assets, liabilities, equity, difference: plus(assets, negated(both)) }
}

export type StatementSide = 'A' | 'L' | 'E'

/** The accounts of each side with their balances, and the chart as that side shows it. */
export function balancesOf(accounts: readonly ChartAccount[], debits: AccountAmounts, width: number) {
  const byId = new Map(accounts.map((account) => [account.id, account]))
  const parts: Record<StatementSide, Map<number, Decimal[]>> = { A: new Map(), L: new Map(), E: new Map() }
  for (const [id, list] of debits)
    for (const [column, amount] of list.entries()) {
      const own = sideOf(byId.get(id) as ChartAccount, amount)
      const row = parts[own].get(id) ?? Array.from({ length: width }, () => zero)
      row[column] = own === 'A' ? amount : amount.neg()
      parts[own].set(id, row)
    }
  return { sides: sidesOf(accounts), parts }
}

function profitLine(key: string, amounts: readonly Decimal[]): StatementLine[] {
  return isNothing(amounts) && key === 'prior_years' ? [] : [lineOf(key, 'line', [...amounts], 2)]
}

/** Accounts as the sheet shows them: those standing on the other side lie in its current part there. */
function sidesOf(accounts: readonly ChartAccount[]) {
  const byId = new Map(accounts.map((account) => [account.id, account]))
  const mainOf = (role: string) => {
    const bound = accounts.find((account) => account.role === role)
    return bound ? (ancestry(byId, bound.id).at(-2) ?? null) : null
  }
  const current = { A: mainOf('AR'), L: mainOf('AP') }
  const turned = (side: 'A' | 'L') =>
    new Map(
      accounts.map((account) => {
        const isTurned = turns(account) && account.class !== side && current[side] !== null
        return [account.id, isTurned ? { ...account, parent_id: current[side] } : account]
      }),
    )
  return { A: turned('A'), L: turned('L'), E: byId }
}

const turns = (account: ChartAccount) =>
  account.type === 'sub' && (bySign.has(account.role ?? '') || account.cash_flow_tag === 'cash')

function sideOf(account: ChartAccount, debit: Decimal): StatementSide {
  if (account.class === 'E') return 'E'
  const own = account.class === 'L' ? 'L' : 'A'
  if (!turns(account) || debit.eq(0)) return own
  return debit.gt(0) ? 'A' : 'L'
}
