import type { z } from 'zod'
import { holdsAny } from '#contract/access/permissions.ts'
import type { bankStatementCalls } from '#contract/imports/bank-statements.ts'
import { decimal, text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { sourceRef } from '#server/imports/lookup/settlement-source.ts'
import { refundAdvance } from '#server/payments/advances/refund.ts'
import { linkLine, lockOpenLine } from '../match-line.ts'
import { usualMethod } from '../usual-method.ts'
import { refundAdmission, refundSide } from './unused-credits.ts'

/** Refunds the line's amount of what is unused of a credit, by the rules of its call; then the line is matched with it. */
export async function refundLine(
  context: Context,
  id: number,
  { source_kind, source_id, version }: z.output<typeof bankStatementCalls.refund.body>,
): Promise<void> {
  const line = await lockOpenLine(context, id, version)
  const side = refundSide(line)
  if (!holdsAny(context.session.authority, refundAdmission(side, source_kind))) throw new Refusal('not_permitted')
  const at = await sourceRef(context, { side: side.name, source_kind, source: source_id })
  const ask = {
    refund_date: line.line_date,
    amount: text(decimal(line.amount).abs()),
    payment_method_id: await usualMethod(context, line),
    notes: line.description.slice(0, 500),
  }
  // Deferred writes are sent with the savepoint, so the entry can be matched.
  const made_id = await context.db.savepoint((db) => refundAdvance({ ...context, db }, side, at, ask))
  const picked = await context.db
    .selectFrom('refunds')
    .innerJoin('journal_lines as line', 'line.entry_id', 'refunds.entry_id')
    .select(['line.entry_id', 'line.line_number'])
    .where('refunds.id', '=', made_id)
    .where('line.account_id', '=', line.account_id)
    .execute()
  await linkLine(context, line, picked, { made_kind: 'refund', made_id })
}
