import type { z } from 'zod'
import type { reports } from '#contract/reports/reports.ts'
import type { SheetColumn, SheetInput, SheetRow } from '#contract/reports/sheet.ts'
import { addDays, comparedRange, type Range } from '#ledger/calendar/calendar.ts'
import { type Decimal, decimal, text } from '#ledger/money.ts'
import type { ChartAccount } from '#ledger/statements/chart-tree.ts'
import { type Columns, type TrialBalance, trialBalance } from '#ledger/statements/trial-balance.ts'
import { sumsFromSegments } from '#ledger/statements/trial-balance-sums.ts'
import { chartAccounts } from '#server/chart/chart-accounts.ts'
import type { Context } from '#server/core/context.ts'
import { likelyRange, rangeOf } from '../framework/date-range.ts'
import { requireFilters } from '../framework/require-filters.ts'
import type { SegmentSum } from '../framework/segment-sum.ts'
import {
  accountColumns,
  accountRow,
  column,
  forwardedFilters,
  sheetOf,
  withLeadingColumns,
  word,
} from '../framework/sheet.ts'
import { sumSegments } from './sum-balances.ts'

type Query = z.output<(typeof reports.trialBalance)['calls']['show']['query']>

/**
 * The trial balance of a range; without one, of the present financial year (accounting rule 5.1). Compared, it also
 * shows the closing balances of the other range and the differences.
 */
export async function showTrialBalance(context: Context, query: Query): Promise<SheetInput> {
  const likely = likelyRange(context, query)
  const cuts = cutsOf(likely, likely.year.from)
  const [{ branch_id }, { from, to, year }, accounts, expected] = await Promise.all([
    requireFilters(context, query),
    rangeOf(context, query),
    chartAccounts(context),
    query.branch_id || likely.to < likely.from ? null : sumSegments(context, { cuts, known_at: query.as_known_at }),
  ])
  const compared = comparedRange({ from, to }, query.compare)
  const asked = { query, branch_id, expected: expected && { cuts, segments: expected } }
  const deepest = query.depth === 'all' ? Number.POSITIVE_INFINITY : Number(query.depth)
  const balanceOf = (days: Range, start: string) => balanceOver(context, accounts, { days, start, deepest, ...asked })
  const report = await balanceOf({ from, to }, year.from)
  const other = compared && (await balanceOf(compared, (await rangeOf(context, compared)).year.from))
  const figuresOf = (columns: Columns, before: Columns | undefined) => ({
    ...spelled(columns),
    ...(other && before && besides(columns, before)),
  })
  const before = new Map(other?.rows.map((row) => [row.id, row]))
  const rows = report.rows
    .map((row) => ({ row, figures: figuresOf(row, before.get(row.id)) }))
    .filter(({ row, figures }) => row.level <= deepest && moved(figures))
    .map(({ row, figures }) => ({ ...accountRow(row), style: styles[row.type], level: row.level, figures }))
  const filters = forwardedFilters(query)
  const opened = (keys: readonly string[], line: string, days: Range) =>
    Object.fromEntries(keys.map((key) => [key, { to: 'account_statement', query: { line, ...days, ...filters } }]))
  const prior = {
    ...virtualRow('prior_years', 'line', figuresOf(report.prior_years, other?.prior_years)),
    links: {
      ...opened(['opening_debit', 'opening_credit', 'closing_debit', 'closing_credit'], 'prior_years', { from, to }),
      ...(compared && opened(['compared_debit', 'compared_credit'], 'prior_years', compared)),
    },
  }
  // Movements open all of it; the balances of a total are those of the rows above.
  const total = {
    ...virtualRow('total', 'total', figuresOf(report.totals, other?.totals)),
    links: opened(['movement_debit', 'movement_credit'], 'all_accounts', { from, to }),
  }
  const withPrior = moved(prior.figures) ? [...rows, prior] : rows
  return sheetOf(
    { from, to },
    [...accountColumns({ from, to, ...filters }), ...figureColumns({ from, to }, compared, filters)],
    // A report without figures: the page says so.
    withPrior.length > 0 ? [...withPrior, total] : [],
    { compared, difference: text(closingOf(report.totals)) },
  )
}

type TrialBalanceQuery = {
  days: Range
  start: string
  deepest: number
  query: Query
  branch_id: readonly number[] | undefined
  /** Sums of the same cuts, computed already. */
  expected: { cuts: readonly string[]; segments: SegmentSum[] } | null
}

const cutsOf = (days: Range, start: string): string[] => [start, days.from, addDays(days.to, 1)]

async function balanceOver(
  context: Context,
  accounts: readonly ChartAccount[],
  { days, start, deepest, query, branch_id, expected }: TrialBalanceQuery,
): Promise<TrialBalance> {
  const cuts = cutsOf(days, start)
  const segments =
    expected && expected.cuts.join() === cuts.join()
      ? expected.segments
      : await sumSegments(context, { cuts, branch_id, known_at: query.as_known_at })
  return trialBalance({ accounts, deepest, ...sumsFromSegments(accounts, segments, query.include_closing) })
}

const styles = { category: 'heading', main: 'group', sub: 'line' } as const

const virtualRow = (key: string, style: SheetRow['style'], figures: Record<string, string>): SheetRow => ({
  key,
  style,
  level: 1,
  label: word(`lines.${key}`),
  texts: {},
  figures,
})

function figureColumns(days: Range, compared: Range | null, filters: Record<string, string>): SheetColumn[] {
  const pairs = [
    // The closing entry of the previous year is part of the opening balance.
    ['opening', word('columns.opening'), { to: addDays(days.from, -1), include_closing: 'true' }],
    ['movement', word('columns.movement'), days],
    ['closing', word('columns.closing'), days],
    ...(compared ? [['compared', { name: `${compared.from} – ${compared.to}` }, compared] as const] : []),
  ] as const
  const columns = pairs.flatMap(([pair, group, query]) =>
    ['debit', 'credit'].map((side) =>
      column(`${pair}_${side}`, 'amount', { label: word(`columns.${side}`), group, query: { ...filters, ...query } }),
    ),
  )
  return withLeadingColumns(
    ['closing_debit', 'closing_credit'],
    compared ? [...columns, column('change', 'amount', { label: word('columns.change_in_debit') })] : columns,
  )
}

const spelled = (columns: Columns): Record<string, string> => ({
  opening_debit: text(columns.opening_debit),
  opening_credit: text(columns.opening_credit),
  movement_debit: text(columns.debit),
  movement_credit: text(columns.credit),
  closing_debit: text(columns.closing_debit),
  closing_credit: text(columns.closing_credit),
})

/** The closing balance of the other range, and the difference. */
const besides = (columns: Columns, before: Columns): Record<string, string> => ({
  compared_debit: text(before.closing_debit),
  compared_credit: text(before.closing_credit),
  change: text(closingOf(columns).minus(closingOf(before))),
})

const closingOf = ({ closing_debit, closing_credit }: Columns): Decimal => closing_debit.minus(closing_credit)

// Most figures of a chart are plain zeros, which need not be parsed to be known.
const moved = (figures: SheetRow['figures']) =>
  Object.values(figures).some((figure) => figure !== '0' && !decimal(figure ?? 0).eq(0))
