import type { Sheet } from '#contract/reports/sheet.ts'

type Row = Sheet['rows'][number]
type Figure = { row: Row; column: Sheet['columns'][number]; rows: readonly Row[] }
const mills = (amount: number | null | undefined) => Math.round((amount ?? 0) * 1000)

/** Reports whose rows are entries and documents themselves: the name of each opens what posted it. */
const ofRows =
  /^(account-statement|journal|entry-digests|vat-details|open-|customer-st|supplier-st|sales-d|purchases-d|stock-card)/

/** The figures that open nothing, each for its reason. */
const reasons: [reason: string, holds: (path: string, figure: Figure) => boolean][] = [
  [
    'a difference or a share of figures beside it, which open',
    (_, { column: { key, kind } }) => kind === 'percent' || /(^|_)change$/.test(key),
  ],
  [
    'what one piece costs, sells for or would bring',
    (_, { column: { key } }) => /^(average|sale_price|potential_margin)$/.test(key),
  ],
  [
    'what moved no cash is left out of it: its accounts moved by more',
    (path, { row, rows }) =>
      path.startsWith('cash-flow') && /^(flow|lines)\./.test(row.label.word ?? '') && leavesOut(rows),
  ],
  ['it is a row itself', (path, { row }) => ofRows.test(path) && row.style === 'line'],
  [
    'what the rows around it come to',
    (path, figure) => ofRows.test(path) && figure.row.style !== 'line' && isSumOfRows(figure),
  ],
  [
    'a sum of the balances above it on one side',
    (path, { row, column }) =>
      path.startsWith('trial-balance') && row.key === 'total' && !column.key.startsWith('movement_'),
  ],
  ['the tax charged, with box 9: both open', (_, figure) => isDeductedReverseCharge(figure)],
]

export const whyUnopened = (path: string, figure: Figure): string | null =>
  reasons.find(([, holds]) => holds(path, figure))?.[0] ?? null

/** Explained by the rows that stand for it, or by rows of accounts without links. */
const leavesOut = (rows: readonly Row[]) =>
  rows.some(
    ({ key, label, link }) =>
      /(profit_without_cash|fx_in_profit)$/.test(key) || (label.word?.startsWith('flow.') && !link),
  )

/** The deducted reverse charge follows from the two rows above it, and is checked against them. */
const isDeductedReverseCharge = ({ row, column: { key }, rows }: Figure): boolean => {
  const of = (name: string) => mills(rows.find((other) => other.key === name)?.figures[key])
  return row.key === 'vat_rc_deducted' && mills(row.figures[key]) === of('vat_rc_charged') + of('box:9')
}

/** A total is checked against the lines; a balance or a net against the figures before it. */
function isSumOfRows({ row, column: { key }, rows }: Figure): boolean {
  if (row.key === 'carried' || key === 'balance' || row.key.startsWith('vat_')) return true
  const lines = rows.filter(({ style }) => style === 'line')
  return lines.reduce((sum, { figures }) => sum + mills(figures[key]), 0) === mills(row.figures[key])
}
