import type { SheetColumn, SheetInput, SheetRow } from '#contract/reports/sheet.ts'
import { addDays, type Range } from '#ledger/calendar/calendar.ts'
import { type Decimal, sum, text, zero } from '#ledger/money.ts'
import type { ChartAccount } from '#ledger/statements/chart-tree.ts'
import { accountColumns, accountRow, column, word } from '../framework/sheet.ts'

type CashAccounts = {
  /** The accounts of cash. */
  accounts: readonly ChartAccount[]
  openings: ReadonlyMap<number, readonly Decimal[]>
  changes: ReadonlyMap<number, readonly Decimal[]>
  /** Whether some of it was brought along within these days: it counts to their beginning, which no statement of days before it shows. */
  isBroughtAlong: boolean
}
type CashQuery = { days: Range /** As a link hands them on. */; filters: Record<string, string> }
const keys = ['opening_cash', 'moved_cash', 'closing_cash'] as const

/** The components of cash (IAS 7.45), account by account. Each figure opens its statement. NULL without one. */
export function cashHeld(
  { accounts, openings, changes, isBroughtAlong }: CashAccounts,
  asked: CashQuery,
): SheetInput['below'] {
  const rows = accounts
    .map((account) => {
      const [opening, moved] = [openings, changes].map((sums) => sums.get(account.id)?.[0] ?? zero) as [
        Decimal,
        Decimal,
      ]
      return { account, figures: [opening, moved, opening.plus(moved)] }
    })
    .filter(({ figures }) => figures.some((figure) => !figure.eq(0)))
    .toSorted((a, b) => (a.account.number < b.account.number ? -1 : 1))
  if (rows.length === 0) return null
  const link = { to: 'account_statement', query: { line: 'cash' } }
  const totals = keys.map((_, index) => sum(rows.map(({ figures }) => figures[index] as Decimal)))
  return {
    title: word('lines.cash_held'),
    columns: [...accountColumns({ ...asked.days, ...asked.filters }), ...columnsOf(asked, isBroughtAlong)],
    rows: [
      ...rows.map(
        ({ account, figures }): SheetRow => ({
          ...accountRow(account),
          key: `cash:${account.id}`,
          style: 'line',
          level: 1,
          figures: spelled(figures),
        }),
      ),
      { key: 'cash', style: 'total', level: 1, label: word('lines.total'), texts: {}, link, figures: spelled(totals) },
    ],
  }
}

function columnsOf({ days, filters }: CashQuery, isBroughtAlong: boolean): SheetColumn[] {
  const moves = { ...days, ...filters, without: 'opening' }
  // Opening entries dated within the range count before its movements.
  const before = isBroughtAlong ? moves : { to: addDays(days.from, -1), ...filters }
  return [
    column('opening_cash', 'amount', { label: word('columns.opening'), query: before }),
    column('moved_cash', 'amount', {
      label: word('columns.movement'),
      query: moves,
    }),
    {
      ...column('closing_cash', 'amount', { label: word('columns.closing'), query: { ...days, ...filters } }),
      leading: true,
    },
  ]
}

const spelled = (figures: readonly Decimal[]): SheetRow['figures'] =>
  Object.fromEntries(keys.map((key, index) => [key, text(figures[index] as Decimal)]))
