import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { Upload } from '#contract/fields/choice.ts'
import { normalizeForSearch } from '#contract/fields/clean-text.ts'
import { bankCurrency } from '#server/bank/reconciliation-balance.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { requireCurrencyPrecision } from '#server/journal/posting/check-precision.ts'
import { type ChosenColumn, saveLayout, storedLayout } from './bank-layout.ts'
import { readBankFile } from './reading/read-statement.ts'
import type { Statement, StatementLine } from './reading/statement.ts'

const field = 'statement_file'

/** Stores a file of the bank. A line that an earlier file had is left out: two files of overlapping days count it once. */
export async function saveStatement(
  context: Context,
  account_id: number,
  file: Upload,
  chosen?: readonly ChosenColumn[],
): Promise<number> {
  const { db, session } = context
  const currency = await bankCurrency(context, account_id)
  const layout = chosen ? await saveLayout(context, account_id, file, chosen) : await storedLayout(context, account_id)
  const statement = await readBankFile(file.data, field, layout)
  if (statement.currency !== null && statement.currency !== currency.code)
    throw new Refusal('statement_currency', { field, params: { currency: statement.currency } })
  const figures = Object.fromEntries(statement.lines.map((line, index) => [`${field}.${index}`, line.amount]))
  requireCurrencyPrecision({ decimalsOf: () => currency.decimals }, currency.id, figures)
  // Two files of one account wait for each other.
  await db.selectFrom('accounts').select('id').where('id', '=', account_id).forUpdate().execute()
  const days = statement.lines.map((line) => line.date).toSorted()
  const { id } = await db
    .insertInto('bank_statements')
    .values({
      ...{
        account_id,
        currency_id: currency.id,
        format: statement.format,
        file_name: file.filename.slice(0, 200) || '-',
      },
      ...{ from_date: days[0] as string, to_date: latest(days.at(-1) as string, statement.closing_date) },
      ...{ opening_balance: statement.opening_balance, closing_balance: statement.closing_balance },
      ...{ lines_total: statement.lines.length, lines_new: 0, created_by: session.user_id },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const added = await insertLines(context, id, account_id, statement)
  await db.updateTable('bank_statements').set({ lines_new: added }).where('id', '=', id).execute()
  return id
}

const latest = (day: string, closing: string | null) => (closing !== null && closing > day ? closing : day)

async function insertLines(
  { db, session }: Context,
  id: number,
  account_id: number,
  { lines }: Statement,
): Promise<number> {
  const marks = fingerprints(lines)
  const rows = lines.map((line, index) => ({ ...line, position: index + 1, fingerprint: marks[index] }))
  const { rows: added } = await sql`
    INSERT INTO bank_statement_lines (organization_id, statement_id, account_id, position, line_date, amount, description, reference, counterparty, fingerprint)
    SELECT ${session.organization_id}, ${id}, ${account_id}, line.position, line.date, line.amount, line.description, line.reference, line.counterparty, line.fingerprint
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS line
      (position integer, date date, amount numeric, description text, reference text, counterparty text, fingerprint text)
    ON CONFLICT (organization_id, account_id, fingerprint) DO NOTHING RETURNING id`.execute(db)
  return added.length
}

/**
 * The identity of a line: its day, amount and text, and its ordinal among equal lines of the day. Files contain whole days, so a line has the same ordinal in each of them.
 */
export function fingerprints(lines: readonly StatementLine[]): string[] {
  const counts = new Map<string, number>()
  return lines.map(({ date, amount, description, reference }) => {
    const words = normalizeForSearch(`${description} ${reference ?? ''}`).replace(/[^\p{L}\p{N}]/gu, '')
    const key = `${date}\n${amount}\n${words}`
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    return hash('sha256', `${key}\n${count}`, 'hex').slice(0, 40)
  })
}

/** A statement is deleted with its lines while none is matched. */
export async function removeStatement({ db }: Context, id: number): Promise<void> {
  const row = await db.selectFrom('bank_statements').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  const matched = await db
    .selectFrom('bank_statement_lines')
    .select('id')
    .where('statement_id', '=', id)
    .where('state', '=', 'matched')
    .limit(1)
    .executeTakeFirst()
  if (matched) throw new Refusal('statement_matched')
  await db.deleteFrom('bank_statement_lines').where('statement_id', '=', id).execute()
  await db.deleteFrom('bank_statements').where('id', '=', id).execute()
}
