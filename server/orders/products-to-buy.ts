import { type RawBuilder, sql } from 'kysely'
import { type Decimal, decimal, max, zero } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { undeliveredOf } from './availability.ts'

type SupplierName = { id: number; name: string; name_en: string | null }
type ProductRow = {
  product_id: number
  code: string
  name: string
  name_en: string | null
  unit: string
  unit_en: string | null
  purchase_price: string
  on_hand: string
  reserved: string
  on_order: string
  reorder_point: string
  reorder_quantity: string | null
  supplier: SupplierName | null
  /** Of what was last bought or ordered of it. */
  branch_id: number | null
  tax_id: number | null
  row_tax_id: number | null
  tax_rate: string | null
}
export type ProductToBuy = ProductRow & { proposed: Decimal }

/**
 * Products of which there will be less than their reorder point: what is in stock, less what confirmed sales orders wait for, plus what
 * purchase orders still bring, drafts included. By supplier, who is the active one that was last bought or ordered from (decision 0257).
 */
export async function productsToBuy({ db, session }: Context): Promise<ProductToBuy[]> {
  const own = session.organization_id
  const { rows } = await sql<ProductRow>`
    WITH short AS MATERIALIZED (${shortProducts(own)})
    SELECT short.*, unit.name AS unit, unit.name_en AS unit_en, source.supplier, source.branch_id, source.tax_id, source.row_tax_id, source.tax_rate
    FROM short
    JOIN units AS unit ON unit.organization_id = ${own} AND unit.id = short.unit_id
    LEFT JOIN LATERAL (${lastSource(own)}) AS source ON true
    ORDER BY source.supplier ->> 'name' NULLS LAST, source.party_id, short.code, short.product_id`.execute(db)
  return rows.map((row) => ({ ...row, proposed: proposedQuantity(row) }))
}

/** How many of them there are; none is said to who does not read what to buy, or orders nothing. */
export async function countToBuy({ db, session }: Context, permission: string): Promise<number> {
  if (!session.is_owner && !session.authority.has(permission)) return 0
  const { uses_orders } = await db.selectFrom('organizations').select('uses_orders').executeTakeFirstOrThrow()
  if (!uses_orders) return 0
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM (${shortProducts(session.organization_id)}) AS short`.execute(db)
  return rows[0]?.count ?? 0
}

type Need = Pick<ProductRow, 'on_hand' | 'reserved' | 'on_order' | 'reorder_point' | 'reorder_quantity'>
/** What is missing to the reorder point, and not less than is ordered at once. */
export const proposedQuantity = ({ on_hand, reserved, on_order, reorder_point, reorder_quantity }: Need): Decimal =>
  max(decimal(reorder_point).minus(on_hand).plus(reserved).minus(on_order), decimal(reorder_quantity ?? zero))

const shortProducts = (own: number): RawBuilder<unknown> => sql`
  SELECT * FROM (
    SELECT product.id AS product_id, product.code, product.name, product.name_en, product.unit_id, product.purchase_price::text,
      product.reorder_point::text, product.reorder_quantity::text, coalesce(item.quantity::numeric, 0)::text AS on_hand,
      ${undeliveredOf(own, sql`product.id`, 'sales_order', ['confirmed'])}::text AS reserved,
      ${undeliveredOf(own, sql`product.id`, 'purchase_order', ['draft', 'confirmed'])}::text AS on_order
    FROM products AS product
    JOIN product_types AS type ON type.id = product.product_type_id AND type.key <> 'service'
    LEFT JOIN stock_items AS item ON item.organization_id = ${own} AND item.product_id = product.id
    WHERE product.organization_id = ${own} AND product.reorder_point IS NOT NULL AND product.status = 'active' AND NOT product.unlimited_quantity
    OFFSET 0) AS reordered
  WHERE on_hand::numeric - reserved::numeric + on_order::numeric < reorder_point::numeric`

/** Whom it was last bought or ordered from, of suppliers, branches and taxes in use. */
const lastSource = (own: number): RawBuilder<unknown> => sql`
  SELECT bought.party_id, bought.branch_id, bought.tax_id, bought.row_tax_id, bought.tax_rate,
    json_build_object('id', party.id, 'name', party.name, 'name_en', party.name_en) AS supplier
  FROM (
    SELECT bill.party_id, bill.branch_id, bill.tax_id, line.tax_id AS row_tax_id, line.tax_rate::text, bill.document_date AS day, 1 AS rank, bill.id
    FROM document_lines AS line
    JOIN documents AS bill ON bill.organization_id = ${own} AND bill.id = line.document_id AND bill.kind = 'bill' AND bill.state = 'posted'
    WHERE line.organization_id = ${own} AND line.product_id = short.product_id
    UNION ALL
    SELECT ordered.party_id, ordered.branch_id, ordered.tax_id, line.tax_id, line.tax_rate::text, ordered.order_date, 0, ordered.id
    FROM order_lines AS line
    JOIN orders AS ordered ON ordered.organization_id = ${own} AND ordered.id = line.order_id AND ordered.kind = 'purchase_order'
      AND ordered.state <> 'draft'
    WHERE line.organization_id = ${own} AND line.product_id = short.product_id) AS bought
  JOIN parties AS party ON party.organization_id = ${own} AND party.id = bought.party_id AND party.status = 'active'
  JOIN branches AS branch ON branch.organization_id = ${own} AND branch.id = bought.branch_id AND branch.status = 'active'
  JOIN taxes AS tax ON tax.organization_id = ${own} AND tax.id = bought.tax_id AND tax.status = 'active'
  WHERE NOT EXISTS (SELECT FROM taxes AS other WHERE other.organization_id = ${own} AND other.id = bought.row_tax_id AND other.status <> 'active')
  ORDER BY bought.day DESC, bought.rank DESC, bought.id DESC LIMIT 1`
