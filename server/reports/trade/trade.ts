import type { Side } from '#contract/documents/sides.ts'
import type { Compare } from '#contract/reports/filters.ts'
import type { SheetInput, SheetRow } from '#contract/reports/sheet.ts'
import { comparedRange, type Range } from '#ledger/calendar/calendar.ts'
import { decimal, ratio, text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { daysOf } from '../framework/date-range.ts'
import { requireFilters } from '../framework/require-filters.ts'
import { column, forwardedFilters, named, sheetOf, withLeadingColumns, word } from '../framework/sheet.ts'
import { changeOf } from '../statements/statement-sheet.ts'
import { type By, type TradedSums, type TradeTotals, tradedOf } from './trade-totals.ts'

type Query = {
  from?: string | undefined
  to?: string | undefined
  branch_id?: number[] | undefined
  compare: Compare
  as_known_at?: string | undefined
  after?: string | undefined
}

/**
 * Sales or purchases in a period by party or by product, less notes, in base currency without tax (accounting rule
 * 5.10). There may be thousands: one page is read and computed, and compared periods are matched before paging.
 */
export const showTrade =
  (side: Side, by: By) =>
  async (context: Context, query: Query, limit: number): Promise<SheetInput> => {
    const [{ branch_id }, { from, to }] = await Promise.all([requireFilters(context, query), daysOf(context, query)])
    const { as_known_at: known_at } = query
    const start = Number(query.after ?? 0)
    const details = `${side.name}_details`
    const compared = comparedRange({ from, to }, query.compare)
    const window = compared ? { offset: 0, limit: null } : { offset: start, limit: limit + 1 }
    const [now, before] = await Promise.all([
      tradedOf(context, side, by, { from, to, branch_id, known_at }, window),
      compared && tradedOf(context, side, by, { ...compared, branch_id, known_at }, window),
    ])
    const netBefore = new Map(before?.rows.map(({ id, net }) => [id, net]))
    const found = [...now.rows, ...onlyIn(before?.rows ?? [], now.rows)].slice(start - window.offset)
    const figures = (row: TradedSums, net: string) => ({
      ...figuresOf(row, now.sums.net),
      ...(before && { compared: net, ...changeOf([decimal(row.net), decimal(net)]) }),
    })
    const rows = found.slice(0, limit).map(
      (row): SheetRow => ({
        key: `${by}:${row.id}`,
        style: 'line',
        level: 1,
        label: named(row),
        texts: by === 'product' ? { code: row.code } : {},
        figures: {
          ...(by === 'product' && { quantity: row.quantity, returned: row.returned }),
          ...figures(row, netBefore.get(row.id) ?? '0'),
        },
        link: { to: details, query: { [`${by}_id`]: row.id } },
      }),
    )
    const end = { key: 'total', style: 'total', level: 1, label: word('lines.total'), texts: {} } as const
    const handed = forwardedFilters(query)
    return sheetOf(
      { from, to },
      [...columnsOf(side, by, { from, to, ...handed }), ...comparedColumns(compared, handed)],
      rows.length === 0
        ? []
        : [...rows, { ...end, figures: figures(now.sums, before?.sums.net ?? '0'), link: { to: details, query: {} } }],
      { compared, next: found.length > limit ? String(start + limit) : null },
    )
  }

/** Parties or products of the comparison range only: zero now. */
function onlyIn(before: readonly TradeTotals[], now: readonly TradeTotals[]): TradeTotals[] {
  const present = new Set(now.map(({ id }) => id))
  return before
    .filter(({ id }) => !present.has(id))
    .map((row) => ({ ...row, quantity: '0', returned: '0', gross: '0', returns: '0', net: '0', tax: '0', cost: '0' }))
}

const comparedColumns = (compared: Range | null, handed: Record<string, string>) =>
  compared
    ? withLeadingColumns(
        ['compared'],
        [
          column('compared', 'amount', {
            label: { ...word('columns.net'), code: `${compared.from} – ${compared.to}` },
            query: { ...compared, ...handed },
          }),
          column('change', 'amount'),
          column('change_percent', 'percent'),
        ],
      )
    : []

/** Sales also have their cost; for purchases the amount is the cost. */
function columnsOf(side: Side, by: By, query: Record<string, string>) {
  const amounts =
    side.name === 'sales'
      ? ['gross_sales', 'returns', 'net', 'tax', 'cost', 'gross_profit']
      : ['gross_purchases', 'returns', 'net', 'tax']
  const percents = side.name === 'sales' ? ['margin', 'share'] : ['share']
  return withLeadingColumns(
    ['net'],
    [
      ...(by === 'product' ? [column('code', 'code')] : []),
      column('name', 'label', { label: word(`columns.${by === 'product' ? 'product' : side.party}`), query }),
      ...(by === 'product'
        ? [column('quantity', 'quantity', { query }), column('returned', 'quantity', { query })]
        : []),
      ...amounts.map((key) => column(key, 'amount', { query })),
      ...percents.map((key) => column(key, 'percent')),
    ],
  )
}

function figuresOf(row: TradedSums, total: string) {
  const profit = decimal(row.net).minus(row.cost)
  return {
    gross_sales: row.gross,
    gross_purchases: row.gross,
    returns: row.returns,
    net: row.net,
    tax: row.tax,
    cost: row.cost,
    gross_profit: text(profit),
    margin: percentOf(text(profit), row.net),
    share: percentOf(row.net, total),
  }
}

const percentOf = (part: string, whole: string) => (decimal(whole).eq(0) ? null : text(ratio(part, 100, whole, 1)))
