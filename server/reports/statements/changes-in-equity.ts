import { sql } from 'kysely'
import type { z } from 'zod'
import type { reports } from '#contract/reports/reports.ts'
import type { SheetColumn, SheetInput, SheetRow } from '#contract/reports/sheet.ts'
import { addDays, addMonths, type Range } from '#ledger/calendar/calendar.ts'
import { type Decimal, decimal, sum, text, zero } from '#ledger/money.ts'
import { changesInEquity, type EquityLine, type EquityMove, equityMoves } from '#ledger/statements/changes-in-equity.ts'
import type { ChartAccount } from '#ledger/statements/chart-tree.ts'
import { closingKind } from '#ledger/statements/segments.ts'
import { chartAccounts } from '#server/chart/chart-accounts.ts'
import type { Context } from '#server/core/context.ts'
import { daysOf } from '../framework/date-range.ts'
import { column, sheetOf, withLeadingColumns, word } from '../framework/sheet.ts'
import { sumSegments } from './sum-balances.ts'

type Query = z.output<(typeof reports.changesInEquity)['calls']['show']['query']>
type Block = { days: Range; lines: EquityLine[]; difference: Decimal }

/**
 * Changes in equity: a column for each account of equity, first the year before the days asked for, then those. The closing
 * line is the equity of the balance sheet, and the profit that of the profit and loss.
 */
export async function showChangesInEquity(context: Context, query: Query): Promise<SheetInput> {
  const current = await daysOf(context, query)
  const before = { from: addMonths(current.from, -12), to: addDays(current.from, -1) }
  const accounts = await chartAccounts(context)
  const blocks = await Promise.all([before, current].map((days) => blockOf(context, accounts, days)))
  const shown = blocks.filter(({ days, lines }) => days === current || lines.some(isSaid))
  const used = accounts.filter(({ id }) =>
    shown.some(({ lines }) => lines.some(({ amounts }) => !(amounts.get(id) ?? zero).eq(0))),
  )
  const retained = retainedOf(accounts)
  const columns: SheetColumn[] = [
    column('change', 'label'),
    ...used.map((account) => ({
      ...column(`account_${account.id}`, 'amount'),
      label: { name: account.name, name_en: account.name_en, code: account.number },
    })),
    column('total', 'amount'),
  ]
  return sheetOf(
    current,
    withLeadingColumns(['total'], columns),
    shown.flatMap((block) => rowsOf(block, used, retained)),
    { difference: text(sum(shown.map(({ difference }) => difference))) },
  )
}

const isSaid = ({ amounts }: EquityLine): boolean => [...amounts.values()].some((amount) => !amount.eq(0))
const retainedOf = (accounts: readonly ChartAccount[]): number =>
  accounts.find(({ role }) => role === 'RETAINED')?.id ?? 0
const isEquity = (account: ChartAccount): boolean => account.class === 'E' && account.type === 'sub'

async function blockOf(context: Context, accounts: readonly ChartAccount[], days: Range): Promise<Block> {
  const { from, to } = days
  const [rows, moves] = await Promise.all([
    sumSegments(context, { cuts: [from, addDays(to, 1)] }),
    movesOf(context, accounts, days),
  ])
  const classOf = new Map(accounts.map((account) => [account.id, account.class]))
  const isResult = (id: number) => 'RX'.includes(classOf.get(id) ?? '-')
  const creditOf = (matching: (row: (typeof rows)[number]) => boolean) =>
    sum(rows.filter(matching).map((row) => decimal(row.credit).minus(row.debit)))
  const equity = accounts.filter(isEquity).map(({ id }) => id)
  const lines = changesInEquity({
    accounts: equity,
    retained: retainedOf(accounts),
    moves,
    opening: new Map(equity.map((id) => [id, creditOf((row) => row.segment === 0 && row.account_id === id)])),
    unclosed_profit: creditOf((row) => row.segment === 0 && isResult(row.account_id)),
    profit: creditOf((row) => row.segment === 1 && row.kind !== closingKind && isResult(row.account_id)),
  })
  const held = creditOf((row) => 'ERX'.includes(classOf.get(row.account_id) ?? '-'))
  return { days, lines, difference: (lines.at(-1)?.total ?? zero).minus(held) }
}

