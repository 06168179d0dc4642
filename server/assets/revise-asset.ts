import type { z } from 'zod'
import type { assetCalls } from '#contract/assets/assets.ts'
import { depreciable, lifeLeft } from '#ledger/assets/depreciation.ts'
import { decimal, text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { type Caller, Plan } from '#server/posting/plan.ts'
import { type Decision, runWrite } from '#server/posting/run-write.ts'
import { depreciatedToDay, type FactsFromDay, needsFromDay } from './change-from-day.ts'
import { requireValues } from './plan-asset.ts'
import { planRest } from './plan-schedule.ts'
import { lastReading, whereAsset, withResidual } from './stored-asset.ts'

type Revised = z.output<typeof assetCalls.revise.body> & { id: number }

/** A new residual value or life: what is due until its day is posted as it was, the months after it are planned again. */
export const reviseAsset = (context: Context, input: Revised): Promise<void> =>
  runWrite(context, { needs: needsFromDay, decide }, input)

function decide(caller: Caller, facts: FactsFromDay, input: Revised): Decision<void> {
  const plan = new Plan(caller, facts.accounts)
  const { current, parts, life, worth: before } = depreciatedToDay(plan, facts, input.date)
  const { asset } = current
  const residual = input.residual ?? asset.residual
  const months = input.life_months ?? life?.life_months ?? null
  const units = input.life_units ?? asset.life_units
  requireMethodHas(asset.method, input)
  const worth = { ...before, residual }
  requireValues(worth)
  const revised = life && withResidual({ ...life, life_months: months ?? life.life_months }, residual)
  const rest = depreciable(worth)
  if (rest.gt(0) && revised && lifeLeft(revised) === null) throw new Refusal('life_over', { field: 'life_months' })
  if (rest.gt(0) && units !== null && decimal(units).lte(lastReading(current)))
    throw new Refusal('life_over', { field: 'life_units' })
  const { decimals } = caller.session.organization
  planRest(plan, { facts: current, parts, rest, life: revised, decimals })
  plan.add('asset_events', {
    asset_id: asset.id,
    kind: 'revised',
    event_date: input.date,
    life_months: months,
    reason: input.reason,
    ...whereAsset(asset),
    life_units: units,
    residual: text(decimal(residual).minus(asset.residual)),
    created_by: caller.session.user_id,
  })
  plan.change('assets', asset.id, {
    residual: text(decimal(residual)),
    life_months: months,
    life_units: units,
    version: asset.version + 1,
  })
  return { plan, result: () => undefined }
}

/** A life is said as its method counts it. */
function requireMethodHas(method: string, { life_months, life_units }: Revised): void {
  const field = method === 'units' ? 'life_months' : 'life_units'
  if ((field === 'life_months' ? life_months : life_units) != null) throw new Refusal('life_of_other_method', { field })
}
