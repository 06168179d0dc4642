import { orderKinds } from '#contract/orders/order-kinds.ts'
import { text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { OrderInput } from './order-input.ts'
import { type ProductToBuy, productsToBuy } from './products-to-buy.ts'
import { createOrder } from './save-order.ts'

/** As many rows as an order has. */
const rowsMaximum = 500

/** A draft of a purchase order for each supplier of what is to be bought, at the purchase prices of the products. */
export async function reorder(context: Context) {
  // Two who order at once wait for each other: the second finds what the first has ordered.
  await context.db.selectFrom('organizations').select('organization_id').forUpdate().execute()
  const all = await productsToBuy(context)
  if (all.length === 0) throw new Refusal('nothing_to_buy')
  const known = all.filter(({ supplier }) => supplier !== null)
  if (known.length === 0) throw new Refusal('no_supplier_to_order_from')
  const ids: number[] = []
  for (const own of Map.groupBy(known, ({ supplier }) => supplier?.id).values())
    for (let first = 0; first < own.length; first += rowsMaximum)
      ids.push(
        await createOrder(context, orderKinds.purchase_order, orderOf(context, own.slice(first, first + rowsMaximum))),
      )
  const orders = await context.db
    .selectFrom('orders')
    .select(['id', 'number'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
  return { orders, without_supplier: all.length - known.length }
}

function orderOf({ today, session }: Context, rows: readonly ProductToBuy[]): OrderInput {
  const [{ supplier, branch_id, tax_id }] = rows as [ProductToBuy]
  return {
    order_date: today,
    party_id: supplier?.id as number,
    branch_id: branch_id as number,
    currency_id: session.organization.currency_id,
    tax_id: tax_id as number,
    cost_center_id: undefined,
    prices_include_tax: false,
    discount_amount: undefined,
    discount_percent: undefined,
    items: rows.map((row) => ({
      product_id: row.product_id,
      quantity: text(row.proposed),
      price: row.purchase_price,
      tax_rate: row.tax_rate ?? '0',
      // A tax of the row's own, where it differs from that of the order.
      tax_id: row.row_tax_id ?? (row.tax_id === tax_id ? undefined : row.tax_id),
    })),
  }
}
