import type { z } from 'zod'
import type { reports } from '#contract/reports/reports.ts'
import type { SheetColumn, SheetInput, SheetRow } from '#contract/reports/sheet.ts'
import { addDays } from '#ledger/calendar.ts'
import { decimal, text } from '#ledger/money.ts'
import { type Columns, trialBalance } from '#ledger/statements/trial-balance.ts'
import { sumsFromSegments } from '#ledger/statements/trial-balance-sums.ts'
import type { Context } from '#server/kit/context.ts'
import { chartAccounts } from './chart-accounts.ts'
import { rangeOf } from './range-of.ts'
import { requireFilters } from './require-filters.ts'
import { accountColumns, accountRow, column, handedOn, sheetOf, word } from './sheet.ts'
import { sumSegments } from './sum-segments.ts'

type Query = z.output<(typeof reports.trialBalance)['calls']['show']['query']>

/** The trial balance of a range; without one, of the financial year that today lies in (ledger.md 5.1). */
export async function showTrialBalance(context: Context, query: Query): Promise<SheetInput> {
  const { branch_id } = await requireFilters(context, query)
  const { from, to, year } = await rangeOf(context, query)
  const accounts = await chartAccounts(context)
  const segments = await sumSegments(context, { cuts: [year.from, from, addDays(to, 1)], branch_id })
  const report = trialBalance({ accounts, ...sumsFromSegments(accounts, segments, query.include_closing) })
  const deepest = query.depth === 'all' ? Number.POSITIVE_INFINITY : Number(query.depth)
  const rows = report.rows
    .filter((row) => row.level <= deepest && moved(row))
    .map((row) => ({ ...accountRow(row), style: styles[row.type], level: row.level, figures: spelled(row) }))
  const prior = [report.prior_years].filter(moved).map((columns) => virtualRow('prior_years', 'line', columns))
  const { totals } = report
  return sheetOf(
    { from, to },
    [...accountColumns, ...figureColumns({ from, to }, handedOn(query))],
    [...rows, ...prior, virtualRow('total', 'total', totals)],
    { difference: text(totals.closing_debit.minus(totals.closing_credit)) },
  )
}

const styles = { category: 'heading', main: 'group', sub: 'line' } as const

const virtualRow = (key: string, style: SheetRow['style'], columns: Columns): SheetRow => ({
  ...{ key, style, level: 1, label: word(`lines.${key}`), texts: {} },
  figures: spelled(columns),
})

function figureColumns({ from, to }: { from: string; to: string }, filters: Record<string, string>): SheetColumn[] {
  const before = { to: addDays(from, -1), ...filters }
  const during = { from, to, ...filters }
  const pairs = [
    ['opening', before],
    ['movement', during],
    ['closing', during],
  ] as const
  return pairs.flatMap(([pair, query]) =>
    ['debit', 'credit'].map((side) =>
      column(`${pair}_${side}`, 'amount', { label: word(`columns.${side}`), group: word(`columns.${pair}`), query }),
    ),
  )
}

const spelled = (columns: Columns) => ({
  opening_debit: text(columns.opening_debit),
  opening_credit: text(columns.opening_credit),
  movement_debit: text(columns.debit),
  movement_credit: text(columns.credit),
  closing_debit: text(columns.closing_debit),
  closing_credit: text(columns.closing_credit),
})

const moved = (columns: Columns) => Object.values(spelled(columns)).some((figure) => !decimal(figure).eq(0))
