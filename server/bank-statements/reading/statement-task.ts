// Runs in the process that reads files: a file of a bank becomes a statement.
import { Refusal } from '#server/core/refusal.ts'
import type { TaskWork } from '#server/core/task.ts'
import { foldWord } from '#server/reading/values/words.ts'
import type { ChosenColumn, StatementInput, StatementResult } from './foreign-statement.ts'
import { sheetRows } from './read-sheet.ts'
import { isSheet, readBankFile } from './read-statement.ts'
import { firstLine, isComplete, type SheetLayout, type SheetPlaces } from './sheet-layout.ts'

export default (async ({ data, field, stored, chosen, day_order }) => {
  const layout = chosen ? await chosenLayout(data, field, chosen) : null
  return { statement: await readBankFile(data, field, layout ?? stored, day_order), layout }
}) satisfies TaskWork<StatementInput, StatementResult>

/** The layout that a user chose for this file. */
async function chosenLayout(data: Uint8Array, field: string, chosen: readonly ChosenColumn[]): Promise<SheetLayout> {
  const columns = Object.fromEntries(chosen.map(({ column, source }) => [column, source])) as SheetPlaces
  // The other formats name their fields, and have no columns to remember.
  if (Object.keys(columns).length < chosen.length || !isComplete(columns) || !isSheet(data, field))
    throw new Refusal('statement_columns', { field: 'columns' })
  const cells = (await sheetRows(data, field)).map((row) => row.cells)
  // The heads are the row above the first line; a table may begin with a line.
  const first = firstLine(cells, columns)
  return { heads: first > 0 ? (cells[first - 1] ?? []).map(foldWord) : [], columns }
}
