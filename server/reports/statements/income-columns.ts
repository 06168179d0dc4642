import type { SheetColumn, SheetLabel } from '#contract/reports/sheet.ts'
import { addDays, partsOf, type Range } from '#ledger/calendar/calendar.ts'
import { type Decimal, sum } from '#ledger/money.ts'
import type { ChartAccount } from '#ledger/statements/chart-tree.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { columnSums, joinColumns } from '../framework/column-sums.ts'
import type { SegmentSum } from '../framework/segment-sum.ts'
import { column, word } from '../framework/sheet.ts'
import { comparedColumns } from './statement-sheet.ts'
import { type SegmentsQuery, sumSegments } from './sum-balances.ts'

/** Columns of income and expense: debit − credit of every account in each, without closing entries. */
export type ResultColumns = { columns: SheetColumn[]; figures: { key: string }[]; debits: Map<number, Decimal[]> }
export type ResultScope = {
  context: Context
  accounts: readonly ChartAccount[]
  range: Range
  filters: Pick<SegmentsQuery, 'branch_id' | 'cost_center_id' | 'known_at'>
  /** Kinds of entries that do not count: those that close a year never do. */
  leftOut: readonly number[]
  /** The filters as a link hands them on. */
  query: Record<string, string>
}
export type PartNames = { id: number; label: SheetLabel; group?: SheetLabel | null; query: Record<string, string> }
const columnsMaximum = 60

/** The range, and the range it is compared with. */
export async function comparedResults(scope: ResultScope, compared: Range | null): Promise<ResultColumns> {
  const ranges = compared ? [scope.range, compared] : [scope.range]
  const parts: { sums: Map<number, Decimal[]>; width: number }[] = []
  for (const { from, to } of ranges) {
    const rows = await sumSegments(scope.context, { cuts: [from, addDays(to, 1)], ...scope.filters })
    parts.push({
      sums: columnSums(
        rows,
        1,
        placing(scope, (row) => row.segment - 1),
      ),
      width: 1,
    })
  }
  const columns = comparedColumns(
    { days: scope.range, query: scope.query },
    compared && { days: compared, query: scope.query },
  )
  return { columns, figures: columns.slice(0, ranges.length), debits: joinColumns(parts) }
}

/** Months or quarters side by side, and their total. */
export async function resultsByTime(scope: ResultScope, unit: 'month' | 'quarter'): Promise<ResultColumns> {
  const { from, to } = scope.range
  const stretches = partsOf({ from, to }, unit)
  if (stretches.length > columnsMaximum)
    throw new Refusal('too_many_columns', { field: 'columns', params: { maximum: columnsMaximum } })
  const cuts = [...stretches.map((part) => part.from), addDays(to, 1)]
  const rows = await sumSegments(scope.context, { cuts, ...scope.filters })
  const columns = stretches.map((part) =>
    column(`from_${part.from}`, 'amount', {
      label:
        unit === 'month'
          ? { name: part.from.slice(0, 7) }
          : word(`quarters.${quarterOf(part.from)}`, part.from.slice(0, 4)),
      query: { ...part, ...scope.query },
    }),
  )
  const debits = columnSums(
    rows,
    stretches.length,
    placing(scope, (row) => row.segment - 1),
  )
  return withTotal(scope, columns, debits)
}

/** Branches or cost centers side by side, and their total. */
export async function resultsByPart(
  scope: ResultScope,
  by: 'branch' | 'cost_center',
  nameParts: (ids: readonly number[]) => Promise<PartNames[]>,
  partOf: (id: number) => number = (id) => id,
): Promise<ResultColumns> {
  const { from, to } = scope.range
  const cuts = [from, addDays(to, 1)]
  const found = await sumSegments(scope.context, { cuts, by, ...scope.filters })
  const rows = found.filter((row) => placing(scope, () => row.segment - 1)(row) === 0)
  const parts = await nameParts([...new Set(rows.map((row) => partOf(row.part)))])
  if (parts.length > columnsMaximum)
    throw new Refusal('too_many_columns', { field: 'columns', params: { maximum: columnsMaximum } })
  const positions = new Map(parts.map(({ id }, index) => [id, index]))
  const columns = parts.map(({ id, label, group, query }) =>
    column(`${by}_${id}`, 'amount', { label, group: group ?? null, query: { ...scope.query, from, to, ...query } }),
  )
  return withTotal(
    scope,
    columns,
    columnSums(rows, parts.length, (row) => positions.get(partOf(row.part)) ?? null),
  )
}

function withTotal(scope: ResultScope, columns: SheetColumn[], debits: Map<number, Decimal[]>): ResultColumns {
  const { from, to } = scope.range
  const all = [
    ...columns,
    column('amount', 'amount', { label: word('columns.total'), query: { from, to, ...scope.query } }),
  ]
  const totals = new Map([...debits].map(([id, list]) => [id, [...list, sum(list)]]))
  return { columns: all, figures: all, debits: totals }
}

/** Income and expense of the range only, without what is left out. */
function placing({ accounts, leftOut }: ResultScope, columnOf: (row: SegmentSum) => number) {
  const results = new Set(accounts.filter((account) => 'RX'.includes(account.class)).map(({ id }) => id))
  return (row: SegmentSum) => (results.has(row.account_id) && !leftOut.includes(row.kind) ? columnOf(row) : null)
}

const quarterOf = (day: string): number => Math.ceil(Number(day.slice(5, 7)) / 3)
