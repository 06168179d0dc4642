import type { Side } from '#contract/documents/sides.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { paymentKind } from './payment-kind.ts'

export type StoredPayment = Awaited<ReturnType<typeof lockPayment>>

/** The date of a payment, read before its row can be locked: years and documents come first in the lock order. */
export async function paymentDate({ db }: Context, side: Side, id: number): Promise<string> {
  const row = await db
    .selectFrom('payments')
    .select('payment_date')
    .where('id', '=', id)
    .where('kind', '=', paymentKind(side))
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return row.payment_date
}

/** The payment's row, locked after its documents; 409 if the editor had an older version. */
export async function lockPayment({ db }: Context, side: Side, id: number, version: number | undefined) {
  const row = await db
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', id)
    .where('kind', '=', paymentKind(side))
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  if (version !== undefined && version !== row.version) throw new Refusal('stale_version')
  if (row.state === 'void') throw new Refusal('payment_void')
  return row
}
