import { sql } from 'kysely'
import { stockCounts } from '#contract/counts.ts'
import type { ListQuery } from '#contract/kit/envelope.ts'
import type { Context } from '#server/core/context.ts'
import { isKept, keepsPlace } from '#server/core/kept-places.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { TenantDatabase } from '#server/db/tenant/transaction.ts'
import { ownTenant } from '#server/db/tenant/verbs.ts'
import type { Answer } from '#server/http/pipeline.ts'
import { periodLockReason } from '#server/journal/period-lock-reason.ts'
import { type AnyQuery, anyQuery, type Listing, listRows } from '#server/resource/list.ts'
import { unitsOfProduct } from './units/units-of-product.ts'

const branch = sql`json_build_object('id', branches.id, 'name', branches.name, 'name_en', branches.name_en)`

const place = sql`(SELECT json_build_object('id', place.id, 'name', place.name, 'name_en', place.name_en) FROM places AS place
  WHERE place.organization_id = ${ownTenant} AND place.id = stock_counts.place_id)`

const closed = (context: Context) =>
  periodLockReason(context, ['stock'], { table: 'stock_counts', day: 'count_date' }).as('closed_period')

const joined = (db: TenantDatabase) =>
  db.selectFrom('stock_counts').innerJoin('branches', 'branches.id', 'stock_counts.branch_id')

export const countListing: Listing = {
  table: 'stock_counts',
  from: joined,
  select: (query) =>
    query
      .selectAll('stock_counts')
      .select([branch.as('branch'), place.as('place'), sql.ref('stock_counts.state').as('status')]),
  filter: { status: (query: AnyQuery, status: string) => query.where('stock_counts.state', '=', status) },
}

/** A page of them, each with why its day takes no change. */
export const listCounts = (context: Context, query: ListQuery): Promise<Answer> => {
  const select = (rows: AnyQuery) => countListing.select(rows).select(closed(context))
  const kept = isKept(context.session, 'stock_counts.place_id')
  const from = (db: TenantDatabase) => anyQuery(joined(db).where(kept))
  return listRows(context.db, { ...countListing, from, select }, stockCounts.list, query)
}

export async function readCount(context: Context, id: number) {
  const { db } = context
  const row = await joined(db)
    .selectAll('stock_counts')
    .select([branch.as('branch'), place.as('place'), 'stock_counts.state as status'])
    .select(closed(context))
    .where('stock_counts.id', '=', id)
    .where(isKept(context.session, 'stock_counts.place_id'))
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  const lines = await db
    .selectFrom('stock_count_lines as line')
    .innerJoin('products', 'products.id', 'line.product_id')
    .innerJoin('units', 'units.id', 'products.unit_id')
    .select(['line.line_number', 'line.product_id', 'line.book_quantity', 'line.counted', 'line.lots', 'line.value'])
    .select(['products.code', 'products.name', 'products.name_en', 'units.name as unit', 'units.name_en as unit_en'])
    .select(sql<string>`line.counted - line.book_quantity`.as('difference'))
    .where('line.stock_count_id', '=', id)
    .orderBy('line.line_number')
    .execute()
  return { ...row, lines }
}

/** The sheet to count by: every active stocked product, by its code, with what the place has of it; without one, the main place. */
export async function countSheet(context: Context, { date = context.today, place_id }: SheetQuery) {
  const { db, session } = context
  const own = session.organization_id
  const place = place_id
    ? await db.selectFrom('places').select('is_main').where('id', '=', place_id).executeTakeFirst()
    : null
  if (place === undefined) throw new Refusal('invalid_input', { errors: { place_id: { code: 'unknown_reference' } } })
  const isElsewhere = place?.is_main === false
  if (!keepsPlace(session, isElsewhere ? (place_id ?? null) : null))
    throw new Refusal('place_not_kept', { field: 'place_id' })
  const moved = isElsewhere
    ? sql`SELECT sum(quantity) AS quantity FROM place_moves AS move WHERE move.organization_id = ${own}
        AND move.product_id = product.id AND move.place_id = ${place_id as number} AND move.move_date <= ${date}::date`
    : sql`SELECT sum(quantity) AS quantity FROM (
        SELECT quantity::numeric FROM stock_moves AS move
        WHERE move.organization_id = ${own} AND move.product_id = product.id AND move.move_date <= ${date}::date
        UNION ALL
        SELECT -quantity::numeric FROM place_moves AS away
        WHERE away.organization_id = ${own} AND away.product_id = product.id AND away.move_date <= ${date}::date) AS main`
  const { rows } = await sql`
    SELECT product.id, product.code, product.name, product.name_en, unit.name AS unit, unit.name_en AS unit_en, coalesce(moved.quantity, 0) AS quantity, product.tracking,
      CASE WHEN item.quantity > 0 THEN round(item.value / item.quantity, 4) ELSE product.purchase_price END AS cost,
      coalesce(item.quantity, 0) AS pool_quantity, coalesce(item.value, 0) AS pool_value, ${unitsOfProduct('product')} AS units
    FROM products AS product
    JOIN product_types AS type ON type.id = product.product_type_id AND type.key = 'product'
    JOIN units AS unit ON unit.organization_id = ${session.organization_id} AND unit.id = product.unit_id
    LEFT JOIN stock_items AS item ON item.organization_id = ${session.organization_id} AND item.product_id = product.id
    LEFT JOIN LATERAL (${moved}) AS moved ON true
    WHERE product.organization_id = ${session.organization_id} AND product.status = 'active' AND NOT product.unlimited_quantity
    ORDER BY product.code, product.id LIMIT 5000`.execute(db)
  return rows
}

type SheetQuery = { date?: string | undefined; place_id?: number | undefined }
