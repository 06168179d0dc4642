import { sql } from 'kysely'
import type { Context } from '#server/core/context.ts'
import type { FactsOf } from '#server/core/needs.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Calendar } from '#server/journal/periods.ts'
import { postingAccounts } from '#server/posting/facts/accounts.ts'
import { calendarFrom } from '#server/posting/facts/calendar.ts'
import { activeEntriesOf, entriesWithin, type StoredEntry } from '#server/posting/facts/stored-entries.ts'
import { type Caller, Plan } from '#server/posting/plan.ts'
import { type Decision, runWrite } from '#server/posting/run-write.ts'
import {
  deferralSource,
  isUnposted,
  requireDocumentOf,
  type Schedule,
  type StoredDeferral,
  scheduleOf,
  unlockedDeferral,
} from './deferral-rows.ts'

/** The entries of a document and of its schedules that no reversal has cancelled yet. */
export const activeEntriesOfDocument = (source: string, documentId: number) =>
  entriesWithin(
    (organization) => sql`SELECT own.id FROM (
        SELECT id FROM journal_entries
        WHERE organization_id = ${organization} AND source = ${source} AND source_id = ${documentId} AND reverses_id IS NULL
        UNION ALL SELECT entry.id FROM deferrals AS schedule
        JOIN journal_entries AS entry ON entry.organization_id = ${organization} AND entry.source = ${deferralSource}
          AND entry.source_id = schedule.id AND entry.reverses_id IS NULL
        WHERE schedule.organization_id = ${organization} AND schedule.document_id = ${documentId}) AS own
      WHERE (SELECT reversal.id FROM journal_entries AS reversal
        WHERE reversal.organization_id = ${organization} AND reversal.reverses_id = own.id) IS NULL`,
  )

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
): Decision<StoredDeferral> {
  const { row } = schedule
  const plan = new Plan(caller, accounts)
  planCancelled(plan, calendar, schedule, entries)
  return { plan, result: () => row }
}

/** Plans that a schedule is taken back, each of its entries on its own day. */
export function planCancelled(
  plan: Plan,
  calendar: Calendar,
  { row, parts }: Schedule,
  entries: readonly StoredEntry[],
): void {
  requireDocumentOf(row)
  if (row.state === 'cancelled') throw new Refusal('deferral_state')
  for (const entry of entries) {
    const { entry_date: date, source_revision } = entry.head
    plan.reverse(calendar.open(date, 'date', 'manual'), entry, { date, source_revision })
  }
  for (const part of parts) {
    const key = { deferral_id: row.id, number: part.number }
    if (part.state === 'posted') plan.changeBy('deferral_parts', key, { state: 'reversed' })
    if (isUnposted(part)) plan.changeBy('deferral_parts', key, { state: 'dropped', error: null })
  }
  // Before a correction adds another schedule of the row.
  plan.changeBy('deferrals', { id: row.id }, { state: 'cancelled', plan: row.plan + 1 })
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
