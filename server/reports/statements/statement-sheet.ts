import type { SheetColumn, SheetRow } from '#contract/reports/sheet.ts'
import type { Range } from '#ledger/calendar/calendar.ts'
import { type Decimal, decimal, ratio, text } from '#ledger/money.ts'
import type { StatementLine } from '#ledger/statements/statement-line.ts'
import { statementLines } from '#ledger/statements/statement-lines.ts'
import { accountRow, column, named, withLeadingColumns, word } from '../framework/sheet.ts'

/**
 * Lines of a statement as rows of a sheet, down to a level; `change` adds the difference of the first two columns. A
 * heading without visible rows is left out: the total of its section is at its end.
 */
export function statementSheetRows(
  lines: readonly StatementLine[],
  columns: readonly { key: string }[],
  depth: string,
): SheetRow[] {
  const deepest = depth === 'all' ? Number.POSITIVE_INFINITY : Number(depth)
  const shown = lines.filter((line) => line.level <= deepest)
  return shown
    .filter(({ style }, index) => style !== 'heading' || (shown[index + 1]?.level ?? 1) > 1)
    .map((line) => ({
      ...(line.account ? accountRow(line.account) : { label: word(`lines.${captionOf(line)}`), texts: {} }),
      ...(line.account && line.sentence && { label: { ...named(line.account), word: `flow.${line.sentence}` } }),
      ...(line.isPartial ? { link: null } : openedBy(line)),
      key: line.key,
      style: line.style,
      level: line.level,
      figures:
        line.style === 'heading'
          ? {}
          : {
              ...Object.fromEntries(columns.map(({ key }, index) => [key, spelled(line.amounts[index])])),
              ...(columns[1]?.key === 'compared' && changeOf(line.amounts)),
            },
    }))
}

const cashLines = ['net_change', 'opening_cash', 'closing_cash']

/** The sum of many accounts opens their common statement; opening and closing cash are around the movements of cash. */
function openedBy({ key, account, within }: StatementLine): Pick<SheetRow, 'link'> | null {
  if (within) return { link: { to: 'account_statement', query: { account_id: account?.id as number, line: within } } }
  const line = cashLines.includes(key) ? 'cash' : key
  return statementLines.some((name) => name === line) ? { link: { to: 'account_statement', query: { line } } } : null
}

const profits = new Set(['gross_profit', 'operating_profit', 'profit_before_zakat', 'net_profit', 'current_profit'])
/** A result that may be a loss is labelled as one if it is. */
const captionOf = ({ key, amounts }: StatementLine): string =>
  profits.has(key) && amounts.some((amount) => amount.lt(0)) ? `${key}_or_loss` : key

/** One column, or with a comparison two and how they differ. */
export function comparedColumns(
  current: { days: Range; query: Record<string, string> },
  compared: { days: Range; query: Record<string, string> } | null,
): SheetColumn[] {
  const own = column('amount', 'amount', { query: { ...current.days, ...current.query } })
  if (!compared) return [own]
  return withLeadingColumns(
    ['amount', 'compared'],
    [
      { ...own, label: dated(current.days) },
      column('compared', 'amount', { label: dated(compared.days), query: { ...compared.days, ...compared.query } }),
      column('change', 'amount'),
      column('change_percent', 'percent'),
    ],
  )
}

export const dated = ({ from, to }: Range) => ({ name: from === '' ? to : `${from} – ${to}` })

/** The increase, also in percent of the earlier amount; from a loss to a profit there is no percentage. */
export function changeOf([current, compared]: readonly Decimal[]): SheetRow['figures'] {
  if (!current || !compared) return {}
  const change = current.minus(compared)
  const isNone = compared.eq(0) || (compared.lt(0) && current.gt(0))
  const change_percent = isNone ? null : text(ratio(change, 100, compared.abs(), 1))
  return { change: text(change), change_percent }
}

const spelled = (amount: Decimal | undefined): string => text(amount ?? decimal(0))
