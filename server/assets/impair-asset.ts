import type { z } from 'zod'
import type { assetCalls } from '#contract/assets/assets.ts'
import { depreciable } from '#ledger/assets/depreciation.ts'
import { monthStart } from '#ledger/calendar/calendar.ts'
import { decimal, text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { nextNumber, planAmount } from '#server/deferrals/plan-part.ts'
import { type Caller, Plan } from '#server/posting/plan.ts'
import { type Decision, runWrite } from '#server/posting/run-write.ts'
import { depreciatedToDay, type FactsFromDay, needsFromDay } from './change-from-day.ts'
import { planRest } from './plan-schedule.ts'
import { whereAsset } from './stored-asset.ts'

type Impaired = z.output<typeof assetCalls.impair.body> & { id: number }

/** A loss of value at once: expense against accumulated depreciation. The months that are left share the rest. */
export const impairAsset = (context: Context, input: Impaired): Promise<void> =>
  runWrite(context, { needs: needsFromDay, decide }, input)

function decide(caller: Caller, facts: FactsFromDay, input: Impaired): Decision<void> {
  const plan = new Plan(caller, facts.accounts)
  const { current, parts: booked, life, worth } = depreciatedToDay(plan, facts, input.date)
  const { asset, schedule } = current
  const amount = decimal(input.amount)
  if (amount.gt(depreciable(worth)))
    throw new Refusal('impairment_above_value', { field: 'amount', params: { amount: text(depreciable(worth)) } })
  const period = facts.calendar.open(input.date, 'date', 'manual')
  const number = nextNumber(booked)
  const entry_id = planAmount(
    plan,
    period,
    { schedule, ownerNumber: asset.number },
    { number, date: input.date, amount },
  )
  const part = { deferral_id: schedule.row.id, number, kind: 'impairment', month: monthStart(input.date) }
  const posted = { ...part, part_date: input.date, amount: text(amount), state: 'posted' }
  plan.add('deferral_parts', { ...posted, entry_id })
  const parts = [...booked, { ...posted, organization_id: 0, entry_id: null, note_id: null, error: null }]
  const { decimals } = caller.session.organization
  planRest(plan, { facts: current, parts, rest: depreciable(worth).minus(amount), life, decimals })
  plan.add('asset_events', {
    asset_id: asset.id,
    kind: 'impaired',
    event_date: input.date,
    amount: text(amount),
    reason: input.reason,
    ...whereAsset(asset),
    entry_id,
    created_by: caller.session.user_id,
  })
  plan.change('assets', asset.id, { version: asset.version + 1 })
  return { plan, result: () => undefined }
}
