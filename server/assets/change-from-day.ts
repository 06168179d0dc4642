import type { Context } from '#server/core/context.ts'
import type { FactsOf } from '#server/core/needs.ts'
import { Refusal } from '#server/core/refusal.ts'
import { postingAccounts } from '#server/posting/facts/accounts.ts'
import { calendarFrom } from '#server/posting/facts/calendar.ts'
import type { Plan } from '#server/posting/plan.ts'
import { planDueMonths, requireNoneWaits } from './plan-schedule.ts'
import { assetOf, assetValues, lifeOf, requireActive, unlockedAsset } from './stored-asset.ts'

/** What a change of an asset from a day on must know. `field`: where the day was given. */
export async function needsFromDay(context: Context, { id, date }: { id: number; date: string }, field = 'date') {
  if (date > context.today) throw new Refusal('date_in_future', { field })
  const { first_open } = await unlockedAsset(context, id)
  return { calendar: calendarFrom(date, first_open ?? date), facts: assetOf(id), accounts: postingAccounts }
}
export type FactsFromDay = FactsOf<Awaited<ReturnType<typeof needsFromDay>>>

/** An asset that depreciates, as it is on a day: the months that are due until then are planned as they were, and the change is about those after it. */
export function depreciatedToDay(plan: Plan, { calendar, facts }: Omit<FactsFromDay, 'accounts'>, date: string) {
  const { asset, schedule } = facts
  requireActive(facts, date)
  // What was depreciated to the end has no schedule, and its life is over.
  if (schedule === null) throw new Refusal('nothing_to_revise')
  requireNoneWaits(schedule, date)
  const parts = planDueMonths(plan, calendar, { asset, schedule }, { date, field: 'date' })
  const current = { ...facts, schedule: { ...schedule, parts } }
  return { current, parts, life: lifeOf(current), worth: assetValues(current) }
}
