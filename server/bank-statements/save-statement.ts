import { sql } from 'kysely'
import type { Upload } from '#contract/fields/choice.ts'
import { bankCurrency } from '#server/bank/reconciliation-balance.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { requireCurrencyPrecision } from '#server/journal/posting/check-precision.ts'
import { nextIds } from '#server/posting/facts/new-ids.ts'
import { checkedAccountNumber } from './account-number.ts'
import { saveLayout } from './bank-layout.ts'
import { type MarkedLine, newLines } from './new-lines.ts'
import type { StatementResult } from './reading/foreign-statement.ts'

const field = 'statement_file'

/** Stores a file of the bank. A line that an earlier file had is left out: two files of overlapping days count it once. */
export async function saveStatement(
  context: Context,
  { account_id, account_changed, currency_id }: StatementInput,
  file: Upload,
  { statement, layout }: StatementResult,
): Promise<number> {
  const { db, session } = context
  const known = await bankCurrency(context, account_id)
  if (layout) await saveLayout(context, account_id, layout)
  const currency = await currencyOf(
    context,
    account_id,
    known,
    await currencyOfFile(context, statement.currency, currency_id),
  )
  const figures = Object.fromEntries(statement.lines.map((line, index) => [`${field}.${index}`, line.amount]))
  requireCurrencyPrecision({ decimalsOf: () => currency.decimals }, currency.id, figures)
  // Two files of one account wait for each other.
  await db.selectFrom('accounts').select('id').where('id', '=', account_id).forUpdate().execute()
  const account_number = await checkedAccountNumber(context, account_id, statement.account, account_changed ?? false)
  const added = await newLines(context, account_id, statement)
  const days = statement.lines.map((line) => line.date).toSorted()
  const { id } = await db
    .insertInto('bank_statements')
    .values({
      account_id,
      currency_id: currency.id,
      format: statement.format,
      file_name: file.filename.slice(0, 200) || '-',
      from_date: days[0] as string,
      to_date: latest(days.at(-1) as string, statement.closing_date),
      opening_balance: statement.opening_balance,
      closing_balance: statement.closing_balance,
      account_number,
      has_balances: statement.has_balances,
      created_by: session.user_id,
      lines_total: statement.lines.length,
      lines_new: added.length,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (added.length > 0) await insertLines(context, id, account_id, added)
  return id
}

type StatementInput = {
  account_id: number
  account_changed?: boolean | null | undefined
  currency_id?: number | null | undefined
}

/** The currency of the file, or the one that the user says. One that contradicts the file is refused. */
async function currencyOfFile(
  { db }: Context,
  code: string | null,
  currency_id: number | null | undefined,
): Promise<string | null> {
  if (!currency_id) return code
  const ownCurrency = await db.selectFrom('currencies').select('code').where('id', '=', currency_id).executeTakeFirst()
  if (!ownCurrency) throw new Refusal('invalid_input', { errors: { currency_id: { code: 'unknown_reference' } } })
  if (code !== null && code !== ownCurrency.code)
    throw new Refusal('statement_currency', { field, params: { currency: code } })
  return ownCurrency.code
}

type Currency = Awaited<ReturnType<typeof bankCurrency>>

/** The account's currency, or for an account that has nothing yet that of its first file. */
async function currencyOf(
  { db }: Context,
  account_id: number,
  known: Currency,
  code: string | null,
): Promise<Currency> {
  if (code === null || code === known.code) return known
  const [moved, said, named] = await Promise.all([
    db
      .selectFrom('monthly_balances')
      .select('account_id')
      .where('account_id', '=', account_id)
      .limit(1)
      .executeTakeFirst(),
    db.selectFrom('bank_statements').select('id').where('account_id', '=', account_id).limit(1).executeTakeFirst(),
    db.selectFrom('currencies').select(['id', 'code', 'decimals']).where('code', '=', code).executeTakeFirst(),
  ])
  if (moved || said || !named) throw new Refusal('statement_currency', { field, params: { currency: code } })
  return named
}

const latest = (day: string, closing: string | null) => (closing !== null && closing > day ? closing : day)

async function insertLines(
  context: Context,
  id: number,
  account_id: number,
  lines: readonly MarkedLine[],
): Promise<void> {
  const ids = await nextIds(context, 'bank_statement_lines', lines.length)
  const rows = lines.map((line, index) => ({ ...line, id: ids[index], position: index + 1 }))
  await sql`
    INSERT INTO bank_statement_lines (organization_id, id, statement_id, account_id, position, line_date, amount, description, reference, counterparty, fingerprint)
    SELECT own.organization_id, line.id, ${id}::bigint, ${account_id}::bigint, line.position, line.date, line.amount, line.description, line.reference,
      line.counterparty, line.fingerprint
    FROM organizations AS own CROSS JOIN jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS line
      (id bigint, position integer, date date, amount numeric, description text, reference text, counterparty text, fingerprint text)
    WHERE own.organization_id = ${context.session.organization_id}`.execute(context.db)
}

/** A statement is deleted with its lines while none is matched, and no later one left lines out because of it. */
export async function removeStatement({ db }: Context, id: number): Promise<void> {
  const row = await db
    .selectFrom('bank_statements')
    .select(['account_id', 'from_date', 'to_date'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  const later = await db
    .selectFrom('bank_statements')
    .select('file_name')
    .where('account_id', '=', row.account_id)
    .where('id', '>', id)
    .where('from_date', '<=', row.to_date)
    .where('to_date', '>=', row.from_date)
    .whereRef('lines_new', '<', 'lines_total')
    .limit(1)
    .executeTakeFirst()
  if (later) throw new Refusal('statement_overlapped', { params: { file: later.file_name } })
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
