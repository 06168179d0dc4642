import type { Selectable } from 'kysely'
import type { Side } from '#contract/documents/sides.ts'
import type { Context } from '#server/core/context.ts'
import type { Need } from '#server/core/needs.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/db/schema.ts'
import { paymentKind } from './payment-kind.ts'

export type StoredPayment = Selectable<Database['payments']>

/** A payment before its row can be locked: years and documents come first in the lock order. */
export async function unlockedRow({ db }: Context, side: Side, id: number) {
  const row = await db
    .selectFrom('payments')
    .select(['payment_date', 'party_id', 'currency_id'])
    .where('id', '=', id)
    .where('kind', '=', paymentKind(side))
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return row
}

/** The payment's row, locked after its documents. */
export const storedPayment = (side: Side, id: number): Need<StoredPayment | undefined> => ({
  lock: 'records',
  load: ({ db }) =>
    db
      .selectFrom('payments')
      .selectAll()
      .where('id', '=', id)
      .where('kind', '=', paymentKind(side))
      .forUpdate()
      .executeTakeFirst(),
})

/** Refuses a payment that is not there, that the editor had in an older version, or that is void. */
export function requireActivePayment(row: StoredPayment | undefined, version: number | undefined): StoredPayment {
  if (!row) throw new Refusal('not_found')
  if (version !== undefined && version !== row.version) throw new Refusal('stale_version')
  if (row.state === 'void') throw new Refusal('payment_void')
  return row
}
