import { holdsAny } from '#contract/access/permissions.ts'
import { purchases, type Side, sales } from '#contract/documents/sides.ts'
import { type OrderKind, type OrderTarget, orderKinds } from '#contract/orders/order-kinds.ts'
import { orders } from '#contract/orders/orders.ts'
import { addDays } from '#ledger/calendar/calendar.ts'
import { type Decimal, decimal, type Numeric, sum, text } from '#ledger/money.ts'
import { shareOfRow } from '#ledger/order-share.ts'
import { inUnit, priceOfBase } from '#ledger/unit.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { proposeDeductions } from '#server/documents/advances/propose-deductions.ts'
import type { DocumentInput, ItemInput } from '#server/documents/document-input.ts'
import { documentSeries } from '#server/documents/document-number.ts'
import { createFromInput } from '#server/documents/save-document.ts'
import { peekNumber } from '#server/journal/posting/number-series.ts'
import { changeState } from './act-on-order.ts'
import { decideAct } from './decide-act.ts'
import { type OpenPart, openGoods, openParts } from './open-goods.ts'
import { openPlace } from './place-of-order.ts'
import { createOrder } from './save-order.ts'
import { lockOrder, type OrderLine, orderLines, type StoredOrder } from './stored-order.ts'

/**
 * A draft of all that is still open of an order, with its prices, discounts and taxes; what of it is kept is decided on the draft. A
 * quotation that was sent is accepted by this. Answers the id of the draft.
 */
export async function convertOrder(
  context: Context,
  kind: OrderKind,
  target: OrderTarget,
  id: number,
  version: number | undefined,
): Promise<number> {
  const stored = await lockOrder(context, kind, id, version)
  requireAnyOf(context, orders[kind.name].calls.read.admission)
  await requireAgreed(context, kind, stored)
  const content = await contentOf(context, stored, undefined, stored.place_id)
  if (target === 'sales_order')
    return createOrder(context, orderKinds.sales_order, {
      ...content,
      order_date: context.today,
      until_date: null,
      po_number: stored.po_number,
      notes: stored.notes,
    })
  return createDocumentOf(context, target === 'bill' ? purchases : sales, stored, content)
}

/** A draft of what was moved by a note and waits for its invoice or bill, with the prices of its order. Answers the id of the draft. */
export async function convertGoods(context: Context, kind: OrderKind, order: number, note: number): Promise<number> {
  requireAnyOf(context, orders[kind.name].calls.read.admission)
  const stored = await lockOrder(context, kind, order, undefined)
  const moved = await context.db.selectFrom('goods_notes').select('place_id').where('id', '=', note).executeTakeFirst()
  return createDocumentOf(context, kind.side, stored, await contentOf(context, stored, note, moved?.place_id ?? null))
}

/** What is still open of an order, with its prices, discounts and taxes; with `note` only what that note moved of it. */
async function contentOf(
  context: Context,
  stored: StoredOrder,
  note: number | undefined,
  place: number | null,
): Promise<Content> {
  const lines = await orderLines(context, stored.id)
  const decimals = await decimalsOf(context, stored.currency_id)
  const goods = await openGoods(
    context,
    lines.map(({ id }) => id),
    note,
  )
  const open = openParts(lines, goods, note !== undefined)
  if (open.length === 0) throw new Refusal('order_nothing_open', { field: 'items' })
  const days = new Set(open.map(({ goods: moved }) => moved?.note_date))
  const [day] = days
  return {
    party_id: stored.party_id,
    branch_id: stored.branch_id,
    place_id: await openPlace(context, place),
    currency_id: stored.currency_id,
    tax_id: stored.tax_id,
    prices_include_tax: stored.prices_include_tax,
    ...discountOf(stored, lines, open, decimals),
    payment_terms: stored.payment_terms,
    // One day of delivery is the day of the supply.
    ...(stored.party_kind === 'customer' && days.size === 1 && day && { supply_date: day }),
    items: itemsOf(open, decimals),
  }
}

/** Who may make the one may neither read nor accept the other by that. */
export function requireAnyOf({ session }: Context, wanted: readonly string[]): void {
  if (!holdsAny(session.authority, wanted)) throw new Refusal('not_permitted')
}

export async function requireAgreed(context: Context, { name }: OrderKind, stored: StoredOrder): Promise<void> {
  const { state } = stored
  if (state === 'accepted' || state === 'confirmed') return
  if (state === 'closed') throw new Refusal('order_closed', { field: 'status', params: { number: stored.number } })
  if (name !== 'quotation' || state !== 'sent')
    throw new Refusal('order_not_agreed', { field: 'status', params: { number: stored.number } })
  requireAnyOf(context, [orders[name].permissions.update])
  const now = { today: context.today, now: context.services.clock.now() }
  await changeState(context, stored, decideAct('accept', { ...stored, is_taken: false }, {}, now))
}

