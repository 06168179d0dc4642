import { sql } from 'kysely'
import { holdsAny } from '#contract/access/permissions.ts'
import type { ProductOverview } from '#contract/reports/overviews.ts'
import { reportPermission } from '#contract/reports/report-index.ts'
import { decimal, ratio, text } from '#ledger/money.ts'
import { priceInOwnUnit } from '#server/catalog/units/price-in-own-unit.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { entryKindLabel } from '#server/journal/history/entry-label.ts'
import { beside, sourceKind, sourceNumbers } from '../account-statement/statement-rows.ts'
import { monthlyTrade } from './monthly-trade.ts'

const movesShown = 8
/** Who buys it is found in so many of its latest rows. */
const rowsRead = 200
const buyersShown = 6

/** The page of a product: stock with its value, last moves, sales by month, who buys it; each for the users who may read it elsewhere. */
export async function showProductOverview(
  context: Context,
  id: number,
): Promise<Record<keyof ProductOverview, unknown>> {
  const may = (...keys: string[]) => holdsAny(context.session.authority, keys)
  const [product, moves, months, buyers] = await Promise.all([
    stockOf(context, id),
    may(reportPermission('stock_card')) ? lastMoves(context, id) : null,
    may(reportPermission('sales_by_product')) ? monthlyTrade(context, { name: 'sales' }, { product_id: id }) : null,
    may('list-invoice') && may('list-customer') ? lastBuyers(context, id) : null,
  ])
  if (!product) throw new Refusal('not_found')
  const { is_stocked, quantity, value } = product
  const unit_cost = decimal(quantity).eq(0) ? null : text(ratio(value, 1, quantity, 4))
  const dates = [
    moves?.[0]?.date,
    buyers
      ?.map(({ last_date }) => last_date)
      .sort()
      .at(-1),
  ]
    .filter(Boolean)
    .sort()
  return {
    stock: is_stocked && may(reportPermission('inventory_valuation')) ? { quantity, value, unit_cost } : null,
    moves: is_stocked ? moves : null,
    months,
    buyers,
    last_activity: dates.at(-1) ?? null,
  }
}

type Stock = { is_stocked: boolean; quantity: string; value: string }

async function stockOf({ db, session }: Context, id: number): Promise<Stock | undefined> {
  const own = sql`organization_id = ${session.organization_id}`
  const { rows } = await sql<Stock>`
    SELECT NOT product.unlimited_quantity AND type.key <> 'service' AS is_stocked, coalesce(stock.quantity, 0) AS quantity, coalesce(stock.value, 0) AS value
    FROM (SELECT * FROM products WHERE ${own} AND id = ${id}) AS product
    JOIN product_types AS type ON type.id = product.product_type_id
    LEFT JOIN LATERAL (SELECT quantity, value FROM stock_items WHERE ${own} AND product_id = ${id}) AS stock ON true`.execute(
    db,
  )
  return rows[0]
}

type Move = { date: string; kind: string | null; move_kind: string; source: string | null }

async function lastMoves({ db, session }: Context, id: number) {
  const organization = session.organization_id
  const { rows } = await sql<Move>`
    WITH page AS MATERIALIZED (
      SELECT sequence, move_date, kind, quantity, value, quantity_after, entry_id FROM stock_moves
      WHERE organization_id = ${organization} AND product_id = ${id} ORDER BY sequence DESC LIMIT ${movesShown})
    SELECT page.move_date AS date, page.kind AS move_kind, page.quantity, page.value, page.quantity_after,
      entry.kind, ${sourceKind} AS source, entry.source_id, coalesce(document.number, payment.number, manual.number) AS number
    FROM page
    ${beside('journal_entries', 'entry', organization, sql`page.entry_id`)}
    ${sourceNumbers(organization)}
    ORDER BY page.sequence DESC`.execute(db)
  return rows.map(({ move_kind, kind, source, ...row }) => ({
    ...row,
    source,
    kind: kind === null ? move_kind : entryKindLabel({ kind, source }),
  }))
}

type Buyer = { last_date: string }

/** The customers of its latest sold rows, with the last price of each. */
async function lastBuyers({ db, session }: Context, id: number): Promise<Buyer[]> {
  const own = sql`organization_id = ${session.organization_id}`
  const { rows } = await sql<Buyer>`
    WITH line AS MATERIALIZED (
      SELECT document_id, quantity, ${priceInOwnUnit} AS price FROM document_lines WHERE ${own} AND product_id = ${id} ORDER BY document_id DESC LIMIT ${rowsRead}),
    buyer AS MATERIALIZED (
      SELECT document.party_id, count(DISTINCT document.id)::integer AS times, sum(line.quantity) AS quantity, max(document.document_date) AS last_date,
        (array_agg(line.price ORDER BY document.document_date DESC, document.id DESC))[1] AS last_price,
        (array_agg(document.currency_id ORDER BY document.document_date DESC, document.id DESC))[1] AS currency_id
      FROM line CROSS JOIN LATERAL (
        SELECT id, party_id, document_date, currency_id FROM documents
        WHERE ${own} AND id = line.document_id AND kind = 'invoice' AND status NOT IN ('draft', 'void') OFFSET 0) AS document
      GROUP BY document.party_id ORDER BY quantity DESC, document.party_id LIMIT ${buyersShown})
    SELECT party.id, party.name, party.name_en, buyer.times, buyer.quantity, buyer.last_price, buyer.last_date,
      (SELECT json_build_object('code', code, 'decimals', decimals) FROM currencies WHERE id = buyer.currency_id) AS last_currency
    FROM buyer CROSS JOIN LATERAL (SELECT id, name, name_en FROM parties WHERE ${own} AND id = buyer.party_id OFFSET 0) AS party
    ORDER BY buyer.quantity DESC, party.id`.execute(db)
  return rows
}
