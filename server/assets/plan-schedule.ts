import { depreciationParts, type Life, lifeEnd } from '#ledger/assets/depreciation.ts'
import { monthStart } from '#ledger/calendar/calendar.ts'
import { type Decimal, sum, text } from '#ledger/money.ts'
import type { SpreadPart } from '#ledger/spread.ts'
import type { Context } from '#server/core/context.ts'
import type { StoredPart } from '#server/deferrals/deferral-rows.ts'
import { planNextPart } from '#server/deferrals/plan-next.ts'
import { nextNumber } from '#server/deferrals/plan-part.ts'
import type { Plan } from '#server/posting/plan.ts'
import type { AssetFacts } from './stored-asset.ts'

/** An amount over the months that are left; after the end of the life it is due at once. None is dated before the books hold the asset. */
export function plannedParts(amount: Decimal, life: Life, notBefore: string, decimals: number): SpreadPart[] {
  if (amount.lte(0)) return []
  const parts = depreciationParts(amount, life, decimals)
  const end = lifeEnd(life)
  const all = parts.length > 0 ? parts : [{ month: monthStart(end), date: end, amount }]
  return all.map((part) => ({ ...part, date: part.date < notBefore ? notBefore : part.date }))
}

type Replanned = {
  facts: AssetFacts & { schedule: NonNullable<AssetFacts['schedule']> }
  /** The parts as they are once the entries of this plan are posted. */
  parts: readonly StoredPart[]
  rest: Decimal
  life: Life
  decimals: number
  /** An asset that left. */
  isOver?: boolean
}

/** Drops what is not posted and plans the rest over what is left of the life. The schedule's amount becomes what was posted with it. */
export function planRest(plan: Plan, { facts, parts, rest, life, decimals, isOver = false }: Replanned): void {
  const { row } = facts.schedule
  for (const state of ['planned', 'failed'])
    plan.changeBy('deferral_parts', { deferral_id: row.id, state }, { state: 'dropped', error: null })
  const first = nextNumber(parts)
  const planned = isOver ? [] : plannedParts(rest, life, facts.asset.entered_on, decimals)
  for (const [index, part] of planned.entries())
    plan.add('deferral_parts', {
      ...{ deferral_id: row.id, number: first + index, kind: 'month', month: part.month, part_date: part.date },
      ...{ amount: text(part.amount), state: 'planned' },
    })
  const posted = sum(parts.filter(({ state }) => state === 'posted').map(({ amount }) => amount))
  plan.change('deferrals', row.id, {
    ...{ amount: text(posted.plus(sum(planned.map(({ amount }) => amount)))), plan: row.plan + 1 },
    state: isOver ? 'stopped' : planned.length === 0 ? 'done' : 'active',
    ...(life.life_months !== facts.asset.life_months && {
      to_date: [lifeEnd(life), row.from_date].toSorted()[1],
    }),
  })
}

/** Puts the next part of an asset's schedule into the outbox: the rule has just planned it. */
export async function awaitNextPart({ db, session }: Context, assetId: number): Promise<void> {
  const part = await db
    .selectFrom('deferrals')
    .innerJoin('deferral_parts as part', 'part.deferral_id', 'deferrals.id')
    .select(['deferrals.id', 'deferrals.plan', 'part.number', 'part.part_date'])
    .where('deferrals.asset_id', '=', assetId)
    .where('deferrals.state', '=', 'active')
    .where('part.state', '=', 'planned')
    .orderBy('part.part_date')
    .orderBy('part.number')
    .limit(1)
    .executeTakeFirst()
  if (part) await planNextPart(db, session.organization_id, { id: part.id, plan: part.plan, part })
}
