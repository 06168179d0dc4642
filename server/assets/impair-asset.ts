import type { z } from 'zod'
import type { assetCalls } from '#contract/assets/assets.ts'
import { depreciable } from '#ledger/assets/depreciation.ts'
import { monthStart } from '#ledger/calendar/calendar.ts'
import { decimal, text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import type { FactsOf } from '#server/core/needs.ts'
import { Refusal } from '#server/core/refusal.ts'
import { nextNumber, planAmount } from '#server/deferrals/plan-part.ts'
import { postingAccounts } from '#server/posting/facts/accounts.ts'
import { calendarFrom } from '#server/posting/facts/calendar.ts'
import { type Caller, Plan } from '#server/posting/plan.ts'
import { type Decision, runWrite } from '#server/posting/run-write.ts'
import { awaitNextPart, planRest } from './plan-schedule.ts'
import { assetOf, assetWorth, lifeOf, requireActive } from './stored-asset.ts'

type Impaired = z.output<typeof assetCalls.impair.body> & { id: number }

/** A loss of value at once: expense against accumulated depreciation. The months that are left share the rest. */
export async function impairAsset(context: Context, input: Impaired): Promise<void> {
  await runWrite(context, { needs, decide }, input)
  await awaitNextPart(context, input.id)
}

function needs({ today }: Context, { id, date }: Impaired) {
  if (date > today) throw new Refusal('date_in_future', { field: 'date' })
  return { calendar: calendarFrom(date), facts: assetOf(id), accounts: postingAccounts }
}

function decide(caller: Caller, facts: FactsOf<ReturnType<typeof needs>>, input: Impaired): Decision<void> {
  const own = facts.facts
  const { asset, schedule } = own
  requireActive(own, input.date)
  const life = lifeOf(own)
  if (life === null || schedule === null) throw new Refusal('nothing_to_revise')
  const worth = assetWorth(own)
  const amount = decimal(input.amount)
  if (amount.gt(depreciable(worth)))
    throw new Refusal('impairment_above_value', { field: 'amount', params: { amount: text(depreciable(worth)) } })
  const period = facts.calendar.open(input.date, 'date', 'manual')
  const plan = new Plan(caller, facts.accounts)
  const number = nextNumber(schedule.parts)
  const entry_id = planAmount(
    plan,
    period,
    { schedule, ownerNumber: asset.number },
    { number, date: input.date, amount },
  )
  const part = { deferral_id: schedule.row.id, number, kind: 'impairment', month: monthStart(input.date) }
  const posted = { ...part, part_date: input.date, amount: text(amount), state: 'posted' }
  plan.add('deferral_parts', { ...posted, entry_id })
  const parts = [...schedule.parts, { ...posted, organization_id: 0, entry_id: null, note_id: null, error: null }]
  const { decimals } = caller.session.organization
  planRest(plan, { facts: { ...own, schedule }, parts, rest: depreciable(worth).minus(amount), life, decimals })
  plan.add('asset_events', {
    ...{ asset_id: asset.id, kind: 'impaired', event_date: input.date, amount: text(amount), reason: input.reason },
    ...{ entry_id, created_by: caller.session.user_id },
  })
  plan.change('assets', asset.id, { version: asset.version + 1 })
  return { plan, result: () => undefined }
}
