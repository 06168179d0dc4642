import type { GoodsKindName } from '#contract/goods/goods-kinds.ts'
import type { Range } from '#ledger/calendar/calendar.ts'
import type { Context } from '#server/core/context.ts'
import { waitingAt } from '#server/goods/waiting-at.ts'
import type { StepFacts } from './step-facts.ts'

/** Goods that moved until the end of the month and waited for their invoice or bill then. Nothing for an organization without such notes. */
export const goodsStep =
  (name: GoodsKindName) =>
  async (context: Context, { to }: Range): Promise<StepFacts> => {
    const { count, amount, day } = await waitingAt(context, name, to)
    if (count > 0) return { state: 'open', count, amount, day }
    const notes = context.db.selectFrom('goods_notes').select('id').where('kind', '=', name)
    return { state: (await notes.limit(1).executeTakeFirst()) ? 'done' : 'none' }
  }
