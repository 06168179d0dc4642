import { sql } from 'kysely'
import { printedExemption } from '#contract/e-invoice/exemption-reasons.ts'
import { type OrderKind, orderKinds } from '#contract/orders/order-kinds.ts'
import { text } from '#ledger/money.ts'
import { rowsInBaseUnit, unitColumns } from '#server/catalog/units/row-units.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { sentFields } from '#server/core/sent-fields.ts'
import { completeInput } from '#server/documents/defaults/document-defaults.ts'
import { type Facts, loadFacts } from '#server/documents/document-facts.ts'
import type { DocumentInput } from '#server/documents/document-input.ts'
import { orderRowErrors, type Taker } from '#server/documents/order-rows.ts'
import { type Series, seriesPrefixes, takeNumber, takeOver } from '#server/journal/posting/number-series.ts'
import { asDocument, type OrderInput } from './order-input.ts'
import { lockOf } from './order-status.ts'
import { lockOrder, orderInputOf, orderLines, type StoredOrder } from './stored-order.ts'

type Whole = { input: OrderInput; content: DocumentInput; facts: Facts }

/** A new draft. Its number is the next of its series, or the one that an import brings. Answers its id. */
export async function createOrder(context: Context, kind: OrderKind, input: OrderInput, own?: string): Promise<number> {
  const whole = await checked(context, kind, input, null, null)
  const series = { kind: kind.name, prefix: seriesPrefixes[kind.name], date: input.order_date }
  const number = await numberOf(context, series, own)
  const { id } = await context.db
    .insertInto('orders')
    .values({
      ...columnsOf(whole),
      kind: kind.name,
      number,
      party_kind: kind.side.party,
      created_by: context.session.user_id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertLines(context, id, whole)
  return id
}

async function numberOf(context: Context, series: Series, own: string | undefined): Promise<string> {
  if (own === undefined) return takeNumber(context, series)
  await takeOver(context, series, own)
  return own
}

/** A draft is rewritten; what was sent, confirmed or answered is reopened first. */
export async function updateOrder(context: Context, kind: OrderKind, id: number, input: OrderInput): Promise<void> {
  const stored = await lockOrder(context, kind, id, input.version)
  requireDraft(stored)
  const lines = await orderLines(context, id)
  const before = orderInputOf(stored, lines)
  const whole = await checked(context, kind, { ...unsentFields(before), ...sentFields(input) }, before, id)
  await context.db.deleteFrom('order_lines').where('order_id', '=', id).execute()
  await context.db
    .updateTable('orders')
    .set({ ...columnsOf(whole), version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
  // A row keeps its id as long as it keeps its place.
  await insertLines(context, id, whole, new Map(lines.map((line) => [line.line_number, line.id])))
}

/** A draft is deleted, and what it took of a quotation is open again. */
export async function removeOrder(context: Context, kind: OrderKind, id: number): Promise<void> {
  const stored = await lockOrder(context, kind, id, undefined)
  requireDraft(stored)
  await context.db.deleteFrom('orders').where('id', '=', id).execute()
}

function requireDraft(stored: StoredOrder): void {
  const code = lockOf(stored)
  if (code) throw new Refusal(code, { field: 'status' })
}

/** What an update does not name stays. */
const unsentFields = ({ until_date, po_number, payment_terms, notes }: OrderInput) => ({
  until_date,
  po_number,
  payment_terms,
  notes,
})

async function checked(
  context: Context,
  kind: OrderKind,
  input: OrderInput,
  before: OrderInput | null,
  id: number | null,
): Promise<Whole> {
  const sent = { ...asDocument(input), items: await rowsInBaseUnit(context, input.items) }
  const content = completeInput(context, sent, before && asDocument(before))
  if (input.until_date && input.until_date < input.order_date)
    throw new Refusal('until_before_date', { field: kind.untilField })
  const errors = await orderRowErrors(context, takerOfOrder(kind, id), content)
  if (Object.keys(errors).length > 0) throw new Refusal('invalid_input', { errors })
  // The links of its rows are those of an order: a document would not take them.
  const rows = content.items.map(({ order_line_id: _, ...item }) => item)
  const stored = before ? asDocument(before) : undefined
  const purpose = { mayBeBlocked: true, ...(stored && { stored }) }
  const facts = await loadFacts(context, kind.side, { ...content, items: rows }, purpose)
  return { input, content, facts }
}

/** Only a sales order takes something: rows of a quotation. */
const takerOfOrder = ({ name, side }: OrderKind, id: number | null): Taker => ({
  by: 'taker_order_id',
  id,
  partyField: side.partyField,
  takes: name === orderKinds.sales_order.name ? { quotation: 'accepted' } : {},
})

function columnsOf({ input, content, facts }: Whole) {
  const { totals } = facts
  const { discount_amount = null, discount_percent = null, prices_include_tax = false } = content
  return {
    order_date: input.order_date,
    until_date: input.until_date ?? null,
    party_id: input.party_id,
    branch_id: input.branch_id,
    place_id: facts.place.id,
    currency_id: input.currency_id,
    tax_id: input.tax_id,
    discount_amount,
    discount_percent,
    prices_include_tax,
    discount: text(totals.discount),
    subtotal: text(totals.subtotal),
    tax: text(totals.tax),
    total: text(totals.total),
    taxes: JSON.stringify(taxesOf(facts)),
    po_number: input.po_number ?? null,
    payment_terms: input.payment_terms ?? null,
    notes: input.notes ?? null,
  }
}

const taxesOf = ({ totals, rowTaxes, tax: usual }: Facts) =>
  totals.taxes.map((tax) => {
    const own = rowTaxes.find(({ id }) => String(id) === tax.key) ?? usual
    return {
      tax_id: Number(tax.key),
      category: own.category,
      rate: text(tax.rate),
      assessed_rate: own.reverse_charge ? own.rate : null,
      ...printedExemption(own),
      base: text(tax.base),
      discount: text(tax.discount),
      tax: text(tax.tax),
    }
  })

async function insertLines(
  { db }: Context,
  order_id: number,
  { content, facts }: Whole,
  ids: ReadonlyMap<number, number> = new Map(),
): Promise<void> {
  const rows = content.items.map((item, index) => {
    const product = facts.products.get(item.product_id)
    const totals = facts.totals.lines[index]
    const tax = facts.rowTaxes[index]
    if (!product || !totals || !tax) throw new Error('a row without its product, tax or totals')
    const typed = item.product_name
    const own = typed && typed !== product.name && typed !== product.name_en ? typed : null
    return {
      id: ids.get(index + 1) ?? sql<number>`DEFAULT`,
      order_id,
      line_number: index + 1,
      product_id: item.product_id,
      source_line_id: item.order_line_id ?? null,
      product_name: own ?? product.name,
      product_name_en: own ? null : product.name_en,
      quantity: item.quantity,
      ...unitColumns(item),
      price: item.price,
      cost_center_id: item.cost_center_id ?? null,
      tax_id: tax.id,
      tax_rate: tax.reverse_charge ? '0' : item.tax_rate,
      discount_amount: item.discount_amount ?? null,
      discount_percent: item.discount_percent ?? null,
      discount: text(totals.discount),
      discount_share: text(totals.discount_share),
      net: text(totals.net),
      tax: text(totals.tax),
      tax_share: text(totals.tax_share),
    }
  })
  await db.insertInto('order_lines').values(rows).execute()
}
