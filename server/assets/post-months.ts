import type { Context } from '#server/core/context.ts'
import { type Caller, Plan } from '#server/posting/plan.ts'
import { type Decision, runWrite } from '#server/posting/run-write.ts'
import { type FactsFromDay, needsFromDay } from './change-from-day.ts'
import { planDueMonths } from './plan-schedule.ts'

type Through = { id: number; date: string }
const field = 'event_date'

/** Posts the months of an asset through a day at once, each on its own day. */
export const postMonths = (context: Context, input: Through): Promise<void> =>
  runWrite(context, { needs: (own, through) => needsFromDay(own, through, field), decide }, input)

function decide(caller: Caller, { calendar, facts, accounts }: FactsFromDay, { date }: Through): Decision<void> {
  const { asset, schedule } = facts
  const plan = new Plan(caller, accounts)
  if (schedule) planDueMonths(plan, calendar, { asset, schedule }, { date, field })
  return { plan, result: () => undefined }
}
