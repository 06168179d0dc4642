import { sql } from 'kysely'
import type { Context } from '#server/core/context.ts'
import { type FactsOf, known } from '#server/core/needs.ts'
import { Refusal } from '#server/core/refusal.ts'
import { requireUnmovedDate } from '#server/journal/periods.ts'
import { postingAccounts } from '#server/posting/facts/accounts.ts'
import { calendarFrom } from '#server/posting/facts/calendar.ts'
import { entriesWithin } from '#server/posting/facts/stored-entries.ts'
import { type Caller, Plan } from '#server/posting/plan.ts'
import { planVoidItem } from '#server/posting/plan-open-item.ts'
import { type Decision, runWrite } from '#server/posting/run-write.ts'
import { openItemsOfEntry, requireUnsettled } from './manual-entry-open-items.ts'
import { requireActiveEntry, storedEntry, unlockedEntry } from './manual-entry-rows.ts'

type Ask = { date: string; reason: string; version?: number | undefined }
type Input = { id: number; ask: Ask | null }

/** Deletes: an entry is reversed and its number not reused. */
export const voidManualEntry = (context: Context, id: number): Promise<void> =>
  runWrite(context, { needs, decide }, { id, ask: null })

/** Takes an entry back on another day, such as the first open one after its own was locked; both are in the books. */
export const reverseManualEntry = (context: Context, id: number, ask: Ask): Promise<void> =>
  runWrite(context, { needs, decide }, { id, ask })

async function needs(context: Context, { id, ask }: Input) {
  const { journal_date } = await unlockedEntry(context, id)
  if (ask && ask.date < journal_date) throw new Refusal('before_entry', { field: 'date' })
  return {
    journal_date: known(journal_date),
    calendar: calendarFrom(ask?.date ?? journal_date),
    items: openItemsOfEntry(id),
    entry: storedEntry(id),
    posted: entriesWithin(
      (organization) => sql`SELECT entry_id FROM manual_entries WHERE organization_id = ${organization} AND id = ${id}`,
    ),
    accounts: postingAccounts,
  }
}

function decide(caller: Caller, facts: FactsOf<Awaited<ReturnType<typeof needs>>>, { id, ask }: Input): Decision<void> {
  const { items, journal_date } = facts
  const date = ask?.date ?? journal_date
  const period = facts.calendar.open(date, ask ? 'date' : 'journal_date', 'manual')
  requireUnsettled(items)
  const stored = requireActiveEntry(facts.entry, ask?.version)
  requireUnmovedDate(journal_date, stored.journal_date)
  const plan = new Plan(caller, facts.accounts)
  const [entry] = facts.posted
  const reversal = { date, source_revision: stored.revision, reason: ask?.reason }
  const reversal_entry_id = entry ? plan.reverse(period, entry, reversal) : null
  const version = stored.version + 1
  if (!ask) {
    for (const item of items) planVoidItem(plan, caller, item)
    plan.change('manual_entries', id, { state: 'void', voided_at: caller.now, version })
    return { plan, result: () => undefined }
  }
  // Its open items would be due until the day of the reversal, and nothing could settle them.
  if (items.length > 0) throw new Refusal('entry_has_items', { field: 'date' })
  if (!entry) throw new Refusal('document_not_posted')
  plan.change('manual_entries', id, { reversal_entry_id, reversed_on: date, reversal_reason: ask.reason, version })
  return { plan, result: () => undefined }
}
