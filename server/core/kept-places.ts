import { type RawBuilder, sql } from 'kysely'
import { ownTenant } from '#server/db/tenant/verbs.ts'
import type { Session } from './context.ts'
import { Refusal } from './refusal.ts'

type Keeper = Pick<Session, 'places'>

/** Whether the goods of a place are the user's to move: null is the main place. */
export const keepsPlace = ({ places }: Keeper, place: number | null): boolean =>
  places === null || (place === null ? places.has_main : places.ids.includes(place))

const main = sql`(SELECT main.id FROM places AS main WHERE main.organization_id = ${ownTenant} AND main.is_main)`

/** Whether a row is of a place of the user, where null is the main one. */
export const isKept = ({ places }: Keeper, column: string): RawBuilder<boolean> =>
  places === null
    ? sql<boolean>`true`
    : sql<boolean>`coalesce(${sql.ref(column)}, ${main}) = ANY (${places.ids}::bigint[])`

/** Whether a transfer left, came to, or is meant for a place of the user. */
export const isTransferOfKeeper = (session: Keeper): RawBuilder<boolean> =>
  sql<boolean>`(${isKept(session, 'stock_transfers.from_place_id')} OR ${isKept(session, 'stock_transfers.to_place_id')}
    OR ${isSentToKeeper(session)})`

/** Whether it was sent to a place of the user. */
export const isSentToKeeper = (session: Keeper): RawBuilder<boolean> =>
  sql<boolean>`(stock_transfers.target_place_id IS NOT NULL AND ${isKept(session, 'stock_transfers.target_place_id')})`

/** The record of another place is as unknown as a missing one. */
export function requireKeptRecord(session: Keeper, place: number | null): void {
  if (!keepsPlace(session, place)) throw new Refusal('not_found')
}
