import type { z } from 'zod'
import type { assetCalls } from '#contract/assets/assets.ts'
import { depreciable, lifeLeft } from '#ledger/assets/depreciation.ts'
import { transferEntry } from '#ledger/assets/transfer.ts'
import { sum, text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import type { FactsOf } from '#server/core/needs.ts'
import { referencedRows, requireReferences } from '#server/core/references.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { StoredPart } from '#server/deferrals/deferral-rows.ts'
import { type Caller, Plan } from '#server/posting/plan.ts'
import { type Decision, runWrite } from '#server/posting/run-write.ts'
import { needsFromDay } from './change-from-day.ts'
import { planSchedule } from './plan-asset.ts'
import { planDueMonths, requireNoneWaits } from './plan-schedule.ts'
import { classOf } from './register-asset.ts'
import {
  type AssetFacts,
  assetSource,
  assetValues,
  lifeOf,
  requireActive,
  type StoredClass,
  whereAsset,
} from './stored-asset.ts'

type Transferred = z.output<typeof assetCalls.transfer.body> & { id: number }

/**
 * An asset moves to another class, branch or cost center: what is due through the day is posted where it was, its cost and accumulated
 * depreciation move on the day, and the rest is depreciated where it is from then on.
 */
export const transferAsset = (context: Context, input: Transferred): Promise<void> =>
  runWrite(context, { needs, decide }, input)

async function needs(context: Context, input: Transferred) {
  return {
    ...(await needsFromDay(context, input)),
    references: referencedRows({
      asset_class_id: ['asset_classes', input.asset_class_id, {}, 'active'],
      branch_id: ['branches', input.branch_id, {}, 'active'],
      cost_center_id: ['cost_centers', input.cost_center_id, { postable: true }, 'active'],
    }),
    toClass: classOf(input.asset_class_id ?? 0),
  }
}
type Facts = FactsOf<Awaited<ReturnType<typeof needs>>>

function decide(caller: Caller, facts: Facts, input: Transferred): Decision<void> {
  requireReferences(facts.references)
  const { facts: own } = facts
  const { asset, ofClass } = own
  requireActive(own, input.date)
  const toClass = facts.toClass ?? ofClass
  const place = placeAfter(own, toClass, input)
  const plan = new Plan(caller, facts.accounts)
  const parts = own.schedule ? bookedParts(plan, facts, own.schedule, input.date) : []
  const current = { ...own, schedule: own.schedule && { ...own.schedule, parts } }
  const worth = assetValues(current)
  const at = (branch_id: number, one: StoredClass) => ({
    branch_id,
    cost: one.cost_account_id,
    accumulated: one.accumulated_account_id,
  })
  const entry = transferEntry(at(asset.branch_id, ofClass), at(place.branch_id, toClass), worth)
  const head = { date: input.date, kind: 'asset', source: assetSource, source_id: asset.id } as const
  const revision = { source_revision: own.events.length + 1, description: asset.number }
  const period = facts.calendar.open(input.date, 'date', 'manual')
  const entry_id = entry.lines.length > 0 ? plan.post(period, { ...head, ...revision }, entry) : null
  for (const [sign, where] of [
    [-1, whereAsset(asset)],
    [1, place],
  ] as const)
    plan.add('asset_events', {
      asset_id: asset.id,
      kind: 'transferred',
      event_date: input.date,
      entry_id,
      ...where,
      cost: text(worth.cost.times(sign)),
      accumulated: text(worth.accumulated.times(sign)),
      residual: text(worth.residual.times(sign)),
      reason: input.reason ?? null,
      created_by: caller.session.user_id,
    })
  plan.change('assets', asset.id, { ...place, version: asset.version + 1 })
  if (current.schedule) planElsewhere(plan, caller, current, { parts, toClass, place })
  return { plan, result: () => undefined }
}

/** Refuses a move to where it is already, to a class that depreciates otherwise. */
function placeAfter({ asset }: AssetFacts, toClass: StoredClass, input: Transferred) {
  const place = {
    asset_class_id: toClass.id,
    branch_id: input.branch_id ?? asset.branch_id,
    cost_center_id: input.cost_center_id === undefined ? asset.cost_center_id : input.cost_center_id,
  }
  const before = whereAsset(asset)
  if (toClass.method !== asset.method) throw new Refusal('class_of_other_method', { field: 'asset_class_id' })
  if ((['asset_class_id', 'branch_id', 'cost_center_id'] as const).every((name) => place[name] === before[name]))
    throw new Refusal('transfer_to_same', { field: 'branch_id' })
  return place
}

/** The parts once the months through the day are posted where the asset was; refuses one that is posted after it. */
function bookedParts(
  plan: Plan,
  { calendar, facts: { asset } }: Facts,
  schedule: NonNullable<AssetFacts['schedule']>,
  date: string,
): StoredPart[] {
  requireNoneWaits(schedule, date)
  const later = schedule.parts.filter((part) => part.state === 'posted' && part.part_date > date)
  const day = later
    .map((part) => part.part_date)
    .toSorted()
    .at(-1)
  if (day) throw new Refusal('asset_months_posted', { field: 'date', params: { day } })
  return planDueMonths(plan, calendar, { asset, schedule }, { date, field: 'date' })
}

type Elsewhere = {
  parts: readonly StoredPart[]
  toClass: StoredClass
  place: { branch_id: number; cost_center_id: number | null }
}

/** Ends the schedule where the asset was with what it posted, and plans the rest where it is. */
function planElsewhere(plan: Plan, caller: Caller, own: AssetFacts, { parts, toClass, place }: Elsewhere): void {
  const { row } = own.schedule as NonNullable<AssetFacts['schedule']>
  for (const state of ['planned', 'failed'])
    plan.changeBy('deferral_parts', { deferral_id: row.id, state }, { state: 'dropped', error: null })
  const posted = sum(parts.filter(({ state }) => state === 'posted').map(({ amount }) => amount))
  // Before the schedule that follows it: an asset has one at a time.
  plan.changeBy(
    'deferrals',
    { id: row.id },
    { amount: text(posted), plan: row.plan + 1, state: 'done', is_former: true },
  )
  const rest = depreciable(assetValues(own))
  const life = lifeOf({ ...own, ofClass: toClass })
  if (rest.lte(0) || (life && lifeLeft(life) === null)) return
  const { branch_id, cost_center_id } = place
  const { asset } = own
  planSchedule(plan, caller, toClass, {
    id: asset.id,
    life,
    amount: rest,
    place: { branch_id, cost_center_id },
    entered_on: asset.entered_on,
    from: asset.in_service_on ?? asset.entered_on,
  })
}
