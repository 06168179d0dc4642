import type { ChartAccount } from '#ledger/statements/chart-tree.ts'
import type { Context } from '#server/core/context.ts'

/** The whole chart as the statements know it. */
export async function chartAccounts({ db }: Context): Promise<ChartAccount[]> {
  const rows = await db
    .selectFrom('accounts')
    .select(['id', 'number', 'name', 'name_en', 'type', 'parent_id', 'class', 'nature', 'role', 'cash_flow_tag'])
    .execute()
  return rows as ChartAccount[]
}
