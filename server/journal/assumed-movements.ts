import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#server/core/context.ts'

/** What a dry run would post, as rows of balances under the alias `line`; null outside of dry runs. */
export function assumedMovements({ assumed }: Context): RawBuilder<unknown> | null {
  if (!assumed || assumed.length === 0) return null
  return sql`jsonb_to_recordset(${JSON.stringify(assumed)}::jsonb) AS line (day date, kind smallint, account_id bigint, branch_id bigint,
    currency_id bigint, cost_center_id bigint, debit numeric, credit numeric, amount_currency numeric)`
}
