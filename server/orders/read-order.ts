import { type Selectable, sql } from 'kysely'
import { printedAddress } from '#contract/fields/national-address.ts'
import { type OrderKind, orderKinds } from '#contract/orders/order-kinds.ts'
import type { IssuedPaper } from '#contract/paper/issued-paper.ts'
import { decimal, text } from '#ledger/money.ts'
import { netPrice } from '#ledger/totals.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/db/schema.ts'
import {
  branchOf,
  currencyHeaderSql,
  type Heads,
  organizationOf,
  partyHeaderSql,
  placeHeaderSql,
} from '#server/documents/document-header-sql.ts'
import { shownNumber } from '#server/documents/document-number.ts'
import { keepPaper, paperOf } from '#server/journal/issued-papers.ts'
import { availabilityOf } from './availability.ts'
import { toKindFields } from './order-input.ts'
import { lockOf, openTotal, progressOf, statusOf } from './order-status.ts'

type ItemRow = {
  id: number
  line_number: number
  product_id: number
  product_name: string
  product_name_en: string | null
  unit: string
  unit_en: string | null
  /** In the product's own unit, as what follows. */
  quantity: string
  product_unit_id: number | null
  unit_quantity: string | null
  unit_content: string | null
  base_unit: string
  base_unit_en: string | null
  taken: string
  delivered: string
  returned: string
  is_goods: boolean
  on_hand: string | null
  available: string | null
  price: string
  tax_id: number | null
  tax_rate: string
  discount_amount: string | null
  discount_percent: string | null
  discount: string
  discount_share: string
  net: string
  tax: string
  tax_share: string
  cost_center_id: number | null
  cost_center_name: string | null
  cost_center_name_en: string | null
  order_line_id: number | null
}
type DocumentLink = {
  kind: string
  id: number
  number: string | null
  draft_number: string | null
  date: string
  status: string
  total: string
}
type OrderLink = DocumentLink & { state: string; until_date: string | null }
type OrderRow = Selectable<Database['orders']> &
  Heads & {
    items: ItemRow[]
    sources: OrderLink[]
    orders_of: OrderLink[]
    documents_of: DocumentLink[]
    /** As it was accepted. */
    paper: IssuedPaper['order'] | null
  }

/** Writes down what the paper of a quotation says in addition to its rows, which never change from then on. */
export async function keepAcceptedPaper(context: Context, id: number): Promise<void> {
  const row = await queryOrder(context, orderKinds.quotation, id)
  if (!row) throw new Refusal('not_found')
  const { organization, party, branch, currency, items } = row
  const units = items.map(({ line_number, unit, unit_en }) => ({ line_number, unit, unit_en }))
  const paper: IssuedPaper['order'] = { organization, party, branch, currency, units }
  keepPaper(context, { kind: 'quotation', id, revision: 1 }, paper)
}

/** An order with everything its form and its paper show; an accepted quotation as it was accepted. */
export async function readOrder(context: Context, kind: OrderKind, id: number) {
  const row = await queryOrder(context, kind, id)
  if (!row) throw new Refusal('not_found')
  return toKindFields(kind, shown(context, row.paper ? { ...row, ...answeredBy(row.paper, row) } : row))
}

function answeredBy({ units, ...heads }: IssuedPaper['order'], { items }: OrderRow) {
  const named = new Map(units.map(({ line_number, ...unit }) => [line_number, unit]))
  return { ...heads, items: items.map((item) => ({ ...item, ...named.get(item.line_number) })) } as Partial<OrderRow>
}

function shown({ today }: Context, { documents_of, orders_of, ...row }: OrderRow) {
  const taken = row.items.map((item) => ({ quantity: item.quantity, taken: doneOf(item), total: totalOf(item) }))
  const named = ({ state, until_date, ...link }: OrderLink) => ({
    ...link,
    status: statusOf({ kind: link.kind, state, until_date }, today),
  })
  return {
    ...row,
    status: statusOf(row, today),
    progress: progressOf(taken),
    open_total: openTotal(row.state, taken, row.currency.decimals),
    locked_because: lockOf(row),
    party: { ...row.party, address: printedAddress(row.party) },
    branch: { ...row.branch, address: printedAddress(row.branch) },
    items: row.items.map((item) => shownItem(item, row.prices_include_tax)),
    sources: row.sources.map(named),
    followers: [...orders_of.map(named), ...documents_of.map((link) => ({ ...link, number: shownNumber(link) }))],
  }
}

const doneOf = ({ taken, returned }: ItemRow) => text(decimal(taken).plus(returned))
const totalOf = ({ net, tax_share }: ItemRow) => text(decimal(net).plus(tax_share))

/** A row's net is printed before its share of the discount of the whole. */
function shownItem({ net: after, unit_quantity, ...row }: ItemRow, includesTax: boolean) {
  const net = decimal(after).plus(row.discount_share)
  return {
    ...row,
    quantity: unit_quantity ?? row.quantity,
    base_quantity: row.quantity,
    net: text(net),
    net_price: text(netPrice(row.price, row.tax_rate, includesTax)),
    item_name: row.product_name,
    item_name_en: row.product_name_en,
    total: text(net.plus(row.tax)),
    open: text(decimal(row.quantity).minus(row.taken).minus(row.returned)),
    undelivered: row.is_goods ? text(decimal(row.quantity).minus(row.delivered)) : '0',
  }
}

