import { fieldOf } from '#contract/documents/sides.ts'
import { type OrderKindName, orderKinds } from '#contract/orders/order-kinds.ts'
import type { orders } from '#contract/orders/orders.ts'
import type { RecordOf, RowOf } from '../api/resource.ts'

export type OrderRow = RowOf<(typeof orders)['quotation']>
export type Order = RecordOf<(typeof orders)['quotation']>

type Party = Order['customer']
/** The customer or the supplier of an order, and its last day, as its kind spells them. */
export const partyOf = (name: OrderKindName, order: Order): Party => fieldOf<Party>(order, orderKinds[name].side.party)
export const untilOf = (name: OrderKindName, order: object): string | null =>
  (order as Record<string, string | null>)[orderKinds[name].untilField] ?? null
