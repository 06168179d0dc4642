import type { SheetLabel } from '#contract/reports/sheet.ts'
import type { Range } from '#ledger/calendar/calendar.ts'
import { balancesOf, type StatementSide } from '#ledger/statements/balance-sheet.ts'
import { cashFlowLines, cashFlowTags } from '#ledger/statements/cash-flow.ts'
import { ancestry, type ChartAccount } from '#ledger/statements/chart-tree.ts'
import { expenseSections, profitLines, sectionsOf } from '#ledger/statements/profit-and-loss.ts'
import type { StatementLineName } from '#ledger/statements/statement-lines.ts'
import { vatRoles } from '#ledger/statements/vat-return.ts'
import { chartAccounts } from '#server/chart/chart-accounts.ts'
import type { Context } from '#server/core/context.ts'
import type { RecordedAsOf } from '#server/journal/as-recorded.ts'
import { yearOf } from '../framework/financial-year-of.ts'
import { word } from '../framework/sheet.ts'
import { balanceAt } from '../statements/balance-sheet.ts'
import type { Disposals } from './statement-scope.ts'

/** The subject of a statement: its posting accounts, and the side on which they increase. */
export type Spoken = {
  label: SheetLabel
  account_ids: readonly number[]
  sign: 1 | -1
  /**
   * Income and expense start from zero each year: earlier balances belong to equity. Flows have no balance before the
   * range.
   */
  counts: 'from_the_beginning' | 'by_year' | 'by_range'
  disposals?: Disposals
}
type DrillDownFilters = Range & {
  account_id?: number | undefined
  branch_id?: readonly number[] | undefined
  as_known_at?: RecordedAsOf
}
type Chart = ReadonlyMap<number, ChartAccount>
type AccountsOfLine = Omit<Spoken, 'label' | 'account_ids'> & { accounts: readonly ChartAccount[]; chart?: Chart }

/** The accounts that a statement line sums, or the part of an account that belongs to the line. */
export async function accountsOfLine(
  context: Context,
  line: StatementLineName,
  asked: DrillDownFilters,
): Promise<Spoken> {
  const accounts = await chartAccounts(context)
  const { accounts: all, chart, ...rest } = await foundOf(context, accounts, line, asked)
  const tree = chart ?? new Map(accounts.map((account) => [account.id, account]))
  const { account_id } = asked
  const own = all.filter(
    ({ id, type }) => type === 'sub' && (account_id === undefined || ancestry(tree, id).includes(account_id)),
  )
  return { ...rest, label: word(`lines.${line}`), account_ids: own.map(({ id }) => id) }
}

async function foundOf(
  context: Context,
  accounts: readonly ChartAccount[],
  line: StatementLineName,
  asked: DrillDownFilters,
): Promise<AccountsOfLine> {
  const isResult = ({ class: kind }: ChartAccount) => kind === 'R' || kind === 'X'
  switch (line) {
    case 'all_accounts':
      return { accounts, sign: 1, counts: 'from_the_beginning' }
    case 'vat_in_books':
      return {
        accounts: accounts.filter(({ role }) => vatRoles.some((one) => one === role)),
        sign: -1,
        counts: 'by_range',
      }
    case 'prior_years':
      return { accounts: accounts.filter(isResult), sign: -1, counts: 'from_the_beginning' }
    case 'liabilities_and_equity':
    case 'total_assets':
    case 'total_liabilities':
    case 'total_equity':
      return standing(context, accounts, line, asked)
    case 'cash':
    case 'noncash_items':
    case 'shown_elsewhere':
    case 'working_capital':
    case 'net_operating':
    case 'net_investing':
    case 'net_financing':
      return flowing(accounts, line)
    default: {
      const parts: readonly string[] = profitLines[line]
      const sections = sectionsOf(accounts)
      const isExpense = expenseSections.some((section) => section === line)
      const own = accounts.filter(({ id }) => parts.includes(sections.get(id) ?? ''))
      return { accounts: own, sign: isExpense ? 1 : -1, counts: 'by_year' }
    }
  }
}

const sideOf = { total_assets: 'A', total_liabilities: 'L', total_equity: 'E' } as const

/** Some accounts are presented by the sign of their balance at the end of the day; equity includes earnings. */
async function standing(
  context: Context,
  accounts: readonly ChartAccount[],
  line: keyof typeof sideOf | 'liabilities_and_equity',
  { from, to, branch_id, as_known_at }: DrillDownFilters,
): Promise<AccountsOfLine> {
  const year = await yearOf(context, from)
  const { sums } = await balanceAt(
    context,
    accounts,
    { from: year.started_at, to },
    { branch_id, known_at: as_known_at },
  )
  const { sides, parts } = balancesOf(accounts, sums, 1)
  const shown = (side: StatementSide) =>
    accounts.filter(({ id }) => parts[side].get(id)?.some((amount) => !amount.eq(0)))
  if (line === 'total_assets' || line === 'total_liabilities') {
    const side = sideOf[line]
    return { accounts: shown(side), chart: sides[side], sign: side === 'A' ? 1 : -1, counts: 'from_the_beginning' }
  }
  const equity = accounts.filter(({ class: kind }) => 'ERX'.includes(kind))
  const owed = line === 'total_equity' ? [] : shown('L')
  return { accounts: [...owed, ...equity], sign: -1, counts: 'from_the_beginning' }
}

/** Disposals removed accumulated depreciation together with the asset: that is investing (IAS 7.16). */
function flowing(accounts: readonly ChartAccount[], line: keyof typeof cashFlowLines): AccountsOfLine {
  const tags = cashFlowTags(accounts)
  const placed = accounts.map((account) => ({
    account,
    tag: tags.get(account.id),
    isResult: account.class === 'R' || account.class === 'X',
  }))
  const assetsOf = (tag: string) =>
    placed.flatMap((one) => (one.account.class === 'A' && one.tag === tag ? [one.account] : []))
  const [depreciation, investing] = [assetsOf('op_noncash'), assetsOf('inv').map(({ id }) => id)]
  const own = placed.filter(cashFlowLines[line]).map(({ account }) => account)
  const disposals = (are: Disposals['are']) => ({
    disposals: { depreciation: depreciation.map(({ id }) => id), investing, are },
  })
  if (line === 'cash') return { accounts: own, sign: 1, counts: 'from_the_beginning' }
  const rest = { sign: line === 'shown_elsewhere' ? 1 : -1, counts: 'by_range' } as const
  if (line === 'net_investing') return { accounts: [...own, ...depreciation], ...rest, ...disposals('alone') }
  return {
    accounts: own,
    ...rest,
    ...(line === 'noncash_items' || line === 'net_operating' ? disposals('left_out') : {}),
  }
}
