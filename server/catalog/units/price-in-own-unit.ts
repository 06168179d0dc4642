import { type RawBuilder, sql } from 'kysely'

/** The price of a document's row for one of its product's own unit. It is rounded, so amounts are not computed from it. */
export const priceInOwnUnit: RawBuilder<string> = sql<string>`round(price::numeric / coalesce(unit_content::numeric, 1), 6)`
