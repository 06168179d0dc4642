import type { Range } from '#ledger/calendar/calendar.ts'
import type { Context } from '#server/core/context.ts'
import { dueRetentions } from '#server/retentions/due-retentions.ts'
import type { StepFacts } from './step-facts.ts'

/** What was retained beyond its day of release at the end of the month. */
export async function retentionStep(context: Context, { to }: Range): Promise<StepFacts> {
  const { count, amount, day } = await dueRetentions(context, to)
  if (count > 0) return { state: 'open', count, amount, day }
  const moves = context.db.selectFrom('retention_moves').select('id').where('move_date', '<=', to)
  return { state: (await moves.limit(1).executeTakeFirst()) ? 'done' : 'none' }
}
