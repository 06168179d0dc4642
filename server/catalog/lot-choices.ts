import { sql } from 'kysely'
import type { Context } from '#server/core/context.ts'
import { isKept } from '#server/core/kept-places.ts'
import { Refusal } from '#server/core/refusal.ts'

type LotsQuery = { product_id: number; place_id?: number | undefined; date?: string | undefined }

/** How many lots are offered at once. */
const lotsMaximum = 1000

/** How a product is tracked, and the lots that are there at the end of a day: what expires first before others, then the older one. */
export async function lotChoices(context: Context, { product_id, place_id, date = context.today }: LotsQuery) {
  const { db, session } = context
  const own = session.organization_id
  const product = await db
    .selectFrom('products')
    .select(['tracking', 'tracks_expiry'])
    .where('id', '=', product_id)
    .executeTakeFirst()
  if (!product) throw new Refusal('invalid_input', { errors: { product_id: { code: 'unknown_reference' } } })
  if (product.tracking === 'none') return { ...product, lots: [] }
  const inPlace = place_id
    ? sql`coalesce(held.place_id, (SELECT main.id FROM places AS main WHERE main.organization_id = ${own} AND main.is_main)) = ${place_id}`
    : sql`true`
  const { rows } = await sql`
    SELECT lot.id, lot.number, lot.expires_on, sum(held.quantity - coalesce(later.quantity, 0)) AS quantity
    FROM lot_stocks AS held
    JOIN lots AS lot ON lot.organization_id = ${own} AND lot.id = held.lot_id
    LEFT JOIN LATERAL (
      SELECT sum(move.quantity) AS quantity FROM lot_moves AS move
      WHERE move.organization_id = ${own} AND move.lot_id = held.lot_id AND move.place_id IS NOT DISTINCT FROM held.place_id
        AND move.move_date > ${date}::date OFFSET 0) AS later ON held.last_move_date > ${date}::date
    WHERE held.organization_id = ${own} AND held.product_id = ${product_id} AND (held.quantity > 0 OR held.last_move_date > ${date}::date)
      AND ${inPlace} AND ${isKept(session, 'held.place_id')}
    GROUP BY lot.id, lot.number, lot.expires_on HAVING sum(held.quantity - coalesce(later.quantity, 0)) > 0
    ORDER BY lot.expires_on NULLS LAST, lot.id LIMIT ${lotsMaximum}`.execute(db)
  return { ...product, lots: rows }
}
