import type { z } from 'zod'
import type { assetCalls } from '#contract/assets/assets.ts'
import { depreciable, depreciationOfUse } from '#ledger/assets/depreciation.ts'
import { monthStart } from '#ledger/calendar/calendar.ts'
import { decimal, text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { nextNumber, planAmount } from '#server/deferrals/plan-part.ts'
import { type Caller, Plan } from '#server/posting/plan.ts'
import { type Decision, runWrite } from '#server/posting/run-write.ts'
import { depreciatedToDay, type FactsFromDay, needsFromDay } from './change-from-day.ts'
import { planRest } from './plan-schedule.ts'
import { lastReading, whereAsset } from './stored-asset.ts'

type Used = z.output<typeof assetCalls.use.body> & { id: number }

/** A reading of what an asset was used for so far: its depreciation is posted on that day. */
export const recordUse = (context: Context, input: Used): Promise<void> =>
  runWrite(context, { needs: needsFromDay, decide }, input)

function decide(caller: Caller, facts: FactsFromDay, { date, reading }: Used): Decision<void> {
  const plan = new Plan(caller, facts.accounts)
  if (facts.facts.asset.method !== 'units') throw new Refusal('not_by_use')
  const { current, parts: booked, worth } = depreciatedToDay(plan, facts, date)
  const { asset, schedule } = current
  const before = lastReading(current)
  if (decimal(reading).lte(before))
    throw new Refusal('reading_below', { field: 'reading', params: { reading: before } })
  const { decimals } = caller.session.organization
  const use = { reading, before, life_units: asset.life_units ?? '0' }
  const amount = depreciationOfUse(depreciable(worth), use, decimals)
  const number = nextNumber(booked)
  const period = facts.calendar.open(date, 'date', 'manual')
  const of = { schedule, ownerNumber: asset.number }
  const entry_id = planAmount(plan, period, of, { number, date, amount })
  const part = { deferral_id: schedule.row.id, number, kind: 'use', month: monthStart(date), part_date: date }
  const posted = { ...part, amount: text(amount), state: 'posted' }
  plan.add('deferral_parts', { ...posted, entry_id })
  const parts = [...booked, { ...posted, organization_id: 0, entry_id: null, note_id: null, error: null }]
  planRest(plan, { facts: current, parts, rest: depreciable(worth).minus(amount), life: null, decimals })
  plan.add('asset_events', {
    asset_id: asset.id,
    kind: 'used',
    event_date: date,
    reading,
    amount: text(amount),
    entry_id,
    created_by: caller.session.user_id,
    ...whereAsset(asset),
  })
  plan.change('assets', asset.id, { version: asset.version + 1 })
  return { plan, result: () => undefined }
}
