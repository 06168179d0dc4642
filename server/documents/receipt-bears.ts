import { type Need, read } from '#server/core/needs.ts'

/** Whether goods of a receipt bear a cost. */
export const receiptBears = (receipt: number): Need<boolean> =>
  read(async ({ db }) => {
    const found = await db
      .selectFrom('landed_cost_lines as part')
      .innerJoin('landed_costs as cost', 'cost.id', 'part.landed_cost_id')
      .select('cost.id')
      .where('part.goods_note_id', '=', receipt)
      .where('cost.state', '=', 'posted')
      .limit(1)
      .executeTakeFirst()
    return found !== undefined
  })
