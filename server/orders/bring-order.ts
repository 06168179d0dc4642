import type { OrderKind } from '#contract/orders/order-kinds.ts'
import type { Context } from '#server/core/context.ts'
import { changeState } from './act-on-order.ts'
import type { OrderInput } from './order-input.ts'
import { createOrder } from './save-order.ts'
import { lockOrder } from './stored-order.ts'

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

/** The way back: nothing is left of it. A row that something took is refused by the database. */
export async function takeBackOrder(context: Context, kind: OrderKind, id: number): Promise<void> {
  const stored = await lockOrder(context, kind, id, undefined)
  await changeState(context, stored, { state: 'draft' })
  await context.db.deleteFrom('orders').where('id', '=', id).execute()
}
