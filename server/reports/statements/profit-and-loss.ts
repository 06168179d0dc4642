import type { z } from 'zod'
import type { reports } from '#contract/reports/reports.ts'
import type { SheetInput } from '#contract/reports/sheet.ts'
import { comparedRange, type Range } from '#ledger/calendar/calendar.ts'
import { profitAndLoss } from '#ledger/statements/profit-and-loss.ts'
import { closingKind, openingKind } from '#ledger/statements/segments.ts'
import { chartAccounts } from '#server/chart/chart-accounts.ts'
import type { Context } from '#server/core/context.ts'
import { daysOf } from '../framework/date-range.ts'
import { requireFilters } from '../framework/require-filters.ts'
import { accountColumns, forwardedFilters, sheetOf } from '../framework/sheet.ts'
import { branchParts, costCenterParts, costCenterRows, topOf } from './column-names.ts'
import { sideBySide, withChanges } from './compare-columns.ts'
import {
  comparedResults,
  type ResultColumns,
  type ResultScope,
  resultsByPart,
  resultsByTime,
} from './income-columns.ts'
import { statementSheetRows } from './statement-sheet.ts'

type Query = z.output<(typeof reports.profitAndLoss)['calls']['show']['query']>
type CostCenterQuery = z.output<(typeof reports.costCenters)['calls']['show']['query']>

/** Income less expense over a range (accounting rule 5.4): compared with another, or cut into columns. */
export async function showProfitAndLoss(context: Context, query: Query): Promise<SheetInput> {
  const scope = await scopeOf(context, query)
  const compared = query.columns === 'none' ? comparedRange(scope.range, query.compare) : null
  return sheet(scope, await columnsOf(scope, query.columns, compared), query.depth, { compared })
}

/** The same statement with a column for each cost center, and one for what was given to none (accounting rule 5.12). */
export async function showCostCenters(context: Context, query: CostCenterQuery): Promise<SheetInput> {
  const scope = await scopeOf(context, query)
  const centers = await costCenterRows(context)
  const partOf = query.roll_up ? topOf(centers) : undefined
  const nameParts = async (ids: readonly number[]) =>
    costCenterParts(centers, ids).map((part) => ({ ...part, query: { cost_center_id: behind(part.id).join() } }))
  const over = (range: Range) => resultsByPart({ ...scope, range }, 'cost_center', nameParts, partOf)
  const found = await over(scope.range)
  const compared = comparedRange(scope.range, query.compare)
  if (!compared) return sheet(scope, found, query.depth, {})
  const side = sideBySide(found, await over(compared), { current: scope.range, compared })
  const built = sheet(scope, side, query.depth, { compared })
  return { ...built, rows: built.rows.map((row) => withChanges(row, side.keys)) }

  /** The cost centers of a column: of those below a main one only the requested ones. */
  function behind(id: number): number[] {
    if (!partOf || !query.cost_center_id) return [id]
    return query.cost_center_id.filter((asked) => partOf(asked) === id)
  }
}

async function scopeOf(context: Context, query: Query | CostCenterQuery): Promise<ResultScope> {
  const [asked, { from, to }, accounts] = await Promise.all([
    requireFilters(context, { branch_id: query.branch_id, cost_center_id: query.cost_center_id }),
    daysOf(context, query),
    chartAccounts(context),
  ])
  const filters = { ...asked, known_at: query.as_known_at }
  const leftOut = 'without' in query && query.without?.includes('opening') ? [closingKind, openingKind] : [closingKind]
  return { context, accounts, range: { from, to }, filters, leftOut, query: forwardedFilters(query) }
}

async function columnsOf(
  scope: ResultScope,
  columns: Query['columns'],
  compared: { from: string; to: string } | null,
): Promise<ResultColumns> {
  const { context } = scope
  if (columns === 'month' || columns === 'quarter') return resultsByTime(scope, columns)
  if (columns === 'branch') return resultsByPart(scope, columns, (ids) => branchParts(context, ids))
  if (columns === 'cost_center') {
    const centers = await costCenterRows(context)
    return resultsByPart(scope, columns, async (ids) => costCenterParts(centers, ids))
  }
  return comparedResults(scope, compared)
}

function sheet(
  { accounts, range, query }: ResultScope,
  { columns, figures, debits }: ResultColumns,
  depth: string,
  rest: Partial<SheetInput>,
): SheetInput {
  const { lines } = profitAndLoss(accounts, debits, figures.length)
  const rows = debits.size === 0 ? [] : statementSheetRows(lines, figures, depth)
  return sheetOf(range, [...accountColumns({ ...range, ...query }), ...columns], rows, rest)
}
