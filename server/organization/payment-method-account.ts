import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { movesMoney } from './eligible-accounts.ts'

/**
 * The account of a payment method; 0 if none is named or it does not exist, which is checked with all other references.
 * A method bound to an ineligible account, from before that check, is refused when used: nothing is posted silently.
 * Existing postings are reversed as they were posted.
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
