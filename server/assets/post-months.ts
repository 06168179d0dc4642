import type { Context } from '#server/core/context.ts'
import type { FactsOf } from '#server/core/needs.ts'
import { Refusal } from '#server/core/refusal.ts'
import { isUnposted } from '#server/deferrals/deferral-rows.ts'
import { planPart } from '#server/deferrals/plan-part.ts'
import { postingAccounts } from '#server/posting/facts/accounts.ts'
import { calendarFrom } from '#server/posting/facts/calendar.ts'
import { type Caller, Plan } from '#server/posting/plan.ts'
import { type Decision, runWrite } from '#server/posting/run-write.ts'
import { assetOf, unlockedAsset } from './stored-asset.ts'

type Through = { id: number; date: string }

/** Posts the months of an asset through a day at once, each on its own day. */
export const postMonths = (context: Context, input: Through): Promise<void> =>
  runWrite(context, { needs, decide }, input)

async function needs(context: Context, { id, date }: Through) {
  if (date > context.today) throw new Refusal('date_in_future', { field: 'event_date' })
  const { first_open } = await unlockedAsset(context, id)
  return { calendar: calendarFrom(first_open ?? date), facts: assetOf(id), accounts: postingAccounts }
}

function decide(
  caller: Caller,
  { calendar, facts, accounts }: FactsOf<Awaited<ReturnType<typeof needs>>>,
  { date }: Through,
): Decision<void> {
  const { asset, schedule } = facts
  const plan = new Plan(caller, accounts)
  if (schedule) {
    const parts = schedule.parts.map((part) => ({ ...part }))
    for (const part of parts.filter((one) => isUnposted(one) && one.part_date <= date)) {
      const period = calendar.open(part.part_date, 'event_date', 'manual')
      planPart(plan, period, { schedule: { ...schedule, parts }, ownerNumber: asset.number }, part, part.part_date)
      part.state = 'posted'
    }
  }
  return { plan, result: () => undefined }
}
