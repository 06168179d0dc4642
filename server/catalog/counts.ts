import { sql } from 'kysely'
import { stockCounts } from '#contract/counts.ts'
import type { ListQuery } from '#contract/kit/envelope.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { TenantDatabase } from '#server/db/tenant/transaction.ts'
import type { Answer } from '#server/http/pipeline.ts'
import { periodLockReason } from '#server/journal/period-lock-reason.ts'
import { type AnyQuery, type Listing, listRows } from '#server/resource/list.ts'

const branch = sql`json_build_object('id', branches.id, 'name', branches.name, 'name_en', branches.name_en)`

const closed = (context: Context) =>
  periodLockReason(context, ['stock'], { table: 'stock_counts', day: 'count_date' }).as('closed_period')

const joined = (db: TenantDatabase) =>
  db.selectFrom('stock_counts').innerJoin('branches', 'branches.id', 'stock_counts.branch_id')

export const countListing: Listing = {
  table: 'stock_counts',
  from: joined,
  select: (query) =>
    query.selectAll('stock_counts').select([branch.as('branch'), sql.ref('stock_counts.state').as('status')]),
  filter: { status: (query: AnyQuery, status: string) => query.where('stock_counts.state', '=', status) },
}

/** A page of them, each with why its day takes no change. */
export const listCounts = (context: Context, query: ListQuery): Promise<Answer> => {
  const select = (rows: AnyQuery) => countListing.select(rows).select(closed(context))
  return listRows(context.db, { ...countListing, select }, stockCounts.list, query)
}

export async function readCount(context: Context, id: number) {
  const { db } = context
  const row = await joined(db)
    .selectAll('stock_counts')
    .select([branch.as('branch'), 'stock_counts.state as status'])
    .select(closed(context))
    .where('stock_counts.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  const lines = await db
    .selectFrom('stock_count_lines as line')
    .innerJoin('products', 'products.id', 'line.product_id')
    .innerJoin('units', 'units.id', 'products.unit_id')
    .select(['line.line_number', 'line.product_id', 'line.book_quantity', 'line.counted', 'line.value'])
    .select(['products.code', 'products.name', 'products.name_en', 'units.name as unit', 'units.name_en as unit_en'])
    .select(sql<string>`line.counted - line.book_quantity`.as('difference'))
    .where('line.stock_count_id', '=', id)
    .orderBy('line.line_number')
    .execute()
  return { ...row, lines }
}

/** The sheet to count by: every active stocked product, by its code. */
export async function countSheet({ db, today, session }: Context, { date = today }: { date?: string | undefined }) {
  const { rows } = await sql`
    SELECT product.id, product.code, product.name, product.name_en, unit.name AS unit, unit.name_en AS unit_en, coalesce(moved.quantity, 0) AS quantity,
      CASE WHEN item.quantity > 0 THEN round(item.value / item.quantity, 4) ELSE product.purchase_price END AS cost,
      coalesce(item.quantity, 0) AS pool_quantity, coalesce(item.value, 0) AS pool_value
    FROM products AS product
    JOIN product_types AS type ON type.id = product.product_type_id AND type.key = 'product'
    JOIN units AS unit ON unit.organization_id = ${session.organization_id} AND unit.id = product.unit_id
    LEFT JOIN stock_items AS item ON item.organization_id = ${session.organization_id} AND item.product_id = product.id
    LEFT JOIN LATERAL (SELECT sum(quantity) AS quantity FROM stock_moves AS move
      WHERE move.organization_id = ${session.organization_id} AND move.product_id = product.id AND move.move_date <= ${date}::date) AS moved ON true
    WHERE product.organization_id = ${session.organization_id} AND product.status = 'active' AND NOT product.unlimited_quantity
    ORDER BY product.code, product.id LIMIT 5000`.execute(db)
  return rows
}
