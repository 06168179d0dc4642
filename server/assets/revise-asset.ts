import type { z } from 'zod'
import type { assetCalls } from '#contract/assets/assets.ts'
import { depreciable, lifeLeft } from '#ledger/assets/depreciation.ts'
import { decimal, text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import type { FactsOf } from '#server/core/needs.ts'
import { Refusal } from '#server/core/refusal.ts'
import { postingAccounts } from '#server/posting/facts/accounts.ts'
import { type Caller, Plan } from '#server/posting/plan.ts'
import { type Decision, runWrite } from '#server/posting/run-write.ts'
import { requireWorth } from './plan-asset.ts'
import { awaitNextPart, planRest } from './plan-schedule.ts'
import { assetOf, assetWorth, lifeOf, requireActive } from './stored-asset.ts'

type Revised = z.output<typeof assetCalls.revise.body> & { id: number }

/** A new residual value or life: posted months stay, the others are planned again. Nothing is posted. */
export async function reviseAsset(context: Context, input: Revised): Promise<void> {
  await runWrite(context, { needs, decide }, input)
  await awaitNextPart(context, input.id)
}

function needs({ today }: Context, { id, date }: Revised) {
  if (date > today) throw new Refusal('date_in_future', { field: 'date' })
  return { facts: assetOf(id), accounts: postingAccounts }
}

function decide(caller: Caller, facts: FactsOf<ReturnType<typeof needs>>, input: Revised): Decision<void> {
  const own = facts.facts
  const { asset, schedule } = own
  requireActive(own, input.date)
  const life = lifeOf(own)
  // What was depreciated to the end has no schedule, and its life is over.
  if (life === null || schedule === null) throw new Refusal('nothing_to_revise')
  const residual = input.residual ?? asset.residual
  const life_months = input.life_months ?? life.life_months
  const worth = { ...assetWorth(own), residual }
  requireWorth(worth)
  const revised = { ...life, life_months }
  const rest = depreciable(worth)
  if (rest.gt(0) && lifeLeft(revised) === null) throw new Refusal('life_over', { field: 'life_months' })
  const plan = new Plan(caller, facts.accounts)
  planRest(plan, {
    facts: { ...own, schedule },
    parts: schedule.parts,
    rest,
    life: revised,
    decimals: caller.session.organization.decimals,
  })
  plan.add('asset_events', {
    ...{ asset_id: asset.id, kind: 'revised', event_date: input.date, life_months, reason: input.reason },
    ...{ residual: text(decimal(residual).minus(asset.residual)), created_by: caller.session.user_id },
  })
  plan.change('assets', asset.id, { residual: text(decimal(residual)), life_months, version: asset.version + 1 })
  return { plan, result: () => undefined }
}
