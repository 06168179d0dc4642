import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { lockPeriod } from '#server/journal/periods.ts'
import { reverseEntry } from '#server/journal/posting/reverse-entry.ts'
import { deferralSource, lockDeferral, type StoredDeferral } from './deferral-rows.ts'

/** The schedules of a document that are not cancelled. */
export const deferralsOf = ({ db }: Context, documentId: number): Promise<{ id: number; line_number: number }[]> =>
  db
    .selectFrom('deferrals')
    .select(['id', 'line_number'])
    .where('document_id', '=', documentId)
    .where('state', '!=', 'cancelled')
    .orderBy('id')
    .execute()

/** A document that is corrected or voided takes its schedules back with it. */
export async function cancelAll(context: Context, deferrals: readonly { id: number }[]): Promise<void> {
  for (const { id } of deferrals) await cancelDeferral(context, id)
}

/** Takes a schedule back, each entry on its own day: the row is recognised with its document. */
export async function cancelDeferral(context: Context, id: number): Promise<StoredDeferral> {
  const { row } = await lockDeferral(context, id)
  if (row.state === 'cancelled') throw new Refusal('deferral_state')
  for (const entry of await liveEntries(context, id)) {
    const period = await lockPeriod(context, entry.entry_date, 'date', 'manual')
    await reverseEntry(context, period, entry.id, entry.source_revision)
  }
  const { db } = context
  const parted = db.updateTable('deferral_parts').where('deferral_id', '=', id)
  await parted.set({ state: 'reversed' }).where('state', '=', 'posted').execute()
  await parted.set({ state: 'dropped', error: null }).where('state', 'in', ['planned', 'failed']).execute()
  await db
    .updateTable('deferrals')
    .set({ state: 'cancelled', plan: row.plan + 1 })
    .where('id', '=', id)
    .execute()
  return row
}

/** A row of a document that stays does not say that it is spread any more. */
export async function forgetSpread({ db }: Context, { document_id, line_number }: StoredDeferral): Promise<void> {
  await db
    .updateTable('document_lines')
    .set({ spread_from: null, spread_to: null, spread_months: null, spread_account_id: null })
    .where('document_id', '=', document_id)
    .where('line_number', '=', line_number)
    .execute()
}

const liveEntries = ({ db }: Context, id: number) =>
  db
    .selectFrom('journal_entries as entry')
    .leftJoin('journal_entries as reversal', 'reversal.reverses_id', 'entry.id')
    .select(['entry.id', 'entry.entry_date', 'entry.source_revision'])
    .where('entry.source', '=', deferralSource)
    .where('entry.source_id', '=', id)
    .where('entry.reverses_id', 'is', null)
    .where('reversal.id', 'is', null)
    .orderBy('entry.id')
    .execute()