/** The products of its rows, in its place. */
const stockOfOrder = (own: number, id: number) => ({
  products: sql`SELECT line.product_id FROM order_lines AS line WHERE line.organization_id = ${own} AND line.order_id = ${id}`,
  place: sql`(SELECT stocked.place_id FROM orders AS stocked WHERE stocked.organization_id = ${own} AND stocked.id = ${id})`,
})

async function queryOrder({ db, session }: Context, { name }: OrderKind, id: number): Promise<OrderRow | undefined> {
  const own = session.organization_id
  const order = sql`json_build_object('kind', other.kind, 'id', other.id, 'number', other.number, 'date', other.order_date,
      'state', other.state, 'until_date', other.until_date, 'total', other.total::text)`
  const { rows } = await sql<OrderRow>`
    WITH stock AS MATERIALIZED (${availabilityOf(session, stockOfOrder(own, id))})
    SELECT document.*, ${organizationOf(own)} AS organization, ${partyHeaderSql(own, sql`party.id = document.party_id`)} AS party,
      ${branchOf(own, sql`document.branch_id`)} AS branch, ${placeHeaderSql(own, sql`document.place_id`)} AS place, ${currencyHeaderSql(sql`document.currency_id`)} AS currency,
      coalesce((SELECT json_agg(json_build_object('id', line.id, 'line_number', line.line_number, 'product_id', line.product_id,
          'product_name', line.product_name, 'product_name_en', line.product_name_en, 'unit', unit.name, 'unit_en', unit.name_en,
          'base_unit', base.name, 'base_unit_en', base.name_en, 'product_unit_id', line.product_unit_id,
          'unit_quantity', line.unit_quantity::text, 'unit_content', line.unit_content::text, 'quantity', line.quantity::text, 'taken', line.taken::text, 'delivered', line.delivered::text,
          'returned', line.returned::text, 'is_goods', (SELECT key <> 'service' FROM product_types WHERE id = product.product_type_id),
          'on_hand', stock.on_hand, 'available', stock.available, 'price', line.price::text, 'tax_id', line.tax_id,
          'tax_rate', line.tax_rate::text, 'discount_amount', line.discount_amount::text, 'discount_percent', line.discount_percent::text,
          'discount', line.discount::text, 'discount_share', line.discount_share::text, 'net', line.net::text, 'tax', line.tax::text,
          'tax_share', line.tax_share::text, 'cost_center_id', line.cost_center_id, 'cost_center_name', center.name,
          'cost_center_name_en', center.name_en, 'order_line_id', line.source_line_id) ORDER BY line.line_number)
        FROM order_lines AS line
        JOIN products AS product ON product.organization_id = ${own} AND product.id = line.product_id
        LEFT JOIN product_units AS stated ON stated.organization_id = ${own} AND stated.id = line.product_unit_id
        JOIN units AS base ON base.organization_id = ${own} AND base.id = product.unit_id
        JOIN units AS unit ON unit.organization_id = ${own} AND unit.id = coalesce(stated.unit_id, product.unit_id)
        LEFT JOIN stock ON stock.product_id = line.product_id
        LEFT JOIN cost_centers AS center ON center.organization_id = ${own} AND center.id = line.cost_center_id
        WHERE line.organization_id = ${own} AND line.order_id = document.id), '[]') AS items,
      coalesce((SELECT json_agg(${order} ORDER BY other.id) FROM orders AS other
        WHERE other.organization_id = ${own} AND other.id IN (SELECT link.order_id FROM order_links AS link
          WHERE link.organization_id = ${own} AND link.taker_order_id = document.id
          GROUP BY link.order_id HAVING sum(link.quantity) > 0)), '[]') AS sources,
      coalesce((SELECT json_agg(${order} ORDER BY other.id) FROM orders AS other
        WHERE other.organization_id = ${own} AND other.id IN (SELECT link.taker_order_id FROM order_links AS link
          WHERE link.organization_id = ${own} AND link.order_id = document.id AND link.taker_order_id IS NOT NULL
          GROUP BY link.taker_order_id HAVING sum(link.quantity) > 0)), '[]') AS orders_of,
      coalesce((SELECT json_agg(json_build_object('kind', made.kind, 'id', made.id, 'number', made.number, 'draft_number', made.draft_number,
          'date', made.document_date, 'status', made.status, 'total', made.total::text) ORDER BY made.id) FROM documents AS made
        WHERE made.organization_id = ${own} AND (made.advance_order_id = document.id AND made.state <> 'void' OR made.id IN (SELECT link.document_id FROM order_links AS link
          WHERE link.organization_id = ${own} AND link.order_id = document.id AND link.document_id IS NOT NULL
          GROUP BY link.document_id HAVING sum(link.quantity) > 0))), '[]') AS documents_of,
      ${paperOf(own, sql`document.kind`, sql`document.id`)} AS paper
    FROM orders AS document
    WHERE document.organization_id = ${own} AND document.id = ${id} AND document.kind = ${name}`.execute(db)
  return rows[0]
}
