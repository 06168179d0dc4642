import { sql } from 'kysely'
import { ownTenant } from '#server/db/tenant/verbs.ts'

/** The place that a move of the pool changed; null is the main one. */
export const placeOfMove = sql<number | null>`(SELECT placed.place_id FROM place_moves AS placed
  WHERE placed.organization_id = ${ownTenant} AND placed.product_id = stock_moves.product_id AND placed.stock_sequence = stock_moves.sequence)`
