import { sql } from 'kysely'
import type { Context } from '#server/core/context.ts'
import { isKept } from '#server/core/kept-places.ts'
import { Refusal } from '#server/core/refusal.ts'
import { ownTenant } from '#server/db/tenant/verbs.ts'
import type { Answer } from '#server/http/pipeline.ts'
import type { AnyQuery, Listing } from '#server/resource/list.ts'
import { type OptionAsk, optionRows } from '#server/resource/option-rows.ts'
import { findRow, updateRow } from '#server/resource/table.ts'

/** Lots with what there is of them; a keeper is answered what is in his places. */
export const lotListing = ({ session }: Context): Listing => ({
  table: 'lots',
  from: (db) => db.selectFrom('lots') as AnyQuery,
  select: (query) =>
    query.selectAll('lots').select([
      sql`(SELECT json_build_object('id', product.id, 'name', product.name, 'name_en', product.name_en) FROM products AS product
        WHERE product.organization_id = ${ownTenant} AND product.id = lots.product_id)`.as('product'),
      sql`coalesce((SELECT sum(held.quantity) FROM lot_stocks AS held
        WHERE held.organization_id = ${ownTenant} AND held.lot_id = lots.id AND ${isKept(session, 'held.place_id')}), 0)`.as(
        'quantity',
      ),
    ]),
})

export function readLot(context: Context, id: number) {
  const { select, from } = lotListing(context)
  return findRow(select(from(context.db)).where('lots.id', '=', id))
}

/** By number, with the name of the product. */
export function optionsOfLots({ db }: Context, query: OptionAsk): Promise<Answer> {
  const rows = db
    .selectFrom('lots')
    .innerJoin('products', 'products.id', 'lots.product_id')
    .select(['lots.id', sql<string>`lots.number || ' · ' || products.name`.as('name')])
    .select(sql<string | null>`lots.number || ' · ' || products.name_en`.as('name_en'))
  return optionRows(rows as AnyQuery, 'lots', query, 'lots.number')
}

type Expiry = { expires_on: string; version?: number | undefined }

/** Only batches of a product that tracks their last day have one. Sales of past days stay, and what states the old day means the new one. */
export async function setLotExpiry(context: Context, id: number, { expires_on, version }: Expiry): Promise<void> {
  const lot = await context.db
    .selectFrom('lots')
    .innerJoin('products', 'products.id', 'lots.product_id')
    .select(['products.tracks_expiry', 'lots.expires_on', 'lots.former_expiries'])
    .where('lots.id', '=', id)
    .executeTakeFirst()
  if (!lot) throw new Refusal('not_found')
  if (!lot.tracks_expiry) throw new Refusal('lot_without_expiry', { field: 'expires_on' })
  const former = new Set([...(lot.former_expiries as string[]), ...(lot.expires_on === null ? [] : [lot.expires_on])])
  await updateRow(context.db, 'lots', id, { expires_on, former_expiries: JSON.stringify([...former]) }, version)
}
