// Runs in the process that reads files: a file of any format becomes pages of rows.

import { Refusal } from '#server/core/refusal.ts'
import type { TaskWork } from '#server/core/task.ts'
import type { TableInput, TableResult } from './foreign-table.ts'
import { headsIn, type KnownColumn } from './guess-columns.ts'
import { type FileRow, type OpenTable, openTable, readSheetRows, visibleSheets } from './read-table.ts'

const headsWithin = 20
const pageSize = 2_000
/** The text of all rows: far more than a table of the longest length has. */
const textMaximum = 250_000_000

export default (async ({ data, field, choose }, part) => {
  const table = await openTable(data, field)
  const names = visibleSheets(table).flatMap((index) => table.sheets[index]?.name || [])
  const sheet = await chosenSheet(table, choose, names, field)
  await sendRows(readSheetRows(table, sheet, field), part, field)
  return { sheets: names, sheet: table.sheets[sheet]?.name || null }
}) satisfies TaskWork<TableInput, TableResult, Uint8Array>

async function chosenSheet(
  table: OpenTable,
  choose: TableInput['choose'],
  names: readonly string[],
  field: string,
): Promise<number> {
  if ('columns' in choose) return bestSheet(table, choose.columns, field)
  if ('filled' in choose) return filledSheet(table, field)
  const sheet = table.sheets.findIndex((one) => one.name === choose.sheet)
  if (sheet < 0 || !names.includes(choose.sheet)) throw new Refusal('not_found', { field: 'sheet' })
  return sheet
}

/** The visible sheet whose heading row names the most columns: the first sheets may be instructions or lists. */
async function bestSheet(table: OpenTable, known: readonly KnownColumn[], field: string): Promise<number> {
  const visible = visibleSheets(table)
  let best = { sheet: visible[0] ?? 0, count: -1 }
  if (visible.length === 1) return best.sheet
  for (const sheet of visible) {
    const rows = await firstRows(table, sheet, headsWithin, field)
    const count = rows.length < 2 ? -1 : headsIn(rows, known).count
    if (count > best.count) best = { sheet, count }
  }
  return best.sheet
}

/** The first visible sheet that has a row. */
async function filledSheet(table: OpenTable, field: string): Promise<number> {
  const visible = visibleSheets(table)
  for (const sheet of visible) if ((await firstRows(table, sheet, 1, field)).length > 0) return sheet
  return visible[0] ?? 0
}

async function firstRows(table: OpenTable, sheet: number, most: number, field: string): Promise<string[][]> {
  const rows: string[][] = []
  for await (const { cells } of readSheetRows(table, sheet, field)) if (rows.push(cells) >= most) break
  return rows
}

async function sendRows(rows: AsyncGenerator<FileRow>, part: (page: Uint8Array) => Promise<void>, field: string) {
  let page: FileRow[] = []
  let size = 0
  const send = async () => {
    const bytes = Buffer.from(JSON.stringify(page))
    size += bytes.length
    if (size > textMaximum) throw new Refusal('file_unpacks_too_large', { field })
    await part(bytes)
    page = []
  }
  for await (const row of rows) if (page.push(row) >= pageSize) await send()
  if (page.length > 0) await send()
}
