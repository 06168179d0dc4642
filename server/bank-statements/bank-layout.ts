import type { Upload } from '#contract/fields/choice.ts'
import type { StatementSheet } from '#contract/imports/bank-sheet.ts'
import { bankCurrency } from '#server/bank/reconciliation-balance.ts'
import type { Context } from '#server/core/context.ts'
import { inTenant } from '#server/db/tenant/transaction.ts'
import type { DayOrder } from '#server/reading/values/days.ts'
import { type ChosenColumn, type StatementResult, sheetTask, statementTask } from './reading/foreign-statement.ts'
import type { SheetLayout, SheetPlaces } from './reading/sheet-layout.ts'

const field = 'statement_file'

type Reader = Omit<Context, 'db'>

/** The columns of a file and what they are remembered or guessed to be. Nothing is stored. */
export async function statementSheet(reader: Reader, account_id: number, { data }: Upload): Promise<StatementSheet> {
  const { layout: stored, currency_id, isSaid } = await storedAccount(reader, account_id)
  const sheet = await reader.services.files.read(reader.session.organization_id, sheetTask, { data, field, stored })
  return { ...sheet, account_currency_id: currency_id, asks_currency: sheet.currency === null && !isSaid }
}

/** The statement of a file, by the columns that a user chose or those that are remembered. */
export async function readStatementFile(
  reader: Reader,
  account_id: number,
  { data }: Upload,
  { columns: chosen, day_order }: { columns?: ChosenColumn[] | undefined; day_order?: DayOrder | null | undefined },
): Promise<StatementResult> {
  const { layout: stored } = await storedAccount(reader, account_id)
  const asked = { data, field, stored, chosen: chosen ?? null, day_order: day_order ?? null }
  return reader.services.files.read(reader.session.organization_id, statementTask, asked)
}

type StoredAccount = {
  /** `null` before one was chosen. */
  layout: SheetLayout | null
  currency_id: number
  /** A statement said the currency before. */
  isSaid: boolean
}

/** What is known of an account of a bank. Another account is refused. */
const storedAccount = (reader: Reader, account_id: number): Promise<StoredAccount> =>
  inTenant(reader.services.pool, reader.session.organization_id, 'read', async (db) => {
    const { id: currency_id } = await bankCurrency({ ...reader, db }, account_id)
    const storedLayout = await db
      .selectFrom('bank_statements')
      .select('id')
      .where('account_id', '=', account_id)
      .limit(1)
      .executeTakeFirst()
    const row = await db
      .selectFrom('bank_layouts')
      .select(['heads', 'columns'])
      .where('account_id', '=', account_id)
      .executeTakeFirst()
    const layout = row ? { heads: row.heads as string[], columns: row.columns as SheetPlaces } : null
    return { layout, currency_id, isSaid: storedLayout !== undefined }
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
