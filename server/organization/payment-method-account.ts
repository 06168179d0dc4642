import { sql } from 'kysely'
import type { Need } from '#server/core/needs.ts'
import { Refusal } from '#server/core/refusal.ts'
import { movesMoney } from './eligible-accounts.ts'

const accountOf = (way: 'in' | 'out') =>
  way === 'in'
    ? sql<number>`payment_methods.account_id`
    : sql<number>`coalesce(payment_methods.outgoing_account_id, payment_methods.account_id)`

/** The account through which a payment method moves money; undefined if there is no such method, which is checked with all references. */
export type MethodAccount = { account_id: number; moves_money: boolean } | undefined

/**
 * The account of a payment method. Money that leaves may go through an account of its own: a written cheque is owed until the bank pays
 * it.
 */
export const accountOfMethod = (id: number | null | undefined, way: 'in' | 'out'): Need<MethodAccount> => ({
  load: async ({ db }) => {
    if (id == null) return undefined
    return db
      .selectFrom('payment_methods')
      .innerJoin('accounts', (join) => join.on('accounts.id', '=', accountOf(way)))
      .select(['accounts.id as account_id', movesMoney.as('moves_money')])
      .where('payment_methods.id', '=', id)
      .executeTakeFirst()
  },
})

/**
 * Its id; 0 if no method is named. A method bound to an ineligible account, from before that check, is refused when used: nothing is
 * posted silently. Existing postings are reversed as they were posted.
 */
export function requireMovesMoney(method: MethodAccount): number {
  if (method && !method.moves_money) throw new Refusal('method_moves_no_money', { field: 'payment_method_id' })
  return method?.account_id ?? 0
}
