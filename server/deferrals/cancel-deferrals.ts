import type { Context } from '#server/core/context.ts'
import type { FactsOf } from '#server/core/needs.ts'
import { Refusal } from '#server/core/refusal.ts'
import { postingAccounts } from '#server/posting/facts/accounts.ts'
import { calendarFrom } from '#server/posting/facts/calendar.ts'
import { activeEntriesOf } from '#server/posting/facts/stored-entries.ts'
import { type Caller, Plan } from '#server/posting/plan.ts'
import { type Decision, runWrite } from '#server/posting/run-write.ts'
import {
  deferralSource,
  isUnposted,
  requireDocumentOf,
  type StoredDeferral,
  scheduleOf,
  unlockedDeferral,
} from './deferral-rows.ts'

/** The schedules of a document that are not cancelled. */
export const deferralsOf = (
  { db }: Context,
  documentId: number,
): Promise<{ id: number; line_number: number | null }[]> =>
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
export const cancelDeferral = (context: Context, id: number): Promise<StoredDeferral> =>
  runWrite(context, { needs, decide }, id)

async function needs(context: Context, id: number) {
  const { deferred_on } = await unlockedDeferral(context, id)
  return {
    // Nothing of a schedule is posted before its first day.
    calendar: calendarFrom(deferred_on),
    schedule: scheduleOf(id),
    entries: activeEntriesOf(deferralSource, id),
    accounts: postingAccounts,
  }
}

function decide(
  caller: Caller,
  { calendar, schedule, entries, accounts }: FactsOf<Awaited<ReturnType<typeof needs>>>,
  id: number,
): Decision<StoredDeferral> {
  const { row, parts } = schedule
  requireDocumentOf(row)
  if (row.state === 'cancelled') throw new Refusal('deferral_state')
  const plan = new Plan(caller, accounts)
  for (const entry of entries) {
    const { entry_date: date, source_revision } = entry.head
    plan.reverse(calendar.open(date, 'date', 'manual'), entry, { date, source_revision })
  }
  for (const part of parts) {
    const key = { deferral_id: id, number: part.number }
    if (part.state === 'posted') plan.changeBy('deferral_parts', key, { state: 'reversed' })
    if (isUnposted(part)) plan.changeBy('deferral_parts', key, { state: 'dropped', error: null })
  }
  plan.change('deferrals', id, { state: 'cancelled', plan: row.plan + 1 })
  return { plan, result: () => row }
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
