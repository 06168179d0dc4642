import { sql } from 'kysely'
import type { z } from 'zod'
import type { reports } from '#contract/reports/reports.ts'
import type { SheetInput, SheetRow } from '#contract/reports/sheet.ts'
import { addDays, comparedRange, type Range } from '#ledger/calendar/calendar.ts'
import { type Decimal, decimal, text } from '#ledger/money.ts'
import { cashFlow, cashFlowTags } from '#ledger/statements/cash-flow.ts'
import type { ChartAccount } from '#ledger/statements/chart-tree.ts'
import type { Unmoved } from '#ledger/statements/noncash.ts'
import { openingKind } from '#ledger/statements/segments.ts'
import { chartAccounts } from '#server/chart/chart-accounts.ts'
import type { Context } from '#server/core/context.ts'
import { recordedBy } from '#server/journal/as-recorded.ts'
import { columnSums, joinColumns } from '../framework/column-sums.ts'
import { daysOf } from '../framework/date-range.ts'
import { requireFilters } from '../framework/require-filters.ts'
import { accountColumns, forwardedFilters, sheetOf } from '../framework/sheet.ts'
import { cashHeld } from './cash-balances.ts'
import { fxOnCash, unmovedOf } from './noncash.ts'
import { comparedColumns, statementSheetRows } from './statement-sheet.ts'
import { filtersOf, type SegmentsQuery, sumSegments } from './sum-balances.ts'

type Query = z.output<(typeof reports.cashFlow)['calls']['show']['query']>
type Filters = Pick<SegmentsQuery, 'branch_id' | 'known_at'>
type Parts = { changes: Map<number, Decimal[]>; openings: Map<number, Decimal[]>; released: Map<number, Decimal[]> }
type Flow = Parts & { isBroughtAlong: boolean; unmoved: Unmoved; fx: Decimal }

/** Sources and uses of cash over a range, by the indirect method (accounting rule 5.6). */
export async function showCashFlow(context: Context, query: Query): Promise<SheetInput> {
  const [{ branch_id }, { from, to }, accounts] = await Promise.all([
    requireFilters(context, query),
    daysOf(context, query),
    chartAccounts(context),
  ])
  const compared = comparedRange({ from, to }, query.compare)
  const flows: Flow[] = []
  for (const days of compared ? [{ from, to }, compared] : [{ from, to }])
    flows.push(await flowOf(context, accounts, days, { branch_id, known_at: query.as_known_at }))
  const side = (part: keyof Parts) => joinColumns(flows.map((flow) => ({ sums: flow[part], width: 1 })))
  const parts = { changes: side('changes'), openings: side('openings'), released: side('released') }
  const left = (of: 'sections' | 'working') =>
    joinColumns(
      flows.map(({ unmoved }) => ({ sums: new Map([...unmoved[of]].map(([id, one]) => [id, [one]])), width: 1 })),
    )
  const unmoved = {
    sections: left('sections'),
    working: left('working'),
    other: flows.map((flow) => flow.unmoved.other),
  }
  const fx = flows.map((flow) => flow.fx)
  const report = cashFlow({ accounts, ...parts, unmoved, fx, width: flows.length })
  const filters = forwardedFilters({ ...query, without: ['opening'] })
  const tags = cashFlowTags(accounts)
  const columns = comparedColumns(
    { days: { from, to }, query: filters },
    compared && { days: compared, query: filters },
  )
  const profit: SheetRow['link'] = { to: 'profit_and_loss', query: {} }
  const rows = statementSheetRows(report.lines, columns.slice(0, flows.length), query.depth).map((row) =>
    row.key === 'net_profit' ? { ...row, link: profit } : row,
  )
  return sheetOf({ from, to }, [...accountColumns({ from, to, ...filters }), ...columns], rows, {
    compared,
    difference: text(report.difference[0] as Decimal),
    below: cashHeld(
      { accounts: accounts.filter(({ id }) => tags.get(id) === 'cash'), ...(flows[0] as Flow) },
      { days: { from, to }, filters: forwardedFilters(query) },
    ),
  })
}

/** Opening balances are no flow, whenever they were entered: they belong to the cash at the beginning. */
async function flowOf(
  context: Context,
  accounts: readonly ChartAccount[],
  { from, to }: Range,
  filters: Filters,
): Promise<Flow> {
  const rows = await sumSegments(context, { cuts: [from, addDays(to, 1)], ...filters })
  const tags = cashFlowTags(accounts)
  const depreciation = accounts.filter(({ id, class: kind }) => kind === 'A' && tags.get(id) === 'op_noncash')
  const investing = accounts.filter(({ id, class: kind }) => kind === 'A' && tags.get(id) === 'inv')
  const isCash = (row: (typeof rows)[number]) => tags.get(row.account_id) === 'cash'
  const cash = accounts.filter(({ id }) => tags.get(id) === 'cash')
  return {
    unmoved: await unmovedOf(context, accounts, { from, to, ...filters }),
    fx: await fxOnCash(context, idsOf(cash), { from, to, ...filters }),
    isBroughtAlong: rows.some((row) => isCash(row) && row.segment === 1 && row.kind === openingKind),
    released: await releasedOf(context, { from, to, ...filters }, idsOf(depreciation), idsOf(investing)),
    changes: columnSums(rows, 1, (row) => (row.segment === 1 && row.kind === 0 ? 0 : null)),
    openings: columnSums(rows, 1, (row) => (isCash(row) && (row.segment === 0 || row.kind === openingKind) ? 0 : null)),
  }
}

const idsOf = (accounts: readonly ChartAccount[]): number[] => accounts.map(({ id }) => id)

type Days = Range & Filters

/** What accumulated depreciation moved by together with the assets themselves: few accounts with a line or two a month. */
async function releasedOf(
  { db, session }: Context,
  { from, to, branch_id, known_at }: Days,
  depreciation: readonly number[],
  investing: readonly number[],
): Promise<Map<number, Decimal[]>> {
  const organization = session.organization_id
  const { rows } = await sql<{ account_id: number; net: string }>`
    SELECT line.account_id, sum(line.debit - line.credit) AS net
    FROM unnest(${depreciation}::bigint[]) AS own (id)
    CROSS JOIN LATERAL (SELECT * FROM journal_lines AS line WHERE line.organization_id = ${organization} AND line.account_id = own.id
      AND line.entry_date BETWEEN ${from}::date AND ${to}::date ${filtersOf({ branch_id })} OFFSET 0) AS line
    CROSS JOIN LATERAL (SELECT 1 FROM journal_lines AS asset WHERE asset.organization_id = ${organization} AND asset.entry_id = line.entry_id
      AND asset.account_id = ANY (${investing}::bigint[]) LIMIT 1) AS beside
    CROSS JOIN LATERAL (SELECT 1 FROM journal_entries AS entry WHERE entry.organization_id = ${organization} AND entry.id = line.entry_id
      AND entry.kind NOT IN ('opening', 'closing') ${recordedBy(known_at, sql`entry.posted_at`)} OFFSET 0) AS business
    GROUP BY 1`.execute(db)
  return new Map(rows.map(({ account_id, net }) => [account_id, [decimal(net)]]))
}
