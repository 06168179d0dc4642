import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { movesMoney } from './eligible-accounts.ts'

/**
 * The account behind a payment method; 0 where none is named or it is not there, which is asked with everything else a body
 * names. A method bound to an account that money cannot move through, from before that was asked of it, is refused where it
 * is used: nothing is posted there silently. What stands there already is reversed as it was posted.
 */
export async function methodAccount({ db }: Context, id: number | null | undefined): Promise<number> {
  if (id == null) return 0
  const method = await db
    .selectFrom('payment_methods')
    .innerJoin('accounts', 'accounts.id', 'payment_methods.account_id')
    .select(['payment_methods.account_id', movesMoney.as('moves_money')])
    .where('payment_methods.id', '=', id)
    .executeTakeFirst()
  if (method && !method.moves_money) throw new Refusal('method_moves_no_money', { field: 'payment_method_id' })
  return method?.account_id ?? 0
}
