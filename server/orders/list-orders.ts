import { sql } from 'kysely'
import { sumMaximum } from '#contract/documents/list-sums.ts'
import type { ListQuery } from '#contract/kit/envelope.ts'
import type { OrderKind } from '#contract/orders/order-kinds.ts'
import { orders } from '#contract/orders/orders.ts'
import { decimal, sum, text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import type { TenantDatabase } from '#server/db/tenant/transaction.ts'
import type { Answer } from '#server/http/pipeline.ts'
import { nameColumn, rowCurrencySql, withParty } from '#server/paging/party-columns.ts'
import { type AnyQuery, applyFilters, type Listing, listRows } from '#server/resource/list.ts'
import { toKindFields } from './order-input.ts'
import { isOver, openOfRows, openTotal, progressOf, statusOf, type TakenRow } from './order-status.ts'

type ListedRow = {
  kind: string
  state: string
  until_date: string | null
  party_id: number
  party: unknown
  currency: { decimals: number }
  rows: TakenRow[]
}

const done = sql`(line.taken::numeric + line.returned::numeric)`
const takenRow = sql`json_build_object('quantity', line.quantity::text, 'taken', ${done}::text,
  'total', (line.net + line.tax_share)::text)`

/** Everything a list asks of the rows of its orders, by the tenant's own number. */
function rowsOf({ session }: Context) {
  const own = sql`FROM order_lines AS line WHERE line.organization_id = ${session.organization_id} AND line.order_id = orders.id`
  const taken = sql<boolean>`EXISTS (SELECT ${own} AND ${done} > 0)`
  const open = sql<boolean>`EXISTS (SELECT ${own} AND ${done} < line.quantity::numeric)`
  return {
    progress: {
      // What still leads to a document: agreed, and not closed.
      open: sql<boolean>`orders.state IN ('accepted', 'confirmed') AND ${open}`,
      none: sql<boolean>`NOT ${taken}`,
      part: sql<boolean>`${taken} AND ${open}`,
      all: sql<boolean>`${taken} AND NOT ${open}`,
    },
    delivery: deliveryOf(session.organization_id),
    taken: sql`coalesce((SELECT json_agg(${takenRow}) ${own}), '[]')`,
  }
}

/** How much of the goods of an order moved; services never do. */
function deliveryOf(own: number) {
  const goods = sql`FROM order_lines AS line
    JOIN products AS product ON product.organization_id = ${own} AND product.id = line.product_id
    JOIN product_types AS type ON type.id = product.product_type_id
    WHERE line.organization_id = ${own} AND line.order_id = orders.id AND type.key <> 'service'`
  const moved = sql<boolean>`EXISTS (SELECT ${goods} AND line.delivered::numeric > 0)`
  const left = sql<boolean>`EXISTS (SELECT ${goods} AND line.delivered::numeric < line.quantity::numeric)`
  return {
    open: sql<boolean>`orders.state = 'confirmed' AND ${left}`,
    none: sql<boolean>`${left} AND NOT ${moved}`,
    part: sql<boolean>`${moved} AND ${left}`,
    all: sql<boolean>`${moved} AND NOT ${left}`,
  }
}

function orderListing(context: Context, { name, side, untilField }: OrderKind): Listing {
  const { today } = context
  const rows = rowsOf(context)
  const bare = (db: TenantDatabase) => db.selectFrom('orders').where('orders.kind', '=', name) as AnyQuery
  const day = sql.ref('orders.order_date')
  return {
    table: 'orders',
    from: (db) => withParty(bare(db), 'orders'),
    withoutJoins: bare,
    select: (query) =>
      query
        .selectAll('orders')
        .select([
          sql`json_build_object('id', parties.id, 'name', parties.name, 'name_en', parties.name_en)`.as('party'),
          rowCurrencySql('orders').as('currency'),
          rows.taken.as('rows'),
        ]),
    sort: {
      party: nameColumn(context),
      [side.party]: nameColumn(context),
      [untilField]: 'orders.until_date',
      status: ['orders.state', 'orders.order_date'],
      created_at: 'orders.id',
    },
    filter: {
      [side.partyField]: (query, id: number) => query.where('orders.party_id', '=', id),
      status: (query, wanted: string) => {
        if (wanted === 'expired') return query.where('orders.state', '=', 'sent').where('orders.until_date', '<', today)
        const ofState = query.where('orders.state', '=', wanted)
        return wanted === 'sent' ? ofState.where('orders.until_date', '>=', today) : ofState
      },
      progress: (query, wanted: keyof typeof rows.progress) => query.where(rows.progress[wanted]),
      delivery: (query, wanted: keyof typeof rows.delivery) => query.where(rows.delivery[wanted]),
      date_from: (query, value: string) => query.where(sql<boolean>`${day} >= ${value}::date`),
      date_to: (query, value: string) => query.where(sql<boolean>`${day} <= ${value}::date`),
      amount_from: (query, value: string) => query.where(sql<boolean>`orders.total >= ${value}::numeric`),
      amount_to: (query, value: string) => query.where(sql<boolean>`orders.total <= ${value}::numeric`),
    },
    // By the party's name too, as every list of documents.
    search: (query, pattern) =>
      query.where(
        sql<boolean>`(orders.search_text LIKE ${pattern} OR orders.party_id IN (
          SELECT party.id FROM parties AS party WHERE party.organization_id = ${context.session.organization_id} AND party.search_text LIKE ${pattern}))`,
      ),
  }
}

export async function listOrders(context: Context, kind: OrderKind, query: ListQuery): Promise<Answer> {
  const { data, meta } = await listRows(context.db, orderListing(context, kind), orders[kind.name].list, query)
  return { data: (data as ListedRow[]).map((row) => toKindFields(kind, listed(row, context.today))), meta }
}

const listed = ({ rows, ...row }: ListedRow, today: string) => ({
  ...row,
  status: statusOf(row, today),
  progress: progressOf(rows),
  open_total: openTotal(row.state, rows, row.currency.decimals),
})

type SummedRow = { id: number; currency_id: number; state: string; total: string }

/** What the orders of the filters come to by currency, and what of it is still open. */
export async function sumOrders(context: Context, kind: OrderKind, query: ListQuery): Promise<Answer> {
  const { db } = context
  const listing = orderListing(context, kind)
  const matching = applyFilters(
    (listing.withoutJoins ?? listing.from)(db, query),
    listing,
    orders[kind.name].list,
    query,
  )
  const rows = (await matching
    .select(['orders.id', 'orders.currency_id', 'orders.state', 'orders.total'])
    .limit(sumMaximum + 1)
    .execute()) as SummedRow[]
  if (rows.length > sumMaximum) return { data: { is_too_many: true, maximum: sumMaximum, sums: [] } }
  const [currencies, open] = await Promise.all([
    db.selectFrom('currencies').selectAll().execute(),
    openByCurrency(context, rows),
  ])
  const sums = [...Map.groupBy(rows, ({ currency_id }) => currency_id)].flatMap(([id, own]) => {
    const currency = currencies.find((one) => one.id === id)
    if (!currency) return []
    const { untaken, begun } = open.get(id) ?? { untaken: '0', begun: [] }
    return {
      currency,
      count: own.length,
      total: text(sum(own.map(({ total }) => total))),
      remaining: text(decimal(untaken).plus(openOfRows(begun, currency.decimals))),
    }
  })
  sums.sort((a, b) => b.count - a.count || decimal(b.total).cmp(a.total))
  return { data: { is_too_many: false, maximum: sumMaximum, sums } }
}

/** The open rows of orders: one sum of those that nothing took, and each that was taken in part, whose open part is rounded. */
async function openByCurrency({ db, session }: Context, summed: readonly SummedRow[]) {
  const openOrders = summed.filter(({ state }) => !isOver(state))
  const [ids, currencies] = [openOrders.map(({ id }) => id), openOrders.map(({ currency_id }) => currency_id)]
  const { rows } = await sql<{ currency_id: number; untaken: string; begun: TakenRow[] }>`
    SELECT asked.currency_id,
      coalesce(sum(line.net + line.tax_share) FILTER (WHERE ${done} = 0), 0)::text AS untaken,
      coalesce(json_agg(${takenRow}) FILTER (WHERE ${done} > 0), '[]') AS begun
    FROM unnest(${ids}::bigint[], ${currencies}::bigint[]) AS asked (id, currency_id)
    JOIN order_lines AS line ON line.organization_id = ${session.organization_id} AND line.order_id = asked.id
      AND ${done} < line.quantity::numeric
    GROUP BY asked.currency_id`.execute(db)
  return new Map(rows.map((row) => [row.currency_id, row]))
}
