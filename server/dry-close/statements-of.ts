import { reports } from '#contract/reports/reports.ts'
import type { SheetInput, SheetRow } from '#contract/reports/sheet.ts'
import type { Range } from '#ledger/calendar/calendar.ts'
import { decimal, sum, text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import type { PlannedEntry } from '#server/posting/plan.ts'
import { showBalanceSheet } from '#server/reports/statements/balance-sheet.ts'
import { showCashFlow } from '#server/reports/statements/cash-flow.ts'
import { showChangesInEquity } from '#server/reports/statements/changes-in-equity.ts'
import { showProfitAndLoss } from '#server/reports/statements/profit-and-loss.ts'

/** Down to main accounts: the whole statement is one press away. */
const depth = '2'

/** The four statements of a year from a context whose books hold what closing would post, one below the other. */
export async function statementsOf(closed: Context, days: Range, entries: readonly PlannedEntry[]) {
  const asked = { ...days, depth }
  const made: [string, SheetInput][] = [
    ['profit_and_loss', await showProfitAndLoss(closed, reports.profitAndLoss.calls.show.query.parse(asked))],
    [
      'balance_sheet',
      await showBalanceSheet(closed, reports.balanceSheet.calls.show.query.parse({ ...asked, from: undefined })),
    ],
    ['cash_flow', await showCashFlow(closed, reports.cashFlow.calls.show.query.parse(asked))],
    ['changes_in_equity', await showChangesInEquity(closed, days)],
  ]
  // Only the closing entry leaves every figure as its statement shows it today.
  const asToday = entries.every(({ head }) => head.source === 'closing')
  return {
    rows: made.flatMap(([name, sheet]) => sectionOf(name, sheet, days, asToday)),
    difference: text(sum(made.map(([, { difference }]) => decimal(difference ?? '0').abs()))),
  }
}

function sectionOf(name: string, { columns, rows }: SheetInput, days: Range, asToday: boolean): SheetRow[] {
  const key = columns.some((column) => column.key === 'amount') ? 'amount' : 'total'
  const own = columns.find((column) => column.key === key)?.query ?? {}
  const heading: SheetRow = {
    key: `statement:${name}`,
    style: 'heading',
    level: 1,
    texts: {},
    figures: {},
    label: { word: `${name}.title` },
    link: { to: name, query: name === 'balance_sheet' ? { to: days.to } : days },
  }
  const shown = rows.filter(({ figures, style }) => style === 'heading' || key in figures)
  return [
    heading,
    ...shown.map((row): SheetRow => {
      const link = row.links?.[key] ?? (row.link && { ...row.link, query: { ...own, ...row.link.query } })
      const amount = row.figures[key]
      return {
        key: `${name}:${row.key}`,
        style: row.style,
        level: row.level + 1,
        label: row.label,
        texts: {},
        figures: amount == null ? {} : { amount },
        link: asToday ? (link ?? null) : null,
      }
    }),
  ]
}
