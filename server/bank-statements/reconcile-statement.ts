import { sql } from 'kysely'
import { openLines } from '#server/bank/bank-lines.ts'
import { readReconciliation } from '#server/bank/read-reconciliation.ts'
import { saveReconciliation } from '#server/bank/save-reconciliation.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'

/** A draft of a reconciliation as of the statement's last day, with everything ticked that the bank has shown; answers it. */
export async function reconcileStatement(context: Context, id: number) {
  const { db } = context
  const statement = await db.selectFrom('bank_statements').selectAll().where('id', '=', id).executeTakeFirst()
  if (!statement) throw new Refusal('not_found')
  const { account_id, currency_id, to_date, closing_balance } = statement
  if (closing_balance === null) throw new Refusal('statement_without_balance')
  const draft = await db
    .selectFrom('bank_reconciliations')
    .select('id')
    .where('account_id', '=', account_id)
    .where('state', '=', 'draft')
    .executeTakeFirst()
  const { rows: lines } = await sql<{ entry_id: number; line_number: number }>`
    SELECT line.entry_id, line.line_number FROM (${openLines(context, { account_id, currency_id, day: to_date, own: draft?.id })}) AS line
    JOIN bank_line_matches AS matched ON matched.organization_id = ${context.session.organization_id}
      AND matched.entry_id = line.entry_id AND matched.line_number = line.line_number
    UNION
    SELECT ticked.entry_id, ticked.line_number FROM bank_reconciliation_lines AS ticked
    WHERE ticked.organization_id = ${context.session.organization_id} AND ticked.reconciliation_id = ${draft?.id ?? null}::bigint`.execute(
    db,
  )
  const saved = await saveReconciliation(context, draft?.id ?? null, {
    account_id,
    statement_date: to_date,
    statement_balance: closing_balance,
    status: 'draft' as const,
    lines,
    matched_through: null,
  })
  return readReconciliation(context, saved)
}
