import { sql } from 'kysely'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { movesMoney } from './eligible-accounts.ts'

const accountOf = (way: 'in' | 'out') =>
  way === 'in'
    ? sql<number>`payment_methods.account_id`
    : sql<number>`coalesce(payment_methods.outgoing_account_id, payment_methods.account_id)`

/**
 * The account of a payment method; 0 if none is named or it does not exist, which is checked with all other references.
 * A method bound to an ineligible account, from before that check, is refused when used: nothing is posted silently.
 * Existing postings are reversed as they were posted. Money that leaves may go through an account of its own: a written cheque is owed until
 * the bank pays it.
 */
export async function methodAccount(
  { db }: Context,
  id: number | null | undefined,
  way: 'in' | 'out',
): Promise<number> {
  if (id == null) return 0
  const method = await db
    .selectFrom('payment_methods')
    .innerJoin('accounts', (join) => join.on('accounts.id', '=', accountOf(way)))
    .select(['accounts.id as account_id', movesMoney.as('moves_money')])
    .where('payment_methods.id', '=', id)
    .executeTakeFirst()
  if (method && !method.moves_money) throw new Refusal('method_moves_no_money', { field: 'payment_method_id' })
  return method?.account_id ?? 0
}
