import { sql } from 'kysely'
import type { Context } from '#server/kit/context.ts'
import { Refusal } from '#server/kit/refusal.ts'
import { movesMoney } from './account-purpose.ts'

const accountOf = (way: 'in' | 'out') =>
  way === 'in'
    ? sql<number>`payment_methods.account_id`
    : sql<number>`coalesce(payment_methods.outgoing_account_id, payment_methods.account_id)`

/**
 * The account behind a payment method; 0 where none is named or it is not there, which is asked with everything else a body
 * names. A method bound to an account that money cannot move through, from before that was asked of it, is refused where it
 * is used: nothing is posted there silently. What stands there already is reversed as it was posted. Money that leaves may lie on an
 * account of its own: a cheque that was written out is owed until the bank pays it.
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
