import type { Upload } from '#contract/fields/choice.ts'
import type { StatementSheet } from '#contract/imports/bank-sheet.ts'
import { bankCurrency } from '#server/bank/reconciliation-balance.ts'
import type { Context } from '#server/core/context.ts'
import { inTenant } from '#server/db/tenant/transaction.ts'
import { type ChosenColumn, type StatementResult, sheetTask, statementTask } from './reading/foreign-statement.ts'
import type { SheetLayout, SheetPlaces } from './reading/sheet-layout.ts'

const field = 'statement_file'

type Reader = Omit<Context, 'db'>

/** The columns of a file and what they are remembered or guessed to be. Nothing is stored. */
export async function statementSheet(reader: Reader, account_id: number, { data }: Upload): Promise<StatementSheet> {
  const stored = await storedLayout(reader, account_id)
  return reader.services.files.read(reader.session.organization_id, sheetTask, { data, field, stored })
}

/** The statement of a file, by the columns that a user chose or those that are remembered. */
export async function readStatementFile(
  reader: Reader,
  account_id: number,
  { data }: Upload,
  chosen: readonly ChosenColumn[] | null,
): Promise<StatementResult> {
  const stored = await storedLayout(reader, account_id)
  return reader.services.files.read(reader.session.organization_id, statementTask, { data, field, stored, chosen })
}

/** The layout of an account; `null` before one was chosen. The account is one of a bank, or refused. */
const storedLayout = (reader: Reader, account_id: number): Promise<SheetLayout | null> =>
  inTenant(reader.services.pool, reader.session.organization_id, 'read', async (db) => {
    await bankCurrency({ ...reader, db }, account_id)
    const row = await db
      .selectFrom('bank_layouts')
      .select(['heads', 'columns'])
      .where('account_id', '=', account_id)
      .executeTakeFirst()
    return row ? { heads: row.heads as string[], columns: row.columns as SheetPlaces } : null
  })

/** Remembers a layout for the next file of the account. */
export async function saveLayout({ db }: Context, account_id: number, layout: SheetLayout): Promise<void> {
  const values = { heads: JSON.stringify(layout.heads), columns: JSON.stringify(layout.columns) }
  await db
    .insertInto('bank_layouts')
    .values({ account_id, ...values })
    .onConflict((conflict) => conflict.columns(['organization_id', 'account_id']).doUpdateSet(values))
    .execute()
}
