import { sql } from 'kysely'
import type { z } from 'zod'
import type { bankReconciliations } from '#contract/bank.ts'
import { decimal, text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { requireCurrencyPrecision } from '#server/journal/posting/check-precision.ts'
import { sendRows } from '#server/posting/send-rows.ts'
import { type BankLineScope, openLines } from './bank-lines.ts'
import { bankCurrency, lastFinished } from './reconciliation-balance.ts'

export type ReconciliationInput = z.output<typeof bankReconciliations.input>

/** Keeps what was matched so far, or finishes where the bank's balance is explained to the last halala. Answers its id. */
export async function saveReconciliation(
  context: Context,
  id: number | null,
  asked: ReconciliationInput,
): Promise<number> {
  const input = id === null ? asked : await whole(context, id, asked)
  const { account_id, statement_date: day, matched_through: through } = input
  if (day > context.today) throw new Refusal('date_in_future', { field: 'statement_date' })
  if (through && through > day) throw new Refusal('range_reversed', { field: 'matched_through' })
  const isFinishing = input.status !== 'draft'
  const currency = await bankCurrency(context, account_id)
  requireCurrencyPrecision({ decimalsOf: () => currency.decimals }, currency.id, {
    statement_balance: input.statement_balance,
  })
  if (isFinishing) await holdPostings(context)
  if (id !== null) await lockDraft(context, id, input.version)
  const last = await lastFinished(context, account_id)
  if (last && last.statement_date >= day)
    throw new Refusal('reconciliation_order', { field: 'statement_date', params: { date: last.statement_date } })
  const saved = await write(context, id, input, currency.id)
  const sum = await match(context, saved, { account_id, currency_id: currency.id, day }, input)
  const difference = decimal(input.statement_balance)
    .minus(last?.statement_balance ?? '0')
    .minus(sum)
  if (isFinishing && !difference.eq(0))
    throw new Refusal('reconciliation_unequal', {
      field: 'statement_balance',
      params: { difference: text(difference) },
    })
  return saved
}

/**
 * Waits for all running postings and blocks later ones: matched entries are not reversed concurrently, and the
 * continued reconciliation is not reopened. Every posting takes its entry number from this row.
 */
const holdPostings = ({ db }: Context) =>
  db
    .selectFrom('number_series')
    .select('kind')
    .where('kind', '=', 'entry')
    .where('scope', '=', '')
    .forUpdate()
    .execute()

/**
 * Fields an update does not name keep their stored value, including lines selected in addition to the completely
 * matched days.
 */
async function whole({ db }: Context, id: number, asked: ReconciliationInput): Promise<ReconciliationInput> {
  const stored = await db
    .selectFrom('bank_reconciliations')
    .select(['matched_through', 'notes'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!stored) throw new Refusal('not_found')
  const lines =
    asked.lines ??
    (await db
      .selectFrom('bank_reconciliation_lines')
      .innerJoin('journal_entries as entry', 'entry.id', 'bank_reconciliation_lines.entry_id')
      .select(['bank_reconciliation_lines.entry_id', 'bank_reconciliation_lines.line_number'])
      .where('reconciliation_id', '=', id)
      .where('entry.entry_date', '>', stored.matched_through ?? '0001-01-01')
      .execute())
  const { matched_through = stored.matched_through, notes = stored.notes } = asked
  // A draft is finished only where its status says so (accounting rule B1).
  return { ...asked, matched_through, notes, lines, status: asked.status ?? 'draft' }
}

async function lockDraft({ db }: Context, id: number, version: number | undefined): Promise<void> {
  const row = await lockReconciliation(db, id)
  if (version !== undefined && version !== row.version) throw new Refusal('stale_version')
  if (row.state !== 'draft') throw new Refusal('reconciliation_finished', { field: 'status' })
}

async function lockReconciliation(db: Context['db'], id: number) {
  const row = await db
    .selectFrom('bank_reconciliations')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return row
}

async function write({ db, session }: Context, id: number | null, input: ReconciliationInput, currency_id: number) {
  const { account_id, statement_date, statement_balance } = input
  const columns = {
    account_id,
    currency_id,
    statement_date,
    statement_balance,
    notes: input.notes ?? null,
    matched_through: input.matched_through ?? null,
    state: input.status ?? 'finished',
  }
  const writing =
    id === null
      ? db
          .insertInto('bank_reconciliations')
          .values({ ...columns, created_by: session.user_id })
          .returning('id')
      : db
          .updateTable('bank_reconciliations')
          .set({ ...columns, version: sql`version + 1` })
          .where('id', '=', id)
          .returning('id')
  return (await writing.executeTakeFirstOrThrow()).id
}

/** Matches the given lines and those of the completely matched days; answers their total. */
async function match(context: Context, id: number, scope: BankLineScope, input: ReconciliationInput): Promise<string> {
  const ticks = input.lines ?? []
  const entries = ticks.map((line) => line.entry_id)
  const numbers = ticks.map((line) => line.line_number)
  await context.db.deleteFrom('bank_reconciliation_lines').where('reconciliation_id', '=', id).execute()
  const { rows } = await sql<OpenLine & { is_ticked: boolean; sum: string }>`
    WITH given AS (SELECT DISTINCT * FROM unnest(${entries}::bigint[], ${numbers}::integer[]) AS tick (entry_id, line_number))
    SELECT line.entry_id, line.line_number, line.amount, given.entry_id IS NOT NULL AS is_ticked, sum(line.amount) OVER () AS sum
    FROM (${openLines(context, scope)}) AS line
    LEFT JOIN given ON given.entry_id = line.entry_id AND given.line_number = line.line_number
    WHERE given.entry_id IS NOT NULL OR line.entry_date <= ${input.matched_through ?? null}::date`.execute(context.db)
  // Reversed, or matched by another user, since the sheet was read.
  const wanted = new Set(ticks.map((line) => `${line.entry_id}/${line.line_number}`)).size
  if (rows.filter((line) => line.is_ticked).length !== wanted) throw new Refusal('bank_line_taken', { field: 'lines' })
  const into = { db: context.db, organization: context.session.organization_id }
  const matched = rows.map(({ entry_id, line_number, amount }) => ({
    entry_id,
    line_number,
    reconciliation_id: id,
    amount,
  }))
  sendRows(into, 'bank_reconciliation_lines', matched)
  return rows[0]?.sum ?? '0'
}

type OpenLine = { entry_id: number; line_number: number; amount: string }

/** A draft is thrown away; what is finished stays until it is opened again. */
export async function removeReconciliation({ db }: Context, id: number): Promise<void> {
  const row = await lockReconciliation(db, id)
  if (row.state !== 'draft') throw new Refusal('reconciliation_finished', { field: 'status' })
  await db.deleteFrom('bank_reconciliation_lines').where('reconciliation_id', '=', id).execute()
  await db.deleteFrom('bank_reconciliations').where('id', '=', id).execute()
}

/** The latest of its account becomes a draft again, with all it matched. */
export async function reopenReconciliation(context: Context, id: number, version: number | undefined): Promise<void> {
  const { db } = context
  // The next reconciliation begins with the closing balance of this one: the two are serialized.
  await holdPostings(context)
  const row = await lockReconciliation(db, id)
  if (version !== undefined && version !== row.version) throw new Refusal('stale_version')
  if (row.state === 'draft') return
  const last = await lastFinished(context, row.account_id)
  if (last && last.id !== id)
    throw new Refusal('reconciliation_order', { field: 'status', params: { date: last.statement_date } })
  await db
    .updateTable('bank_reconciliations')
    .set({ state: 'draft', version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
}
