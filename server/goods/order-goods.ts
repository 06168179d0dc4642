import { sql } from 'kysely'
import { holdsAny } from '#contract/access/permissions.ts'
import type { GoodsKind } from '#contract/goods/goods-kinds.ts'
import type { FieldErrors } from '#contract/issues.ts'
import { orders } from '#contract/orders/orders.ts'
import { type Decimal, decimal, text, zero } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import type { Need } from '#server/core/needs.ts'
import { exchangeRateOn } from '#server/organization/exchange-rate-on.ts'

/** A row of an order as its goods move: what was agreed of it, and what moved. */
export type OrderGoods = {
  id: number
  number: string
  kind: string
  state: string
  party_id: number
  party_status: string
  branch_id: number
  currency_id: number
  decimals: number
  /** Base currency for one of the order's on the day of the note; null where the organization has none. */
  rate: string | null
  product_id: number
  product_name: string
  product_name_en: string | null
  product_status: string
  is_service: boolean
  unlimited_quantity: boolean
  quantity: string
  delivered: string
  net: string
}
export type OrderGoodsRows = ReadonlyMap<number, OrderGoods>
type Moving = { note_date: string; items: readonly { order_line_id: number; quantity: string }[] }

/** Rows of orders, locked in the order of their ids, an order before its rows. */
export const orderGoodsOf = ({ note_date, items }: Moving): Need<OrderGoodsRows> => ({
  lock: 'records',
  load: async ({ db, session }) => {
    const own = session.organization_id
    const rate = exchangeRateOn(own, sql`owner.currency_id`, note_date)
    const { rows } = await sql<OrderGoods>`
      SELECT line.id, owner.number, owner.kind, owner.state, owner.party_id, party.status AS party_status, owner.branch_id, owner.currency_id,
        currency.decimals, CASE WHEN owner.currency_id = ${session.organization.currency_id}::bigint THEN '1' ELSE (${rate})::text END AS rate,
        line.product_id, line.product_name, line.product_name_en, product.status AS product_status, type.key = 'service' AS is_service,
        product.unlimited_quantity, line.quantity::text AS quantity, line.delivered::text AS delivered, line.net::text AS net
      FROM order_lines AS line
      JOIN orders AS owner ON owner.organization_id = ${own} AND owner.id = line.order_id
      JOIN currencies AS currency ON currency.id = owner.currency_id
      JOIN parties AS party ON party.organization_id = ${own} AND party.id = owner.party_id
      JOIN products AS product ON product.organization_id = ${own} AND product.id = line.product_id
      JOIN product_types AS type ON type.id = product.product_type_id
      WHERE line.organization_id = ${own} AND line.id = ANY (${items.map((item) => item.order_line_id)}::bigint[])
      ORDER BY line.id FOR SHARE OF owner FOR UPDATE OF line`.execute(db)
    return new Map(rows.map((row) => [row.id, row]))
  },
})

/** The products of these rows, as they are before they are locked. */
export async function productsOfOrder({ db }: Context, { items }: Moving): Promise<number[]> {
  const ids = items.map((item) => item.order_line_id)
  const rows = await db.selectFrom('order_lines').select('product_id').where('id', 'in', ids).execute()
  return rows.map(({ product_id }) => product_id)
}

/** The branch of the order whose goods move, and its place: one that was closed, or that the user does not keep, is not proposed. */
export async function headOfOrder({ db, session }: Context, { items }: Moving) {
  const row = await db
    .selectFrom('order_lines as line')
    .innerJoin('orders as owner', 'owner.id', 'line.order_id')
    .leftJoin('places as place', (join) =>
      join.onRef('place.id', '=', 'owner.place_id').on('place.status', '=', 'active'),
    )
    .select(['owner.branch_id', 'place.id as place_id'])
    .where('line.id', '=', items[0]?.order_line_id ?? 0)
    .executeTakeFirst()
  const place = row?.place_id ?? undefined
  const isOwn = place === undefined || session.places === null || session.places.ids.includes(place)
  return { branch_id: row?.branch_id ?? null, place_id: isOwn ? place : undefined }
}

type Asker = Pick<Context, 'session'>

/** The errors of rows that move goods of orders: all of one party, agreed, and never more than is open. */
export function orderGoodsProblems(
  asker: Asker,
  kind: GoodsKind,
  rows: OrderGoodsRows,
  { items }: Moving,
): FieldErrors {
  const errors: FieldErrors = {}
  const first = items.flatMap(({ order_line_id }) => rows.get(order_line_id) ?? [])[0]
  const mayRead = holdsAny(asker.session.authority, [
    ...orders[kind.order.name].calls.read.admission,
    ...orders[kind.order.name].calls.list.admission,
    `create-${kind.entity}`,
  ])
  for (const [index, { order_line_id }] of items.entries()) {
    const row = rows.get(order_line_id)
    const problem = row && mayRead && row.kind === kind.order.name ? problemOf(row, first ?? row, items) : unknown
    if (problem) errors[`items.${index}.${problem.column}`] = problem.error
  }
  return errors
}

const unknown = { column: 'order_line_id', error: { code: 'unknown_reference' } }

function problemOf(row: OrderGoods, first: OrderGoods, items: Moving['items']) {
  const params = { number: row.number }
  const refused = (code: string, column = 'order_line_id', more = {}) => ({
    column,
    error: { code, params: { ...params, ...more } },
  })
  if (row.party_id !== first.party_id) return refused('order_other_party')
  if (row.currency_id !== first.currency_id) return refused('order_other_currency')
  if (row.state !== 'confirmed') return refused(row.state === 'closed' ? 'order_closed' : 'order_not_agreed')
  if (row.is_service) return refused('goods_of_service')
  if (row.product_status === 'inactive') return refused('inactive_reference')
  const open = decimal(row.quantity).minus(row.delivered)
  return quantityOf(items, row.id).gt(open) ? refused('goods_over_order', 'quantity', { open: text(open) }) : undefined
}

/** Several rows may take one row: what counts is their sum. */
const quantityOf = (items: Moving['items'], row: number): Decimal =>
  items.filter(({ order_line_id }) => order_line_id === row).reduce((sum, { quantity }) => sum.plus(quantity), zero)
