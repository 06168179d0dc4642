import type { OrderAct } from '#contract/orders/order-calls.ts'
import { Refusal } from '#server/core/refusal.ts'
import { isExpired } from './order-status.ts'

type Order = { kind: string; state: string; until_date: string | null; is_taken: boolean }
type OrderActInput = { reason?: string | null | undefined; answered_by?: string | null | undefined }
type Now = { today: string; now: Date }
/** What an act changes of an order. */
export type ActColumns = {
  state: string
  reason?: string | null
  answered_by?: string | null
  answered_at?: Date | null
  sent_at?: Date
}

/** From which states an act leads, and where to. An accepted quotation is never reopened: it was agreed. */
const ways: Readonly<Record<OrderAct, { from: readonly string[]; to: string }>> = {
  send: { from: ['draft'], to: 'sent' },
  accept: { from: ['draft', 'sent', 'declined'], to: 'accepted' },
  decline: { from: ['draft', 'sent'], to: 'declined' },
  confirm: { from: ['draft'], to: 'confirmed' },
  close: { from: ['confirmed'], to: 'closed' },
  reopen: { from: ['sent', 'declined', 'confirmed', 'closed'], to: 'draft' },
}

/** What an act makes of an order, or why it does not. */
export function decideAct(act: OrderAct, order: Order, said: OrderActInput, { today, now }: Now): ActColumns {
  const { from, to } = ways[act]
  if (order.state === 'accepted') throw new Refusal('quotation_accepted', { field: 'status' })
  if (!from.includes(order.state)) throw new Refusal('order_state', { field: 'status' })
  if (act === 'reopen') return reopened(order)
  if (act === 'send') {
    if (order.until_date !== null && order.until_date < today)
      throw new Refusal('quotation_expired', { field: 'valid_until' })
    return { state: to, sent_at: now }
  }
  if (act === 'accept') {
    const isOver = isExpired({ ...order, state: 'sent' }, today)
    if (isOver && !said.reason) throw new Refusal('quotation_expired', { field: 'reason' })
    return { state: to, reason: said.reason ?? null, answered_by: said.answered_by ?? null, answered_at: now }
  }
  if (act === 'decline') return { state: to, reason: said.reason ?? null, answered_at: now }
  return { state: to, reason: said.reason ?? null }
}

/** What is closed goes on; anything else is a draft again, unless something was made of it. */
function reopened({ state, is_taken }: Order): ActColumns {
  if (state === 'closed') return { state: 'confirmed', reason: null }
  if (is_taken) throw new Refusal('order_taken', { field: 'status' })
  return { state: 'draft', reason: null, answered_by: null, answered_at: null }
}
