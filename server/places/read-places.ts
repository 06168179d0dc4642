import { sql } from 'kysely'
import { transferPermission } from '#contract/places/places.ts'
import { decimal, text, zero } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { isKept, isSentToKeeper, isTransferOfKeeper, requireKeptRecord } from '#server/core/kept-places.ts'
import type { Need } from '#server/core/needs.ts'
import { Refusal } from '#server/core/refusal.ts'
import { ownTenant } from '#server/db/tenant/verbs.ts'
import type { Answer } from '#server/http/pipeline.ts'
import { type AnyQuery, anyQuery, type Listing } from '#server/resource/list.ts'
import { type OptionAsk, optionRows } from '#server/resource/option-rows.ts'
import { findRow } from '#server/resource/table.ts'
import { arrivedOf } from './arrived-goods.ts'
import { stockOfPlaces } from './stock-of-places.ts'

const branch = sql`(SELECT json_build_object('id', branch.id, 'name', branch.name, 'name_en', branch.name_en) FROM branches AS branch
  WHERE branch.organization_id = ${ownTenant} AND branch.id = places.branch_id)`

export const placeListing: Listing = {
  table: 'places',
  from: (db) => anyQuery(db.selectFrom('places')),
  select: (query) => query.selectAll('places').select([branch.as('branch')]),
}

/** A keeper sees the places that are his. */
export const listingOfPlaces = ({ session }: Context): Listing => ({
  ...placeListing,
  from: (db) => anyQuery(db.selectFrom('places').where(isKept(session, 'places.id'))),
})

export function readPlace(context: Context, id: number) {
  const { select, from } = listingOfPlaces(context)
  return findRow(select(from(context.db)).where('places.id', '=', id))
}

type PlaceOptions = OptionAsk & { kept?: boolean | undefined }

/** What is on the way is no place to choose; places of others are, where goods are sent to. */
export function optionsOfPlaces(context: Context, query: PlaceOptions): Promise<Answer> {
  const { select, from } = query.kept === false ? placeListing : listingOfPlaces(context)
  const rows = select(from(context.db)).where('places.status', '=', 'active').where('places.is_transit', '=', false)
  return optionRows(rows as AnyQuery, 'places', query, 'places.id')
}

const placeNamed = (
  ...columns: string[]
) => sql`(SELECT json_build_object('id', place.id, 'name', place.name, 'name_en', place.name_en)
  FROM places AS place WHERE place.organization_id = ${ownTenant} AND place.id = coalesce(${sql.join(columns.map((column) => sql.ref(`stock_transfers.${column}`)))}))`
const sourceOf = sql`(SELECT json_build_object('id', sent.id, 'number', sent.number) FROM stock_transfers AS sent
  WHERE sent.organization_id = ${ownTenant} AND sent.id = stock_transfers.source_transfer_id)`
const rowCount = sql`(SELECT count(*)::integer FROM stock_transfer_lines AS line
  WHERE line.organization_id = ${ownTenant} AND line.stock_transfer_id = stock_transfers.id)`

export const transferListing: Listing = {
  table: 'stock_transfers',
  from: (db) => anyQuery(db.selectFrom('stock_transfers')),
  select: (query) =>
    query
      .selectAll('stock_transfers')
      .select([
        placeNamed('from_place_id').as('from_place'),
        placeNamed('target_place_id', 'to_place_id').as('to_place'),
      ])
      .select([sourceOf.as('source'), sql<boolean>`stock_transfers.target_place_id IS NOT NULL`.as('in_transit')])
      .select([rowCount.as('row_count'), sql.ref('stock_transfers.state').as('status')]),
  filter: {
    status: (query: AnyQuery, status: string) => query.where('stock_transfers.state', '=', status),
    to_place_id: (query: AnyQuery, id: number) =>
      query.where(sql<boolean>`coalesce(stock_transfers.target_place_id, stock_transfers.to_place_id) = ${id}`),
  },
}

/** A keeper sees what left or came to a place of his. */
export const listingOfTransfers = ({ session }: Context): Listing => ({
  ...transferListing,
  from: (db) => anyQuery(db.selectFrom('stock_transfers').where(isTransferOfKeeper(session))),
  filter: {
    ...transferListing.filter,
    to_receive: (query: AnyQuery, isAsked: boolean) =>
      isAsked ? query.where('stock_transfers.state', '=', 'sent').where(isSentToKeeper(session)) : query,
  },
})

/** How many sendings wait to be received by the user; none is said to who moves no goods. */
export async function transfersToReceive({ db, session }: Context): Promise<number> {
  if (!session.is_owner && !session.authority.has(transferPermission)) return 0
  const { count } = await db
    .selectFrom('stock_transfers')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('state', '=', 'sent')
    .where(isSentToKeeper(session))
    .executeTakeFirstOrThrow()
  return count
}

/** Whether a transfer is one that the user sees. */
export const isTransferSeen = (id: number): Need<boolean> => ({
  load: async ({ db, session }) =>
    (await db
      .selectFrom('stock_transfers')
      .select('id')
      .where('id', '=', id)
      .where(isTransferOfKeeper(session))
      .executeTakeFirst()) !== undefined,
})

export async function readTransfer(context: Context, id: number) {
  const { db, session } = context
  const row = await transferListing
    .select(db.selectFrom('stock_transfers'))
    .where('stock_transfers.id', '=', id)
    .where(isTransferOfKeeper(session))
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  const items = await db
    .selectFrom('stock_transfer_lines as line')
    .innerJoin('products', 'products.id', 'line.product_id')
    .leftJoin('product_units as further', 'further.id', 'line.product_unit_id')
    .innerJoin('units', (unit) =>
      unit.on('units.id', '=', (named) => named.fn.coalesce('further.unit_id', 'products.unit_id')),
    )
    .select(['line.line_number', 'line.product_id', 'line.quantity'])
    .select(['line.product_unit_id', 'line.unit_quantity', 'line.unit_content', 'line.lots'])
    .select(['products.code', 'products.name', 'products.name_en', 'units.name as unit', 'units.name_en as unit_en'])
    .where('line.stock_transfer_id', '=', id)
    .orderBy('line.line_number')
    .execute()
  const [arrived, receipts] = await Promise.all([arrivedOf(id).load(context), receiptsOf(context, id)])
  const isOpen = row.state === 'sent'
  return {
    ...row,
    to_place_id: row.target_place_id ?? row.to_place_id,
    items: items.map(({ unit_quantity, ...item }) => ({
      ...item,
      quantity: unit_quantity ?? item.quantity,
      base_quantity: item.quantity,
      open: isOpen ? text(decimal(item.quantity).minus(arrived.get(item.product_id)?.quantity ?? zero)) : '0',
    })),
    receipts,
  }
}

const receiptsOf = ({ db }: Context, id: number) =>
  db
    .selectFrom('stock_transfers')
    .select(['id', 'number', 'transfer_date as date', 'state as status'])
    .select(placeNamed('to_place_id').as('to_place'))
    .where('source_transfer_id', '=', id)
    .orderBy('id')
    .execute()

/** What a place has at the end of a day, by the code of the products. */
export async function stockOfPlace(
  context: Context,
  { place_id, date }: { place_id: number; date?: string | undefined },
) {
  const { db, session, today } = context
  const place = await db.selectFrom('places').select('is_main').where('id', '=', place_id).executeTakeFirst()
  if (!place) throw new Refusal('not_found')
  requireKeptRecord(session, place.is_main ? null : place_id)
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
