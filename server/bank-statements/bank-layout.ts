import type { Upload } from '#contract/fields/choice.ts'
import type { StatementColumn, StatementSheet } from '#contract/imports/bank-sheet.ts'
import { bankCurrency } from '#server/bank/reconciliation-balance.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { foldWord } from '#server/imports/values/words.ts'
import { sheetRows } from './reading/read-sheet.ts'
import { isSheet, readBankFile } from './reading/read-statement.ts'
import { firstLine, isComplete, placeSheet, type SheetLayout, type SheetPlaces } from './reading/sheet-layout.ts'

const field = 'statement_file'
const sampleRows = 4

/** The columns of a file and what they are remembered or guessed to be. Nothing is stored. */
export async function statementSheet(context: Context, account_id: number, file: Upload): Promise<StatementSheet> {
  await bankCurrency(context, account_id)
  if (!isSheet(file.data, field)) {
    const { format } = await readBankFile(file.data, field)
    return { format, heads: [], sample: [], columns: [], is_remembered: false, is_complete: true }
  }
  const cells = (await sheetRows(file.data, field)).map((row) => row.cells)
  const { at, places, isRemembered } = placeSheet(cells, await storedLayout(context, account_id))
  const width = Math.max(0, ...cells.slice(0, 40).map((row) => row.length))
  const full = (row: readonly string[]) => Array.from({ length: width }, (_, index) => row[index] ?? '')
  return {
    ...{ format: file.data[0] === 0x50 ? 'xlsx' : 'csv', heads: full(cells[at] ?? []) },
    sample: cells.slice(at + 1, at + 1 + sampleRows).map(full),
    columns: Object.entries(places).map(([column, source]) => ({ column, source })),
    ...{ is_remembered: isRemembered, is_complete: isComplete(places) },
  }
}

/** The layout of an account; `null` before one was chosen. */
export async function storedLayout({ db }: Context, account_id: number): Promise<SheetLayout | null> {
  const row = await db
    .selectFrom('bank_layouts')
    .select(['heads', 'columns'])
    .where('account_id', '=', account_id)
    .executeTakeFirst()
  return row ? { heads: row.heads as string[], columns: row.columns as SheetPlaces } : null
}

export type ChosenColumn = { column: StatementColumn; source: number }

/** The layout that a user chose for this file, remembered for the next one of the account. */
export async function saveLayout(
  { db }: Context,
  account_id: number,
  file: Upload,
  chosen: readonly ChosenColumn[],
): Promise<SheetLayout> {
  const columns = Object.fromEntries(chosen.map(({ column, source }) => [column, source])) as SheetPlaces
  // The other formats name their fields, and have no columns to remember.
  if (Object.keys(columns).length < chosen.length || !isComplete(columns) || !isSheet(file.data, field))
    throw new Refusal('statement_columns', { field: 'columns' })
  const cells = (await sheetRows(file.data, field)).map((row) => row.cells)
  // The heads are the row above the first line; a table may begin with a line.
  const first = firstLine(cells, columns)
  const heads = first > 0 ? (cells[first - 1] ?? []).map(foldWord) : []
  const layout: SheetLayout = { heads, columns }
  const values = { heads: JSON.stringify(layout.heads), columns: JSON.stringify(columns) }
  await db
    .insertInto('bank_layouts')
    .values({ account_id, ...values })
    .onConflict((conflict) => conflict.columns(['organization_id', 'account_id']).doUpdateSet(values))
    .execute()
  return layout
}
