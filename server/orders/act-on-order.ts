import { sql } from 'kysely'
import type { OrderAct } from '#contract/orders/order-calls.ts'
import { type OrderKind, orderKinds } from '#contract/orders/order-kinds.ts'
import { exposureOf } from '#ledger/credit.ts'
import { decimal } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { creditParts, lockedExposure, requireCredit } from '#server/parties/credit-exposure.ts'
import { type ActColumns, decideAct } from './decide-act.ts'
import { isExpired } from './order-status.ts'
import { keepAcceptedPaper } from './read-order.ts'
import { lockOrder, orderLines, type StoredOrder } from './stored-order.ts'

type OrderActInput = { version?: number | undefined; reason?: string | null; answered_by?: string | null }

/** A draft that goes out is sent; what was sent or answered goes out again as it is. */
export async function sendQuotation(context: Context, id: number): Promise<void> {
  const stored = await lockOrder(context, orderKinds.quotation, id, undefined)
  if (stored.state === 'draft') await actOnOrder(context, orderKinds.quotation, 'send', id, {})
}

/** Sends, answers, confirms, closes or reopens an order. */
export async function actOnOrder(context: Context, kind: OrderKind, act: OrderAct, id: number, said: OrderActInput) {
  const stored = await lockOrder(context, kind, id, said.version)
  const columns = await columnsOf(context, act, stored, said)
  if (columns.state === 'confirmed' && kind.name === orderKinds.sales_order.name)
    await withinLimit(context, stored.party_id, () => changeState(context, stored, columns))
  else await changeState(context, stored, columns)
}

/** An order counts against the limit of its customer from its confirmation on. */
async function withinLimit(context: Context, customer: number, change: () => Promise<void>): Promise<void> {
  const before = context.session.organization.uses_credit_limits ? await lockedExposure(context, customer) : null
  await change()
  if (!before) return
  const more = exposureOf(await creditParts(context, customer)).minus(exposureOf(before))
  requireCredit(before, more, 'customer_id')
}

type Answer = {
  answer: 'accept' | 'decline'
  name: string
  reason?: string | null | undefined
  version?: number | undefined
}

/** The customer's own answer to what was read: to that version, while it is valid, and once. */
export async function answerByCustomer(context: Context, id: number, given: Answer): Promise<void> {
  const stored = await lockOrder(context, orderKinds.quotation, id, undefined)
  if (stored.state === 'accepted') throw new Refusal('quotation_accepted')
  if (isExpired(stored, context.today)) throw new Refusal('quotation_expired')
  if (stored.state !== 'sent') throw new Refusal('order_state')
  if (stored.version !== given.version) throw new Refusal('stale_version')
  const now = { today: context.today, now: context.services.clock.now() }
  const said = { answered_by: given.name, reason: given.reason ?? null }
  const columns = decideAct(given.answer, { ...stored, is_taken: false }, said, now)
  await changeState(context, stored, { ...columns, answered_by: given.name })
}

/** The acts by which a draft becomes what was offered or agreed. */
const goesOut: readonly OrderAct[] = ['send', 'confirm', 'accept']

async function columnsOf(
  context: Context,
  act: OrderAct,
  stored: StoredOrder,
  said: OrderActInput,
): Promise<ActColumns> {
  if (stored.state === 'draft' && goesOut.includes(act)) await requireSendable(context, stored)
  const lines = act === 'reopen' ? await orderLines(context, stored.id) : []
  const is_taken = lines.some(({ taken }) => decimal(taken).gt(0))
  return decideAct(act, { ...stored, is_taken }, said, { today: context.today, now: context.services.clock.now() })
}

/** What is accepted is written down as its paper says it. */
export async function changeState(context: Context, stored: StoredOrder, columns: ActColumns): Promise<void> {
  if (columns.state === 'accepted') await keepAcceptedPaper(context, stored.id)
  await context.db
    .updateTable('orders')
    .set({ ...columns, version: sql`version + 1` })
    .where('id', '=', stored.id)
    .execute()
}

/** Nothing is offered to a blocked party or from a closed place, and no VAT by a seller that is not registered for it. */
async function requireSendable(context: Context, { party_id, party_kind, tax, place_id }: StoredOrder): Promise<void> {
  const { db, session } = context
  const party = await db.selectFrom('parties').select('status').where('id', '=', party_id).executeTakeFirst()
  if (party?.status === 'blocked') throw new Refusal('party_blocked', { field: `${party_kind}_id` })
  const closed = db
    .selectFrom('places')
    .select('id')
    .where('id', '=', place_id ?? 0)
    .where('status', '!=', 'active')
  if (place_id !== null && (await closed.executeTakeFirst()))
    throw new Refusal('invalid_input', { errors: { place_id: { code: 'inactive_reference' } } })
  const isSale = party_kind === 'customer'
  if (isSale && session.organization.vat_status === 'not_registered' && decimal(tax).gt(0))
    throw new Refusal('vat_not_registered', { field: 'tax_id' })
}
