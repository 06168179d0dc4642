import { type RawBuilder, sql } from 'kysely'
import { holdsAny } from '#contract/access/permissions.ts'
import type { Side } from '#contract/documents/sides.ts'
import type { FieldErrors } from '#contract/issues.ts'
import type { OrderKindName } from '#contract/orders/order-kinds.ts'
import { orders } from '#contract/orders/orders.ts'
import { type Decimal, decimal, text, zero } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { known, type Need } from '#server/core/needs.ts'
import type { DocumentInput } from './document-input.ts'

/** What takes rows of orders: a document, or a sales order that takes a quotation's. */
export type Taker = {
  /** Whether its links name it as a document or as an order; null is not written yet. */
  by: 'document_id' | 'taker_order_id'
  id: number | null
  /** The kinds of orders that it may take, and the state in which they are agreed. */
  takes: Readonly<Record<string, string>>
  partyField: string
}
const takenBy: Record<Side['document'], Taker['takes']> = {
  invoice: { quotation: 'accepted', sales_order: 'confirmed' },
  bill: { purchase_order: 'confirmed' },
  advance_invoice: {},
}
export const takerOf = (side: Side, id: number | null): Taker => ({
  by: 'document_id',
  id,
  takes: takenBy[side.document],
  partyField: side.partyField,
})

type OrderRow = {
  id: number
  order_id: number
  kind: OrderKindName
  number: string
  state: string
  party_id: number
  currency_id: number
  product_id: number
  quantity: string
  taken: string
  delivered: string
  returned: string
  /** What the taker has of it already, and what of that it delivered itself. */
  own: string
  own_delivered: string
}
export type TakenOrder = { id: number; kind: string; number: string }
type Taking = Pick<DocumentInput, 'party_id' | 'currency_id' | 'items'>

type OrderRows = ReadonlyMap<number, OrderRow>

/** The rows of orders that an input takes, locked in the order of their ids. */
export const orderRowsOf = (taker: Taker, input: Taking): Need<OrderRows> => {
  const ids = [...quantitiesOf(input).keys()]
  return ids.length === 0
    ? known(new Map())
    : { lock: 'records', load: (context) => lockOrderRows(context, taker, ids) }
}

/** The quotations and orders of such rows. */
export function takenOrders(rows: OrderRows): TakenOrder[] {
  const orders = new Map([...rows.values()].map(({ order_id: id, kind, number }) => [id, { id, kind, number }]))
  return [...orders.values()].sort((a, b) => a.id - b.id)
}

/** The same errors for a rule that is not planned. */
export const orderRowErrors = async (context: Context, taker: Taker, input: Taking): Promise<FieldErrors> =>
  orderRowProblems(await orderRowsOf(taker, input).load(context), taker, input)

/**
 * The errors of rows that take rows of orders: never more than is open, counting what is being saved. The rows of the orders stay locked
 * until the transaction ends; the check of the database is the last word.
 */
export function orderRowProblems(rows: OrderRows, taker: Taker, input: Taking): FieldErrors {
  const wanted = quantitiesOf(input)
  const moved = quantitiesOf({ ...input, items: input.items.filter(({ goods_line_id }) => !goods_line_id) })
  const errors: FieldErrors = {}
  for (const [index, item] of input.items.entries()) {
    if (!item.order_line_id) continue
    const row = rows.get(item.order_line_id)
    const much = { wanted: wanted.get(item.order_line_id) ?? zero, moved: moved.get(item.order_line_id) ?? zero }
    const problem = row ? problemOf(row, taker, input, much, !item.goods_line_id) : unknown
    if (row && !problem && row.product_id !== item.product_id)
      errors[`items.${index}.product_id`] = { code: 'order_other_product', params: { number: row.number } }
    if (problem) errors[problem.field ?? `items.${index}.${problem.column}`] = problem.error
  }
  return errors
}

const unknown = { field: undefined, column: 'order_line_id', error: { code: 'unknown_reference' } }

type Much = { wanted: Decimal; moved: Decimal }

function problemOf(row: OrderRow, taker: Taker, input: Taking, { wanted, moved }: Much, moves: boolean) {
  const params = { number: row.number }
  const agreed = taker.takes[row.kind]
  if (agreed === undefined) return unknown
  if (row.party_id !== input.party_id)
    return { field: taker.partyField, column: '', error: { code: 'order_other_party', params } }
  if (row.currency_id !== input.currency_id)
    return { field: 'currency_id', column: '', error: { code: 'order_other_currency', params } }
  const isMore = wanted.gt(row.own)
  if (isMore && row.state !== agreed) {
    const code = row.state === 'closed' ? 'order_closed' : 'order_not_agreed'
    return { field: undefined, column: 'quantity', error: { code, params } }
  }
  const open = decimal(row.quantity).minus(row.taken).minus(row.returned).plus(row.own)
  if (wanted.gt(open)) return exceeded('order_exceeded', params, open)
  // Goods that were delivered leave no second time: what is invoiced of them is a row of their delivery note.
  const undelivered = decimal(row.quantity).minus(row.delivered).plus(row.own_delivered)
  if (moves && moved.gt(undelivered)) return exceeded('order_delivered', params, undelivered)
  return undefined
}

const exceeded = (code: string, params: { number: string }, open: Decimal) => ({
  field: undefined,
  column: 'quantity',
  error: { code, params: { ...params, open: text(open) } },
})

/** Several rows may take one row: what counts is their sum. */
function quantitiesOf({ items }: Taking): Map<number, Decimal> {
  const sums = new Map<number, Decimal>()
  for (const { order_line_id, quantity } of items)
    if (order_line_id) sums.set(order_line_id, (sums.get(order_line_id) ?? zero).plus(quantity))
  return sums
}

/**
 * In one order of ids, and an order before its rows, so that two takers never wait for each other in a circle. Only rows of orders that
 * the user may read, and those that the document takes already.
 */
async function lockOrderRows({ db, session }: Context, { by, id }: Taker, ids: readonly number[]) {
  const ownOf = (what: RawBuilder<unknown>) => sql`coalesce((SELECT sum(${what}) FROM order_links AS link
    WHERE link.organization_id = ${session.organization_id} AND link.order_line_id = line.id AND ${sql.ref(`link.${by}`)} = ${id}::bigint), 0)::text`
  const { rows } = await sql<OrderRow>`
    SELECT line.id, line.order_id, owner.kind, owner.number, owner.state, owner.party_id, owner.currency_id, line.product_id,
      line.quantity::text AS quantity, line.taken::text AS taken, line.delivered::text AS delivered, line.returned::text AS returned,
      ${ownOf(sql`link.quantity`)} AS own, ${ownOf(sql`link.delivered`)} AS own_delivered
    FROM order_lines AS line
    JOIN orders AS owner ON owner.organization_id = ${session.organization_id} AND owner.id = line.order_id
    WHERE line.organization_id = ${session.organization_id} AND line.id = ANY (${ids}::bigint[])
    ORDER BY line.id FOR SHARE OF owner FOR UPDATE OF line`.execute(db)
  const isShown = ({ kind, own }: OrderRow) =>
    decimal(own).gt(0) || holdsAny(session.authority, orders[kind].calls.read.admission)
  return new Map(rows.filter(isShown).map((row) => [row.id, row]))
}