export async function decimalsOf({ db }: Context, id: number): Promise<number> {
  const { decimals } = await db
    .selectFrom('currencies')
    .select('decimals')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return decimals
}

function itemsOf(open: readonly OpenPart[], decimals: number): ItemInput[] {
  const before = new Map<number, Decimal>()
  return open.map((part) => {
    const { id, taken, returned } = part.line
    const until = before.get(id) ?? decimal(taken).plus(returned)
    before.set(id, until.plus(part.much))
    return itemOf(part, until, decimals)
  })
}

function itemOf({ line, much, goods }: OpenPart, taken: Decimal, decimals: number): ItemInput {
  const part = { quantity: line.quantity, taken, much }
  return {
    product_id: line.product_id,
    product_name: line.product_name,
    ...statedPart(line, much),
    tax_id: line.tax_id,
    tax_rate: line.tax_rate,
    cost_center_id: line.cost_center_id,
    discount_amount: line.discount_amount && text(shareOfRow(line.discount_amount, part, decimals)),
    discount_percent: line.discount_percent,
    order_line_id: line.id,
    goods_line_id: goods?.id ?? null,
  }
}

/** In the unit of the row where what is open is exact in it; otherwise in the product's own, at its part of the price. */
export function statedPart({ product_unit_id, unit_content, price }: OrderLine, much: Decimal) {
  const quantity = text(much)
  if (unit_content === null) return { quantity, price }
  const unit_quantity = inUnit(much, unit_content)
  return unit_quantity === null
    ? { quantity, product_unit_id: null, price: text(priceOfBase(price, unit_content)) }
    : { quantity, product_unit_id, unit_quantity, unit_content, price }
}

/** Of a discount of the whole order, the part of what is open: by the value of its rows before it. */
function discountOf(
  { discount_amount, discount_percent }: StoredOrder,
  lines: readonly OrderLine[],
  open: readonly OpenPart[],
  decimals: number,
) {
  if (discount_amount === null) return { discount_amount, discount_percent }
  const whole = sum(lines.map((line) => decimal(line.net).plus(line.discount_share)))
  const worthOf = (line: OrderLine, taken: Numeric, much: Numeric) =>
    shareOfRow(decimal(line.net).plus(line.discount_share), { quantity: line.quantity, taken, much }, 6)
  const done = (line: OrderLine) => decimal(line.taken).plus(line.returned)
  const taken = sum(lines.map((line) => worthOf(line, 0, done(line))))
  const much = sum(
    lines.map((line) =>
      worthOf(line, done(line), sum(open.filter((part) => part.line === line).map((part) => part.much))),
    ),
  )
  const share = shareOfRow(discount_amount, { quantity: whole, taken, much }, decimals)
  return { discount_amount: text(share), discount_percent: null }
}

type Content = Pick<
  DocumentInput,
  | 'party_id'
  | 'branch_id'
  | 'place_id'
  | 'currency_id'
  | 'tax_id'
  | 'prices_include_tax'
  | 'discount_amount'
  | 'discount_percent'
> &
  Pick<DocumentInput, 'payment_terms' | 'supply_date' | 'items'>

/** The order, and the quotations that it was made of: an advance may be of either. */
async function ordersWithAdvances({ db }: Context, id: number): Promise<number[]> {
  const taken = await db
    .selectFrom('order_lines')
    .select('source_line_id')
    .where('order_id', '=', id)
    .where('source_line_id', 'is not', null)
    .execute()
  if (taken.length === 0) return [id]
  const ids = taken.flatMap(({ source_line_id }) => source_line_id ?? [])
  const sources = await db.selectFrom('order_lines').select('order_id').distinct().where('id', 'in', ids).execute()
  return [id, ...sources.map(({ order_id }) => order_id)]
}

async function createDocumentOf(context: Context, side: Side, stored: StoredOrder, content: Content): Promise<number> {
  const { db, today } = context
  const terms = await db
    .selectFrom('parties')
    .select('payment_terms_days')
    .where('id', '=', stored.party_id)
    .executeTakeFirst()
  const isBill = side.document === 'bill'
  // A supplier's number is known only to the supplier: until it is typed, order and day tell the drafts apart.
  const number = isBill ? `${stored.number} / ${today}` : await peekNumber(db, documentSeries('invoice', today))
  const made = await createFromInput(context, side, {
    ...content,
    number,
    proposed_number: number,
    date: today,
    due_date: addDays(today, terms?.payment_terms_days ?? 0),
    po_number: isBill ? stored.number : stored.po_number,
    status: 'draft',
    version: undefined,
    advances: undefined,
  })
  if (!isBill) await proposeDeductions(context, made, await ordersWithAdvances(context, stored.id))
  return made
}
