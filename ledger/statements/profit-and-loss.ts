import type { Decimal } from '../money.ts'
import { ancestry, type ChartAccount } from './chart-tree.ts'
import {
  type AccountAmounts,
  accountLines,
  lineOf,
  negated,
  partOf,
  plus,
  type StatementLine,
  totalOf,
} from './statement-line.ts'
import type { StatementLineName } from './statement-lines.ts'

export type ProfitAndLossSection = 'sales' | 'cost' | 'operating' | 'other_income' | 'other_expense' | 'zakat'
/** Shown as it lessens profit. */
export const expenseSections: readonly ProfitAndLossSection[] = ['cost', 'operating', 'other_expense', 'zakat']

export type ProfitAndLoss = {
  lines: StatementLine[]
  net_sales: Decimal[]
  net_profit: Decimal[]
}

/**
 * The income statement of accounting rule 5.4. `debits` are debit − credit of each posting account in each column, closing
 * entries left out. Income is shown as it increases profit, expense as it lessens it.
 */
export function profitAndLoss(accounts: readonly ChartAccount[], debits: AccountAmounts, width: number): ProfitAndLoss {
  const byId = new Map(accounts.map((account) => [account.id, account]))
  const sections = sectionsOf(accounts)
  const natural = (section: ProfitAndLossSection) =>
    new Map(
      [...debits]
        .filter(([id]) => sections.get(id) === section)
        .map(([id, list]) => [id, expenseSections.includes(section) ? list : negated(list)]),
    )
  const part = (section: ProfitAndLossSection) => {
    const amounts = natural(section)
    const total = totalOf(amounts, width)
    const elsewhere = [...debits.keys()].filter((id) => !amounts.has(id))
    const shared = new Set(elsewhere.flatMap((id) => ancestry(byId, id)))
    const within = section === 'sales' ? 'net_sales' : section
    const lines = accountLines(byId, amounts, section === 'zakat' ? 4 : 3, { shared, within })
    // Sales give net sales, which is shown even if it is zero.
    if (section === 'sales') return { total, lines: partOf('sales', lines) }
    return { total, lines: partOf(`head_${section}`, lines, [lineOf(section, 'subtotal', total)]) }
  }
  const [sales, cost, operating] = [part('sales'), part('cost'), part('operating')]
  const [otherIncome, otherExpense, zakat] = [part('other_income'), part('other_expense'), part('zakat')]
  const gross = plus(sales.total, negated(cost.total))
  const operatingProfit = plus(gross, negated(operating.total))
  const beforeZakat = plus(operatingProfit, otherIncome.total, negated(otherExpense.total))
  const net_profit = plus(beforeZakat, negated(zakat.total))
  const lines = [
    ...sales.lines,
    lineOf('net_sales', 'subtotal', sales.total),
    ...cost.lines,
    lineOf('gross_profit', 'subtotal', gross),
    ...operating.lines,
    lineOf('operating_profit', 'subtotal', operatingProfit),
    ...otherIncome.lines,
    ...otherExpense.lines,
    lineOf('profit_before_zakat', 'subtotal', beforeZakat),
    ...zakat.lines,
    lineOf('net_profit', 'total', net_profit),
  ]
  return { lines, net_sales: sales.total, net_profit }
}

/** The parts that each line of the statement sums. */
export const profitLines = {
  net_sales: ['sales'],
  cost: ['cost'],
  gross_profit: ['sales', 'cost'],
  operating: ['operating'],
  operating_profit: ['sales', 'cost', 'operating'],
  other_income: ['other_income'],
  other_expense: ['other_expense'],
  profit_before_zakat: ['sales', 'cost', 'operating', 'other_income', 'other_expense'],
  zakat: ['zakat'],
  net_profit: ['sales', 'cost', 'operating', 'other_income', 'other_expense', 'zakat'],
} as const satisfies Partial<Record<StatementLineName, readonly ProfitAndLossSection[]>>

/**
 * The section of the statement that an account belongs to. Sections are the main accounts below revenue and expenses;
 * they are recognised by the roles bound below them, never by number, so a renumbered chart reads the same. Other main
 * accounts of an organization are other income or operating expense.
 */
export function sectionsOf(accounts: readonly ChartAccount[]): Map<number, ProfitAndLossSection> {
  const byId = new Map(accounts.map((account) => [account.id, account]))
  const mainOf = (id: number) => ancestry(byId, id).at(-2) ?? id
  const byRole = new Map(accounts.flatMap((account) => (account.role ? [[account.role, mainOf(account.id)]] : [])))
  const mains = new Map<number | undefined, ProfitAndLossSection>([
    [byRole.get('FX_LOSS_R'), 'other_expense'],
    [byRole.get('ZAKAT_EXP'), 'other_expense'],
    [byRole.get('BANK_FEES'), 'operating'],
    [byRole.get('EXP_DEFAULT'), 'operating'],
    [byRole.get('COGS'), 'cost'],
    [byRole.get('REV_GOODS'), 'sales'],
    [byRole.get('REV_SRV'), 'sales'],
  ])
  return new Map(
    accounts
      .filter((account) => account.type === 'sub' && 'RX'.includes(account.class))
      .map((account) => [account.id, account.role === 'ZAKAT_EXP' ? 'zakat' : sectionOf(account)]),
  )

  function sectionOf(account: ChartAccount): ProfitAndLossSection {
    return mains.get(mainOf(account.id)) ?? (account.class === 'R' ? 'other_income' : 'operating')
  }
}
