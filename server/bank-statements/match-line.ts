import { sql } from 'kysely'
import { purchases, sales } from '#contract/documents/sides.ts'
import { decimal, sum, text } from '#ledger/money.ts'
import { openLines } from '#server/bank/bank-lines.ts'
import { bankCurrency } from '#server/bank/reconciliation-balance.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { voidManualEntry } from '#server/manual-entries/reverse-manual-entry.ts'
import { voidPayment } from '#server/payments/reverse-payment.ts'
import { voidMadeRefund } from './refunds/void-made-refund.ts'
import { type StoredLine, storedLine } from './stored-line.ts'

export type Picked = { entry_id: number; line_number: number }

/** A line that is still open, locked. */
export async function lockOpenLine(context: Context, id: number, version: number | undefined): Promise<StoredLine> {
  const line = await lockLine(context, id, version)
  if (line.state !== 'open') throw new Refusal('bank_line_not_open')
  return line
}

export async function lockLine(context: Context, id: number, version: number | undefined): Promise<StoredLine> {
  const line = await storedLine(context, id, true)
  if (version !== undefined && version !== line.version) throw new Refusal('stale_version')
  return line
}

/** The lines of the books are open, no line of a bank is one of them, and together they come to the amount. */
export async function matchLine(
  context: Context,
  id: number,
  picked: readonly Picked[],
  version: number | undefined,
): Promise<void> {
  const line = await lockOpenLine(context, id, version)
  await linkLine(context, line, picked, {})
}

export async function linkLine(
  context: Context,
  line: StoredLine,
  picked: readonly Picked[],
  made: { made_kind?: string; made_id?: number },
): Promise<void> {
  const { db, session } = context
  const organization = session.organization_id
  // A reversal of one of the entries waits, or is seen below: `reopen_bank_line` takes the same locks.
  const turns = [...new Set(picked.map(({ entry_id }) => entry_id % 1000))].sort((a, b) => a - b)
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('bank match ' || turn, own.organization_id))
    FROM organizations AS own CROSS JOIN unnest(${turns}::integer[]) AS turn WHERE own.organization_id = ${organization}`.execute(
    db,
  )
  const currency = await bankCurrency(context, line.account_id)
  const scope = { account_id: line.account_id, currency_id: currency.id, day: '2100-12-31' }
  const { rows } = await sql<{ amount: string }>`
    SELECT line.amount FROM (${openLines(context, scope)}) AS line
    JOIN unnest(${picked.map((one) => one.entry_id)}::bigint[], ${picked.map((one) => one.line_number)}::integer[]) AS picked (entry_id, line_number)
      ON picked.entry_id = line.entry_id AND picked.line_number = line.line_number
    WHERE NOT EXISTS (SELECT FROM bank_line_matches AS matched WHERE matched.organization_id = ${organization}
      AND matched.entry_id = line.entry_id AND matched.line_number = line.line_number)`.execute(db)
  if (rows.length !== picked.length) throw new Refusal('bank_line_taken', { field: 'lines' })
  const difference = decimal(line.amount).minus(sum(rows.map((row) => row.amount)))
  if (!difference.eq(0))
    throw new Refusal('bank_match_unequal', { field: 'lines', params: { difference: text(difference) } })
  const inserted = await db
    .insertInto('bank_line_matches')
    .values(picked.map((one) => ({ ...one, statement_line_id: line.id })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('entry_id')
    .execute()
  // Another user matched one of them since it was read.
  if (inserted.length !== picked.length) throw new Refusal('bank_line_taken', { field: 'lines' })
  await db
    .updateTable('bank_statement_lines')
    .set({ state: 'matched', made_kind: null, made_id: null, ...made, version: sql`version + 1` })
    .where('id', '=', line.id)
    .execute()
}

/** Reverses the match, and the payment or entry that was created from the line. */
export async function unmatchLine(context: Context, id: number, version: number | undefined): Promise<void> {
  const { db } = context
  const locked = await lockLine(context, id, version)
  if (locked.state === 'open') throw new Refusal('bank_line_not_matched')
  // Lines that were matched together are open together.
  const line = locked.matched_with === null ? locked : await lockLine(context, locked.matched_with, undefined)
  await untick(context, line.id)
  await db.deleteFrom('bank_line_matches').where('statement_line_id', '=', line.id).execute()
  await db
    .updateTable('bank_statement_lines')
    .set({
      state: 'open',
      made_kind: null,
      made_id: null,
      matched_with: null,
      refusal: null,
      version: sql`version + 1`,
    })
    .where((row) => row.or([row('id', '=', line.id), row('matched_with', '=', line.id)]))
    .execute()
  const { made_kind, made_id } = line
  if (made_id === null) return
  if (made_kind === 'manual') await voidManualEntry(context, made_id)
  else if (made_kind === 'refund') await voidMadeRefund(context, made_id)
  else await voidPayment(context, made_kind === sales.payment ? sales : purchases, made_id)
}

/** What a finished reconciliation has ticked stays; a draft loses the tick. */
async function untick({ db, session }: Context, line_id: number): Promise<void> {
  const organization = session.organization_id
  const ticked = sql`SELECT ticked.entry_id, ticked.line_number, reconciliation.state FROM bank_line_matches AS matched
    JOIN bank_reconciliation_lines AS ticked ON ticked.organization_id = ${organization} AND ticked.entry_id = matched.entry_id AND ticked.line_number = matched.line_number
    JOIN bank_reconciliations AS reconciliation ON reconciliation.organization_id = ${organization} AND reconciliation.id = ticked.reconciliation_id
    WHERE matched.organization_id = ${organization} AND matched.statement_line_id = ${line_id}`
  const { rows } = await sql<{ state: string }>`${ticked} LIMIT 200`.execute(db)
  if (rows.some(({ state }) => state === 'finished')) throw new Refusal('bank_reconciled')
  if (rows.length > 0)
    await sql`DELETE FROM bank_reconciliation_lines AS gone USING (${ticked}) AS ticked
      WHERE gone.organization_id = ${organization} AND gone.entry_id = ticked.entry_id AND gone.line_number = ticked.line_number`.execute(
      db,
    )
}

/** What a person wants to say or ask about a line, in any state. */
export async function noteLine(
  context: Context,
  id: number,
  { note, version }: { note?: string | null; version?: number },
): Promise<void> {
  await lockLine(context, id, version)
  await context.db
    .updateTable('bank_statement_lines')
    .set({ note: note || null, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
}

export async function ignoreLine(context: Context, id: number, version: number | undefined): Promise<void> {
  const line = await lockLine(context, id, version)
  if (line.state === 'matched') throw new Refusal('bank_line_not_open')
  await context.db
    .updateTable('bank_statement_lines')
    .set({ state: line.state === 'open' ? 'ignored' : 'open', version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
}
