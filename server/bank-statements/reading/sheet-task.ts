// Runs in the process that reads files: the columns of a file of a bank, and what they are remembered or guessed to be.
import type { StatementSheet } from '#contract/imports/bank-sheet.ts'
import type { TaskWork } from '#server/core/task.ts'
import type { SheetInput } from './foreign-statement.ts'
import { sheetRows } from './read-sheet.ts'
import { isSheet, readBankFile } from './read-statement.ts'
import { isComplete, placeSheet } from './sheet-layout.ts'

const sampleRows = 4

export default (async ({ data, field, stored }) => {
  if (!isSheet(data, field)) {
    const { format } = await readBankFile(data, field)
    return { format, heads: [], sample: [], columns: [], is_remembered: false, is_complete: true }
  }
  const cells = (await sheetRows(data, field)).map((row) => row.cells)
  const { at, places, isRemembered } = placeSheet(cells, stored)
  const width = Math.max(0, ...cells.slice(0, 40).map((row) => row.length))
  const full = (row: readonly string[]) => Array.from({ length: width }, (_, index) => row[index] ?? '')
  return {
    ...{ format: data[0] === 0x50 ? 'xlsx' : 'csv', heads: full(cells[at] ?? []) },
    sample: cells.slice(at + 1, at + 1 + sampleRows).map(full),
    columns: Object.entries(places).map(([column, source]) => ({ column, source })) as StatementSheet['columns'],
    ...{ is_remembered: isRemembered, is_complete: isComplete(places) },
  }
}) satisfies TaskWork<SheetInput, StatementSheet>
