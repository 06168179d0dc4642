import { expect } from 'vitest'
import type { Sheet } from '#contract/reports/sheet.ts'
import { expectOk, type Organization } from './organization.ts'

type Row = Sheet['rows'][number]
type Column = Sheet['columns'][number]
const mills = (amount: number | null | undefined) => Math.round((amount ?? 0) * 1000)

export type Show = (path: string) => Promise<Sheet>
/** Reports as they stand now, each asked for once. */
export function showOnce(owner: Organization): Show {
  const asked = new Map<string, Promise<Sheet>>()
  const show = async (path: string): Promise<Sheet> =>
    expectOk(await owner.get(`/reports/${path}&whole=true`)).body.data
  return (path) => asked.get(path) ?? (asked.set(path, show(path)).get(path) as Promise<Sheet>)
}

/** Follows every figure of a report that leads somewhere: what it opens comes to it. Answers how many there were. */
export async function openEveryFigure(show: Show, path: string): Promise<number> {
  const sheet = await show(path)
  let opened = 0
  const tables = [sheet, ...(sheet.below ? [sheet.below] : [])]
  for (const { row, column } of tables.flatMap(({ rows, columns }) =>
    rows.flatMap((row) => columns.map((column) => ({ row, column }))),
  )) {
    if (!row.link || !column.query || !row.figures[column.key]) continue
    const asked = Object.entries({ ...column.query, ...row.link.query }).map(([key, value]) => [key, String(value)])
    const behind = `${row.link.to.replaceAll('_', '-')}?${new URLSearchParams(asked)}`
    const found = figureOf(await show(behind), { path, row, column })
    expect(found, `${path}, ${row.texts.number ?? row.key} ${column.key}, opens ${behind}`).toBe(
      Math.abs(mills(row.figures[column.key])),
    )
    opened++
  }
  return opened
}

type Opened = { path: string; row: Row; column: Column }

/** What the rows of an opened report come to, beside the figure that opened it; which side it stands on is the statement's matter. */
function figureOf(sheet: Sheet, { path, row, column: { key } }: Opened): number {
  const last = sheet.rows.at(-1)?.figures ?? {}
  if (row.link?.to === 'profit_and_loss') return Math.abs(mills(last.amount))
  const rows = sheet.rows.filter(({ style }) => style === 'line')
  const sumOf = (column: string) => rows.reduce((sum, one) => sum + mills(one.figures[column]), 0)
  if (row.link?.to.startsWith('open_')) return Math.abs(sumOf('remaining'))
  // The other period's net stands beside this one's in a report of sales or purchases.
  if (row.link?.to !== 'account_statement')
    return Math.abs(sumOf(key === 'compared' ? 'net' : key.replace('compared_', '')))
  if (key.startsWith('movement_')) return sumOf(key.replace('movement_', ''))
  const isBalance = path.startsWith('balance-sheet') || /^(opening|closing|compared)_/.test(key)
  return Math.abs(isBalance ? mills(last.balance) : sumOf('debit') - sumOf('credit'))
}