/** Movements of equity by why, without closing entries: their profit has its own line. An entry of equity accounts alone is a transfer. */
async function movesOf(
  { db, session }: Context,
  accounts: readonly ChartAccount[],
  { from, to }: Range,
): Promise<Record<EquityMove, Map<number, Decimal>>> {
  const own = session.organization_id
  const equity = accounts.filter(isEquity).map(({ id }) => id)
  const { rows } = await sql<{ account_id: number; is_transfer: boolean; kind: string; amount: string }>`
    SELECT line.account_id, entry.kind, touched.is_transfer, sum(line.credit - line.debit) AS amount
    FROM journal_lines AS line
    JOIN journal_entries AS entry ON entry.organization_id = ${own} AND entry.id = line.entry_id
    CROSS JOIN LATERAL (SELECT NOT EXISTS (SELECT FROM journal_lines AS other WHERE other.organization_id = ${own}
        AND other.entry_id = line.entry_id AND other.account_id <> ALL (${equity}::bigint[])) AS is_transfer) AS touched
    WHERE line.organization_id = ${own} AND line.account_id = ANY (${equity}::bigint[])
      AND line.entry_date BETWEEN ${from}::date AND ${to}::date AND entry.kind <> 'closing'
    GROUP BY 1, 2, 3`.execute(db)
  const roles = new Map(accounts.map(({ id, role }) => [id, role]))
  const whyOf = ({ account_id, is_transfer, kind }: (typeof rows)[number]): EquityMove => {
    if (is_transfer) return 'transfers'
    if (kind === 'opening') return 'brought'
    const role = roles.get(account_id)
    return role === 'DIVIDENDS' ? 'dividends' : role === 'RETAINED' ? 'corrections' : 'capital'
  }
  const moves = Object.fromEntries(equityMoves.map((name) => [name, new Map<number, Decimal>()])) as Record<
    EquityMove,
    Map<number, Decimal>
  >
  for (const row of rows) {
    const amounts = moves[whyOf(row)]
    amounts.set(row.account_id, (amounts.get(row.account_id) ?? zero).plus(row.amount))
  }
  return moves
}

function rowsOf({ days, lines }: Block, used: readonly ChartAccount[], retained: number): SheetRow[] {
  const { from, to } = days
  const heading: SheetRow = {
    key: `days:${to}`,
    style: 'heading',
    level: 1,
    texts: {},
    figures: {},
    link: null,
    label: { name: `${from} – ${to}` },
  }
  const rows = lines.map(
    (line): SheetRow => ({
      key: `${line.name}:${to}`,
      level: 2,
      texts: {},
      link: null,
      label: word(`lines.equity_${line.name}`),
      style: line.name === 'opening' ? 'subtotal' : line.name === 'closing' ? 'total' : 'line',
      figures: {
        ...Object.fromEntries(used.map(({ id }) => [`account_${id}`, text(line.amounts.get(id) ?? zero)])),
        total: text(line.total),
      },
      links: linksOf({ days, lines }, line, used, retained),
    }),
  )
  return [heading, ...rows]
}

/** What a figure opens comes to it: the statement of its account, the profit and loss, the balance sheet. */
function linksOf(
  { days, lines }: Pick<Block, 'days' | 'lines'>,
  { name, amounts }: EquityLine,
  used: readonly ChartAccount[],
  retained: number,
): NonNullable<SheetRow['links']> {
  const { from, to } = days
  if (name === 'profit') {
    const link = { to: 'profit_and_loss', query: { from, to } }
    return { [`account_${retained}`]: link, total: link }
  }
  const day = name === 'opening' ? addDays(from, -1) : to
  const isBalance = name === 'opening' || name === 'closing'
  const own = used.flatMap(({ id }): [string, { to: string; query: Record<string, string | number> }][] => {
    if ((amounts.get(id) ?? zero).eq(0)) return []
    // Profit that is not closed is not on the account yet.
    if (isBalance && id !== retained)
      return [
        [
          `account_${id}`,
          { to: 'account_statement', query: { account_id: id, from: name === 'opening' ? day : from, to: day } },
        ],
      ]
    // A movement next to others of its account is no figure of its statement.
    const moved = lines.filter(
      (line) => equityMoves.includes(line.name as EquityMove) && !(line.amounts.get(id) ?? zero).eq(0),
    )
    if (isBalance || moved.length !== 1) return []
    return [[`account_${id}`, { to: 'account_statement', query: { account_id: id, from, to } }]]
  })
  return { ...Object.fromEntries(own), ...(isBalance && { total: { to: 'balance_sheet', query: { to: day } } }) }
}
