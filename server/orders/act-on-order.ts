import { sql } from 'kysely'
import type { OrderAct } from '#contract/orders/order-calls.ts'
import type { OrderKind } from '#contract/orders/order-kinds.ts'
import { decimal } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { type ActColumns, decideAct } from './decide-act.ts'
import { lockOrder, orderLines, type StoredOrder } from './stored-order.ts'

type Said = { version?: number | undefined; reason?: string | null; answered_by?: string | null }

/** Sends, answers, confirms, closes or reopens an order. */
export async function actOnOrder(context: Context, kind: OrderKind, act: OrderAct, id: number, said: Said) {
  const stored = await lockOrder(context, kind, id, said.version)
  await changeState(context, stored, await columnsOf(context, act, stored, said))
}

async function columnsOf(context: Context, act: OrderAct, stored: StoredOrder, said: Said): Promise<ActColumns> {
  if (act === 'send' || act === 'confirm') await requireSendable(context, stored)
  const lines = act === 'reopen' ? await orderLines(context, stored.id) : []
  const is_taken = lines.some(({ taken }) => decimal(taken).gt(0))
  return decideAct(act, { ...stored, is_taken }, said, { today: context.today, now: context.services.clock.now() })
}

export async function changeState({ db }: Context, stored: StoredOrder, columns: ActColumns): Promise<void> {
  await db
    .updateTable('orders')
    .set({ ...columns, version: sql`version + 1` })
    .where('id', '=', stored.id)
    .execute()
}

/** Nothing is offered to a blocked party, and no VAT by a seller that is not registered for it. */
async function requireSendable({ db, session }: Context, { party_id, party_kind, tax }: StoredOrder): Promise<void> {
  const party = await db.selectFrom('parties').select('status').where('id', '=', party_id).executeTakeFirst()
  if (party?.status === 'blocked') throw new Refusal('party_blocked', { field: `${party_kind}_id` })
  const isSale = party_kind === 'customer'
  if (isSale && session.organization.vat_status === 'not_registered' && decimal(tax).gt(0))
    throw new Refusal('vat_not_registered', { field: 'tax_id' })
}
