import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { StoredLine } from './stored-line.ts'

/** The way of payment whose money is on this account. */
export async function usualMethod({ db }: Context, line: StoredLine): Promise<number> {
  const isOut = line.amount.startsWith('-')
  const method = await db
    .selectFrom('payment_methods')
    .select('id')
    .where('account_id', '=', line.account_id)
    .where('status', '=', 'active')
    .$if(isOut, (query) =>
      query.where((e) => e.or([e('outgoing_account_id', 'is', null), e('outgoing_account_id', '=', line.account_id)])),
    )
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!method) throw new Refusal('bank_method_missing', { field: 'payment_method_id' })
  return method.id
}
