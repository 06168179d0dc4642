import type { OrderKind } from '#contract/orders/order-kinds.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { OrderInput } from './order-input.ts'

export type StoredOrder = Awaited<ReturnType<typeof lockOrder>>

/** The row of an order, locked, after the version was compared with what the editor had in hand. */
export async function lockOrder({ db }: Context, { name }: OrderKind, id: number, version: number | undefined) {
  const row = await db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', id)
    .where('kind', '=', name)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  if (version !== undefined && version !== row.version) throw new Refusal('stale_version')
  return row
}

export const orderLines = ({ db }: Context, id: number) =>
  db.selectFrom('order_lines').selectAll().where('order_id', '=', id).orderBy('line_number').execute()

export type OrderLine = Awaited<ReturnType<typeof orderLines>>[number]

/** A stored order as the input that would make it again. */
export function orderInputOf(stored: StoredOrder, lines: readonly OrderLine[]): OrderInput {
  return {
    order_date: stored.order_date,
    until_date: stored.until_date,
    party_id: stored.party_id,
    branch_id: stored.branch_id,
    place_id: stored.place_id,
    currency_id: stored.currency_id,
    tax_id: stored.tax_id,
    prices_include_tax: stored.prices_include_tax,
    discount_amount: stored.discount_amount,
    discount_percent: stored.discount_percent,
    po_number: stored.po_number,
    payment_terms: stored.payment_terms,
    notes: stored.notes,
    items: lines.map((line) => ({
      product_id: line.product_id,
      product_name: line.product_name,
      quantity: line.quantity,
      product_unit_id: line.product_unit_id,
      unit_quantity: line.unit_quantity,
      unit_content: line.unit_content,
      price: line.price,
      tax_id: line.tax_id,
      tax_rate: line.tax_rate,
      cost_center_id: line.cost_center_id,
      discount_amount: line.discount_amount,
      discount_percent: line.discount_percent,
      order_line_id: line.source_line_id,
    })),
  }
}
