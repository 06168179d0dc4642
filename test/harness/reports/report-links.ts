import { expect } from 'vitest'
import type { Sheet } from '#contract/reports/sheet.ts'
import { salesBoxes } from '#ledger/statements/vat-return.ts'
import { expectOk, type Organization } from '../organization.ts'
import { whyUnopened } from './figures-without-drill-down.ts'

type Row = Sheet['rows'][number]
type Column = Sheet['columns'][number]
const mills = (amount: number | null | undefined) => Math.round((amount ?? 0) * 1000)

export type Show = (path: string) => Promise<Sheet>
/** Present report results, each requested once. */
export function showOnce(owner: Pick<Organization, 'get'>): Show {
  const asked = new Map<string, Promise<Sheet>>()
  const show = async (path: string): Promise<Sheet> =>
    expectOk(await owner.get(`/reports/${path}&whole=true`)).body.data
  return (path) => asked.get(path) ?? (asked.set(path, show(path)).get(path) as Promise<Sheet>)
}

/**
 * Follows every figure of a report: what it opens comes to it. One that opens nothing has its reason in a short list.
 * Answers how many were opened.
 */
export async function openEveryFigure(show: Show, path: string): Promise<number> {
  const sheet = await show(path)
  let opened = 0
  for (const table of [sheet, ...(sheet.below ? [sheet.below] : [])])
    for (const { row, column } of table.rows.flatMap((row) => table.columns.map((column) => ({ row, column })))) {
      if (!row.figures[column.key]) continue
      const link = linkOf(row, column)
      const said = `${path}, ${row.texts.number ?? row.key} ${column.key}`
      if (!link) {
        const why = whyUnopened(path, { row, column, rows: table.rows }) ?? (await whyNarrowed(show, sheet, path, row))
        expect(why, `${said} opens nothing`).not.toBeNull()
        continue
      }
      const asked = Object.entries(link.query).map(([key, value]) => [key, String(value)])
      const behind = `${link.to.replaceAll('_', '-')}?${new URLSearchParams(asked)}`
      const found = figureOf(await show(behind), { path, row, column, link })
      expect(found, `${said}, opens ${behind}`).toBe(Math.abs(mills(row.figures[column.key])))
      opened++
    }
  return opened
}

type Link = NonNullable<Row['link']>
function linkOf(row: Row, column: Column): Link | null {
  const own = row.links?.[column.key]
  if (own) return own
  return row.link && column.query ? { to: row.link.to, query: { ...column.query, ...row.link.query } } : null
}

/** A total of cash flows that leaves out what moved no cash: in one of its columns, the rows of its accounts come to another sum. */
async function whyNarrowed(show: Show, { columns }: Sheet, path: string, row: Row): Promise<string | null> {
  if (!path.startsWith('cash-flow') || !/^(net_|noncash_items$|working_capital$)/.test(row.key)) return null
  for (const column of columns.filter(({ key, query }) => query && typeof row.figures[key] === 'number')) {
    const line = row.key === 'net_change' ? 'cash' : row.key
    const asked = Object.entries({ ...column.query, line }).map(([key, value]) => [key, String(value)])
    const link = { to: 'account_statement', query: Object.fromEntries(asked) }
    const found = figureOf(await show(`account-statement?${new URLSearchParams(asked)}`), { path, row, column, link })
    if (found !== Math.abs(mills(row.figures[column.key]))) return 'its accounts moved by more'
  }
  return null
}

type Opened = { path: string; row: Row; column: Column; link: Link }

/** The total of the rows of an opened report, next to the figure that opened it. The statement decides its side. */
function figureOf(sheet: Sheet, { path, row, column: { key }, link }: Opened): number {
  const [first, last] = [sheet.rows[0]?.figures ?? {}, sheet.rows.at(-1)?.figures ?? {}]
  if (link.to === 'profit_and_loss') return Math.abs(mills(last.amount))
  const rows = sheet.rows.filter(({ style }) => style === 'line')
  const sumOf = (column: string) => rows.reduce((sum, one) => sum + mills(one.figures[column]), 0)
  if (row.key === 'opening') return Math.abs(mills(last[key]))
  if (link.to.startsWith('open_')) return Math.abs(sumOf('remaining'))
  if (link.to === 'vat_details' && ['13', '16'].includes(String(link.query.box))) return Math.abs(netOf(rows, key))
  if (link.to === 'stock_card') return Math.abs(mills(last[`stock_balance_${key}`]))
  // A report of sales or purchases shows the net of both periods.
  if (link.to !== 'account_statement') return Math.abs(sumOf(key === 'compared' ? 'net' : key.replace('compared_', '')))
  if (key.startsWith('movement_')) return sumOf(key.replace('movement_', ''))
  const isBeginning = row.key === 'opening_cash' || (key === 'opening_cash' && 'without' in link.query)
  if (isBeginning) return Math.abs(mills(first.balance))
  const isBalance = path.startsWith('balance-sheet') || /^(opening|closing|compared)_/.test(key)
  return Math.abs(isBalance || row.key === 'closing_cash' ? mills(last.balance) : sumOf('debit') - sumOf('credit'))
}

/** Output less input tax and the carried credit; for one side their sum. */
function netOf(rows: readonly Row[], column: string): number {
  const key = column.replace('compared_', '')
  const plus = new Set<unknown>([...salesBoxes, '14'])
  return rows.reduce((net, { figures, texts }) => net + (plus.has(texts.box) ? 1 : -1) * mills(figures[key]), 0)
}
