import { depreciable } from '#ledger/assets/depreciation.ts'
import { decimal, text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { type FactsOf, read } from '#server/core/needs.ts'
import { Refusal } from '#server/core/refusal.ts'
import { deferralSource, type StoredPart } from '#server/deferrals/deferral-rows.ts'
import { postingAccounts } from '#server/posting/facts/accounts.ts'
import { calendarFrom } from '#server/posting/facts/calendar.ts'
import { activeEntriesOf, type StoredEntry } from '#server/posting/facts/stored-entries.ts'
import { type Caller, Plan } from '#server/posting/plan.ts'
import { type Decision, runWrite } from '#server/posting/run-write.ts'
import { planRest } from './plan-schedule.ts'
import {
  assetOf,
  assetSource,
  assetValues,
  lastEvent,
  lifeOf,
  type StoredAssetEvent,
  unlockedAsset,
  whereAsset,
  withResidual,
} from './stored-asset.ts'

/** Takes the last disposal or reading of an asset back, on its own day, with the depreciation that came with it. */
export const restoreAsset = (context: Context, id: number): Promise<void> => runWrite(context, { needs, decide }, id)

async function needs(context: Context, id: number) {
  const { entered_on, deferral_id } = await unlockedAsset(context, id)
  const none = read(async () => [] as StoredEntry[])
  return {
    calendar: calendarFrom(entered_on),
    facts: assetOf(id),
    months: deferral_id === null ? none : activeEntriesOf(deferralSource, deferral_id),
    entries: activeEntriesOf(assetSource, id),
    accounts: postingAccounts,
  }
}

function decide(caller: Caller, facts: FactsOf<Awaited<ReturnType<typeof needs>>>, _: number): Decision<void> {
  const { calendar, facts: own } = facts
  const { asset, events, schedule } = own
  const disposed = lastEvent(events)
  if (!disposed || !isRestorable(disposed) || asset.state === 'cancelled') throw new Refusal('nothing_to_restore')
  const plan = new Plan(caller, facts.accounts)
  const period = calendar.open(disposed.event_date, 'date', 'manual')
  const at = { date: disposed.event_date }
  const entry = facts.entries.find(({ id }) => id === disposed.entry_id)
  const reversal = entry ? plan.reverse(period, entry, { ...at, source_revision: events.length + 1 }) : null
  const piece = schedule?.parts.find((part) => isPieceOf(part, disposed, events))
  const pieceEntry = piece && facts.months.find(({ id }) => id === piece.entry_id)
  if (piece && pieceEntry) {
    plan.reverse(period, pieceEntry, { ...at, source_revision: piece.number + 1 })
    plan.changeBy('deferral_parts', { deferral_id: piece.deferral_id, number: piece.number }, { state: 'reversed' })
  }
  const parts = schedule?.parts.map((part) => (part === piece ? { ...part, state: 'reversed' } : part)) ?? []
  const back = (figure: 'cost' | 'accumulated' | 'residual') => decimal(disposed[figure]).neg()
  const restored = {
    cost: decimal(asset.cost).plus(back('cost')),
    residual: decimal(asset.residual).plus(back('residual')),
  }
  const current = { ...own, schedule: schedule && { ...schedule, parts } }
  const life = lifeOf(current)
  if (schedule) {
    const after = assetValues(current)
    const rest = depreciable({ ...restored, accumulated: after.accumulated.plus(back('accumulated')) })
    const again = life && withResidual(life, restored.residual)
    const { decimals } = caller.session.organization
    planRest(plan, { facts: { ...own, schedule }, parts, rest, life: again, decimals })
  }
  plan.add('asset_events', {
    asset_id: asset.id,
    kind: 'restored',
    event_date: disposed.event_date,
    reverses_id: disposed.id,
    cost: text(back('cost')),
    accumulated: text(back('accumulated')),
    residual: text(back('residual')),
    entry_id: reversal,
    created_by: caller.session.user_id,
    ...whereAsset(asset),
  })
  plan.change('assets', asset.id, {
    cost: text(restored.cost),
    residual: text(restored.residual),
    state: 'active',
    version: asset.version + 1,
  })
  return { plan, result: () => undefined }
}

/** A disposal, or a reading of use. */
export const isRestorable = ({ kind }: Pick<StoredAssetEvent, 'kind'>): boolean =>
  kind === 'disposed' || kind === 'used'

/** The depreciation that a reading posted, or a disposal of its own month: after all that was posted before it, and an earlier one may be of the same day. */
function isPieceOf(part: StoredPart, disposed: StoredAssetEvent, events: readonly StoredAssetEvent[]): boolean {
  if (disposed.kind === 'used') return part.kind === 'use' && part.entry_id === disposed.entry_id
  const before = events.flatMap(({ id, entry_id }) => (id < disposed.id && entry_id !== null ? [entry_id] : []))
  return part.kind === 'disposal' && part.state === 'posted' && (part.entry_id ?? 0) > Math.max(0, ...before)
}
