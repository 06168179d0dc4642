import { sql } from 'kysely'
import { decimal } from '#ledger/money.ts'
import { ownTenant } from '#server/db/tenant/verbs.ts'
import type { LotChange } from './row-lots.ts'

export type MovedLot = { number: string; quantity: string }

/** What a move of the pool changed of lots. */
export const lotsOfMove = sql<MovedLot[] | null>`(
  SELECT json_agg(json_build_object('number', lot.number, 'quantity', moved.quantity::text) ORDER BY moved.lot_id)
  FROM lot_moves AS moved JOIN lots AS lot ON lot.organization_id = ${ownTenant} AND lot.id = moved.lot_id
  WHERE moved.organization_id = ${ownTenant} AND moved.product_id = stock_moves.product_id AND moved.stock_sequence = stock_moves.sequence)`

/** The same the other way. */
export const mirroredLots = (lots: readonly MovedLot[] | null): LotChange[] =>
  (lots ?? []).map(({ number, quantity }) => ({ number, expires_on: null, quantity: decimal(quantity).neg() }))
