import { sql } from 'kysely'
import type { OrderKind } from '#contract/orders/order-kinds.ts'
import { decimal } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { changeState } from './act-on-order.ts'
import type { OrderInput } from './order-input.ts'
import { createOrder } from './save-order.ts'
import { lockOrder, orderLines, type StoredOrder } from './stored-order.ts'

/** An order that was agreed elsewhere, with its number and in its state: a day that is over does not refuse it. Answers its id. */
export async function bringOrder(
  context: Context,
  kind: OrderKind,
  input: OrderInput,
  { number, state }: { number: string; state: string },
): Promise<number> {
  const id = await createOrder(context, kind, input, number)
  if (state !== 'draft') await changeState(context, await lockOrder(context, kind, id, undefined), { state })
  return id
}

/**
 * The way back: nothing is left of it. A row that something took is refused by the database. An order of which something was made and
 * taken back stays on record, closed and without its number: links are only added to.
 */
export async function takeBackOrder(context: Context, kind: OrderKind, id: number): Promise<void> {
  const stored = await lockOrder(context, kind, id, undefined)
  const links = context.db.selectFrom('order_links').select('id').where('order_id', '=', id)
  const isOnRecord = (await links.limit(1).executeTakeFirst()) !== undefined || (await hasAdvance(context, id))
  if (kind.name !== 'quotation' && isOnRecord) return leaveClosed(context, stored)
  await changeState(context, stored, { state: 'draft' })
  await context.db.deleteFrom('orders').where('id', '=', id).execute()
}

/** An advance invoice names the order that it was made of, void as well. */
async function hasAdvance({ db }: Context, id: number): Promise<boolean> {
  const made = db.selectFrom('documents').select('id').where('advance_order_id', '=', id)
  return (await made.limit(1).executeTakeFirst()) !== undefined
}

async function leaveClosed(context: Context, stored: StoredOrder): Promise<void> {
  const lines = await orderLines(context, stored.id)
  if (lines.some(({ taken, delivered, returned }) => [taken, delivered, returned].some((much) => !decimal(much).eq(0))))
    throw new Refusal('order_taken', { field: 'status' })
  await changeState(context, stored, { state: 'closed' })
  await context.db
    .updateTable('orders')
    .set({ number: sql<string>`left(number, 80) || ' ~' || id` })
    .where('id', '=', stored.id)
    .execute()
}
