import { depreciationParts, type Life, lifeEnd } from '#ledger/assets/depreciation.ts'
import { monthStart } from '#ledger/calendar/calendar.ts'
import { type Decimal, sum, text } from '#ledger/money.ts'
import type { SpreadPart } from '#ledger/spread.ts'
import { Refusal } from '#server/core/refusal.ts'
import { isUnposted, type StoredPart } from '#server/deferrals/deferral-rows.ts'
import { nextPartMessage } from '#server/deferrals/plan-next.ts'
import { nextNumber, planPart } from '#server/deferrals/plan-part.ts'
import type { Calendar } from '#server/journal/periods.ts'
import type { Plan } from '#server/posting/plan.ts'
import type { AssetFacts, AssetSchedule } from './stored-asset.ts'

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
  /** Null by units of use: nothing is planned ahead. */
  life: Life | null
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
  const planned = isOver || !life ? [] : plannedParts(rest, life, facts.asset.entered_on, decimals)
  const waits = planned.length > 0 || (life === null && rest.gt(0))
  for (const [index, part] of planned.entries())
    plan.add('deferral_parts', {
      deferral_id: row.id,
      number: first + index,
      kind: 'month',
      month: part.month,
      part_date: part.date,
      amount: text(part.amount),
      state: 'planned',
    })
  const [next] = planned
  if (next) {
    const part = { number: first, part_date: next.date }
    plan.enqueue(nextPartMessage({ id: row.id, plan: row.plan + 1, part }))
  }
  const posted = sum(parts.filter(({ state }) => state === 'posted').map(({ amount }) => amount))
  plan.change('deferrals', row.id, {
    amount: text(posted.plus(sum(planned.map(({ amount }) => amount)))),
    plan: row.plan + 1,
    state: isOver ? 'stopped' : waits ? 'active' : 'done',
    ...(life &&
      life.life_months !== facts.asset.life_months && {
        to_date: [lifeEnd(life), row.from_date].toSorted()[1],
      }),
  })
}

/**
 * Plans the months that are due through a day, each on its own day. Answers the parts as they are then. `field`: where the day was
 * given.
 */
export function planDueMonths(
  plan: Plan,
  calendar: Calendar,
  { asset, schedule }: Pick<Replanned['facts'], 'asset' | 'schedule'>,
  { date, field }: { date: string; field: string },
): StoredPart[] {
  const parts = schedule.parts.map((part) => ({ ...part }))
  const about = { ownerNumber: asset.number, schedule: { row: schedule.row, parts } }
  for (const part of parts.filter((one) => isUnposted(one) && one.part_date <= date)) {
    planPart(plan, calendar.open(part.part_date, field, 'manual'), about, part, part.part_date)
    part.state = 'posted'
  }
  return parts
}

/** What follows from a day changes only months after it: one before it that could not be posted is posted first. */
export function requireNoneWaits({ parts }: AssetSchedule, date: string): void {
  const failed = parts.find((part) => part.state === 'failed' && part.part_date <= date)
  if (failed) throw new Refusal('asset_month_waits', { field: 'date', params: { day: failed.part_date } })
}
