import { sql } from 'kysely'
import type { Context } from '#server/core/context.ts'
import type { FactsOf } from '#server/core/needs.ts'
import { Refusal } from '#server/core/refusal.ts'
import { deferralSource } from '#server/deferrals/deferral-rows.ts'
import { postingAccounts } from '#server/posting/facts/accounts.ts'
import { calendarFrom } from '#server/posting/facts/calendar.ts'
import { entriesWithin } from '#server/posting/facts/stored-entries.ts'
import { type Caller, Plan } from '#server/posting/plan.ts'
import { type Decision, runWrite } from '#server/posting/run-write.ts'
import { assetOf, assetSource, lastEvent, postedOf, unlockedAsset, whereAsset } from './stored-asset.ts'

/** Takes a registration back: all depreciation is reversed, each entry on its own day. The row keeps its number. */
export const cancelAsset = (context: Context, id: number): Promise<void> => runWrite(context, { needs, decide }, id)

async function needs(context: Context, id: number) {
  const { entered_on } = await unlockedAsset(context, id)
  return {
    calendar: calendarFrom(entered_on),
    facts: assetOf(id),
    // Of all its schedules, and of its transfers.
    entries: entriesWithin(
      (
        own,
      ) => sql`SELECT entry.id FROM journal_entries AS entry WHERE entry.organization_id = ${own} AND entry.reverses_id IS NULL
        AND (entry.source = ${assetSource} AND entry.source_id = ${id} OR entry.source = ${deferralSource} AND entry.source_id IN (
          SELECT deferral.id FROM deferrals AS deferral WHERE deferral.organization_id = ${own} AND deferral.asset_id = ${id}
            AND deferral.state <> 'cancelled'))
        AND NOT EXISTS (SELECT FROM journal_entries AS reversal
          WHERE reversal.organization_id = ${own} AND reversal.reverses_id = entry.id)`,
    ),
    accounts: postingAccounts,
  }
}

function decide(caller: Caller, facts: FactsOf<Awaited<ReturnType<typeof needs>>>, _: number): Decision<void> {
  const { asset, events, schedule, former } = facts.facts
  if (asset.state === 'cancelled') throw new Refusal('asset_state')
  if (isPartlyDisposed(events)) throw new Refusal('asset_disposed')
  const plan = new Plan(caller, facts.accounts)
  for (const entry of facts.entries) {
    const { entry_date: date, source_revision } = entry.head
    plan.reverse(facts.calendar.open(date, 'date', 'manual'), entry, { date, source_revision })
  }
  for (const { deferral_id, number } of former)
    plan.changeBy('deferral_parts', { deferral_id, number }, { state: 'reversed' })
  plan.changeBy('deferrals', { asset_id: asset.id, is_former: true }, { state: 'cancelled' })
  if (schedule) {
    const { id, plan: version } = schedule.row
    for (const part of postedOf(schedule))
      plan.changeBy('deferral_parts', { deferral_id: id, number: part.number }, { state: 'reversed' })
    for (const state of ['planned', 'failed'])
      plan.changeBy('deferral_parts', { deferral_id: id, state }, { state: 'dropped', error: null })
    plan.change('deferrals', id, { state: 'cancelled', plan: version + 1 })
  }
  plan.add('asset_events', {
    asset_id: asset.id,
    kind: 'cancelled',
    event_date: lastEvent(events)?.event_date ?? asset.entered_on,
    ...whereAsset(asset),
    created_by: caller.session.user_id,
  })
  plan.change('assets', asset.id, { state: 'cancelled', version: asset.version + 1 })
  return { plan, result: () => undefined }
}

/** A disposal that was not taken back: it is taken back first. */
function isPartlyDisposed(events: FactsOf<Awaited<ReturnType<typeof needs>>>['facts']['events']): boolean {
  const undone = new Set(events.flatMap(({ reverses_id }) => reverses_id ?? []))
  return events.some(({ id, kind }) => kind === 'disposed' && !undone.has(id))
}
