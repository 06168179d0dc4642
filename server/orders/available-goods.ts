import { sql } from 'kysely'
import type { z } from 'zod'
import type { availabilityCall } from '#contract/places/availability.ts'
import type { Context } from '#server/core/context.ts'
import { isKept } from '#server/core/kept-places.ts'
import { Refusal } from '#server/core/refusal.ts'
import { usualPlace } from '#server/stock/place-of-record.ts'
import { availabilityOf } from './availability.ts'

type Query = z.output<typeof availabilityCall.query>

/** What is available of some products in the place that a record would name. */
export async function availableGoods(context: Context, { products, place_id, branch_id }: Query) {
  const { db, session } = context
  if (place_id) await requireOwnPlace(context, place_id)
  const place = place_id ? sql`${place_id}` : usualPlace(session, branch_id ?? null)
  const { rows } = await availabilityOf(session, {
    products: sql`SELECT unnest(${products}::bigint[])`,
    place,
  }).execute(db)
  return rows
}

async function requireOwnPlace({ db, session }: Context, id: number): Promise<void> {
  const own = db.selectFrom('places').select('id').where('id', '=', id).where('is_transit', '=', false)
  if (!(await own.where(isKept(session, 'places.id')).executeTakeFirst()))
    throw new Refusal('invalid_input', { errors: { place_id: { code: 'unknown_reference' } } })
}
