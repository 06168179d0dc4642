import type { z } from 'zod'
import type { reports } from '#contract/reports/reports.ts'
import type { SheetInput } from '#contract/reports/sheet.ts'
import { addDays, comparedRange, type Range } from '#ledger/calendar/calendar.ts'
import { type Decimal, text } from '#ledger/money.ts'
import { balanceSheet } from '#ledger/statements/balance-sheet.ts'
import type { ChartAccount } from '#ledger/statements/chart-tree.ts'
import { closingKind, net } from '#ledger/statements/segments.ts'
import { chartAccounts } from '#server/chart/chart-accounts.ts'
import type { Context } from '#server/core/context.ts'
import { columnSums, joinColumns } from '../framework/column-sums.ts'
import { yearOf } from '../framework/financial-year-of.ts'
import { requireFilters } from '../framework/require-filters.ts'
import { accountColumns, forwardedFilters, sheetOf } from '../framework/sheet.ts'
import { comparedColumns, statementSheetRows } from './statement-sheet.ts'
import { type SegmentsQuery, sumSegments } from './sum-balances.ts'

type Query = z.output<(typeof reports.balanceSheet)['calls']['show']['query']>
type BalanceSums = { sums: Map<number, Decimal[]>; width: 1; current: Decimal; unclosed: Decimal }

/** Assets, liabilities and equity at the end of a day (accounting rule 5.5). */
export async function showBalanceSheet(context: Context, query: Query): Promise<SheetInput> {
  const to = query.to ?? context.today
  const [{ branch_id }, year, accounts] = await Promise.all([
    requireFilters(context, query),
    yearOf(context, to),
    chartAccounts(context),
  ])
  const current = { from: year.started_at, to }
  const shifted = comparedRange(current, query.compare)
  const compared = shifted && { from: (await yearOf(context, shifted.to)).started_at, to: shifted.to }
  const standings: BalanceSums[] = []
  for (const days of compared ? [current, compared] : [current])
    standings.push(await balanceAt(context, accounts, days, { branch_id, known_at: query.as_known_at }))
  const report = balanceSheet({
    accounts,
    debits: joinColumns(standings),
    current_profit: standings.map((one) => one.current),
    unclosed_profit: standings.map((one) => one.unclosed),
  })
  const own = dated(current, query)
  const columns = comparedColumns(own, compared && dated(compared, query))
  const rows = statementSheetRows(report.lines, columns.slice(0, standings.length), query.depth).map((row) =>
    row.key === 'current_profit' ? { ...row, link: { to: 'profit_and_loss', query: {} } } : row,
  )
  return sheetOf({ to }, [...accountColumns(own.query), ...columns], rows, {
    compared: compared && { to: compared.to },
    difference: text(report.difference[0] as Decimal),
  })
}

/** Shown by its day; its figures open the year so far. */
const dated = (days: Range, query: Query) => ({
  days: { from: '', to: days.to },
  query: { ...forwardedFilters(query), ...days },
})

/** A closed year's own closing entry is left out, so that its profit still shows; those of earlier years stay in. */
export async function balanceAt(
  context: Context,
  accounts: readonly ChartAccount[],
  { from, to }: Range,
  filters: Pick<SegmentsQuery, 'branch_id' | 'known_at'>,
): Promise<BalanceSums> {
  const rows = (await sumSegments(context, { cuts: [from, addDays(to, 1)], ...filters })).filter(
    (row) => row.segment === 0 || row.kind !== closingKind,
  )
  const results = new Set(accounts.filter((account) => 'RX'.includes(account.class)).map(({ id }) => id))
  const profit = (segment: number) => net(rows, (row) => row.segment === segment && results.has(row.account_id)).neg()
  return {
    sums: columnSums(rows, 1, (row) => (results.has(row.account_id) ? null : 0)),
    width: 1,
    current: profit(1),
    unclosed: profit(0),
  }
}
