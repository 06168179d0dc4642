import { sql } from 'kysely'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { ownTenant } from '#server/db/tenant/verbs.ts'
import type { AnyQuery, Listing } from '#server/resource/list.ts'
import { stockOfPlaces } from './stock-of-places.ts'

const branch = sql`(SELECT json_build_object('id', branch.id, 'name', branch.name, 'name_en', branch.name_en) FROM branches AS branch
  WHERE branch.organization_id = ${ownTenant} AND branch.id = places.branch_id)`

export const placeListing: Listing = {
  table: 'places',
  from: (db) => db.selectFrom('places') as unknown as AnyQuery,
  select: (query) => query.selectAll('places').select([branch.as('branch')]),
}

const placeNamed = (
  column: string,
) => sql`(SELECT json_build_object('id', place.id, 'name', place.name, 'name_en', place.name_en)
  FROM places AS place WHERE place.organization_id = ${ownTenant} AND place.id = ${sql.ref(`stock_transfers.${column}`)})`
const rowCount = sql`(SELECT count(*)::integer FROM stock_transfer_lines AS line
  WHERE line.organization_id = ${ownTenant} AND line.stock_transfer_id = stock_transfers.id)`

export const transferListing: Listing = {
  table: 'stock_transfers',
  from: (db) => db.selectFrom('stock_transfers') as unknown as AnyQuery,
  select: (query) =>
    query
      .selectAll('stock_transfers')
      .select([placeNamed('from_place_id').as('from_place'), placeNamed('to_place_id').as('to_place')])
      .select([rowCount.as('row_count'), sql.ref('stock_transfers.state').as('status')]),
  filter: {
    status: (query: AnyQuery, status: string) => query.where('stock_transfers.state', '=', status),
  },
}

export async function readTransfer({ db }: Context, id: number) {
  const row = await transferListing
    .select(db.selectFrom('stock_transfers'))
    .where('stock_transfers.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  const items = await db
    .selectFrom('stock_transfer_lines as line')
    .innerJoin('products', 'products.id', 'line.product_id')
    .innerJoin('units', 'units.id', 'products.unit_id')
    .select(['line.line_number', 'line.product_id', 'line.quantity'])
    .select(['products.code', 'products.name', 'products.name_en', 'units.name as unit', 'units.name_en as unit_en'])
    .where('line.stock_transfer_id', '=', id)
    .orderBy('line.line_number')
    .execute()
  return { ...row, items }
}

/** What a place has at the end of a day, by the code of the products. */
export async function stockOfPlace(
  context: Context,
  { place_id, date }: { place_id: number; date?: string | undefined },
) {
  const { db, session, today } = context
  const place = await db.selectFrom('places').select('is_main').where('id', '=', place_id).executeTakeFirst()
  if (!place) throw new Refusal('not_found')
  const own = session.organization_id
  const { rows } = await sql`
    SELECT product.id, product.code, product.name, product.name_en, unit.name AS unit, unit.name_en AS unit_en, stock.quantity
    FROM (${stockOfPlaces(own, date ?? today)}) AS stock
    JOIN products AS product ON product.organization_id = ${own} AND product.id = stock.product_id
    JOIN units AS unit ON unit.organization_id = ${own} AND unit.id = product.unit_id
    WHERE stock.place_id IS NOT DISTINCT FROM ${place.is_main ? null : place_id}::bigint AND stock.quantity <> 0
    ORDER BY product.code, product.id`.execute(db)
  return rows
}
