// Runs in the process that reads files: the columns of a file of a bank, what they are remembered or guessed to be, and what is in doubt.
import { Refusal } from '#server/core/refusal.ts'
import type { TaskWork } from '#server/core/task.ts'
import type { FileRow } from '#server/reading/read-table.ts'
import { readDay } from '#server/reading/values/days.ts'
import type { SheetInput, SheetRead } from './foreign-statement.ts'
import { headingOf, sheetRows, tomorrow } from './read-sheet.ts'
import { isSheet, readBankFile } from './read-statement.ts'
import { isComplete, type PlacedSheet, placeSheet } from './sheet-layout.ts'
import { sheetDays } from './sheet-lines.ts'

const sampleRows = 4

export default (async ({ data, field, stored }) => {
  if (!isSheet(data, field)) {
    const { format, currency, doubtful_day = null } = await readBankFile(data, field)
    const known = { heads: [], sample: [], columns: [], is_remembered: false, is_complete: true }
    return { format, currency, doubtful_day: readings(doubtful_day), ...known }
  }
  const rows = await sheetRows(data, field)
  const cells = rows.map((row) => row.cells)
  const placed = placeSheet(cells, stored)
  const { at, places, isRemembered } = placed
  const width = Math.max(0, ...cells.slice(0, 40).map((row) => row.length))
  const full = (row: readonly string[]) => Array.from({ length: width }, (_, index) => row[index] ?? '')
  return {
    format: data[0] === 0x50 ? 'xlsx' : 'csv',
    heads: full(cells[at] ?? []),
    sample: cells.slice(at + 1, at + 1 + sampleRows).map(full),
    columns: Object.entries(places).map(([column, source]) => ({ column, source })) as SheetRead['columns'],
    is_remembered: isRemembered,
    is_complete: isComplete(places),
    ...doubtsOf(rows, placed, field),
  }
}) satisfies TaskWork<SheetInput, SheetRead>

/** What the table says of its currency and its days. What it says wrongly is refused when it is stored. */
function doubtsOf(rows: readonly FileRow[], { at, places }: PlacedSheet, field: string) {
  const none = { currency: null, doubtful_day: null }
  if (!isComplete(places)) return none
  try {
    const { doubtful } = sheetDays(rows.slice(at + 1), places, { field, today: tomorrow(), asked: null })
    return { currency: headingOf(rows, at, places, field).currency, doubtful_day: readings(doubtful) }
  } catch (error) {
    if (error instanceof Refusal) return none
    throw error
  }
}

const readings = (written: string | null) =>
  written === null ? null : { written, dmy: readDay(written, 'dmy') ?? '', mdy: readDay(written, 'mdy') ?? '' }
