import type { Listing } from '#server/resource/list.ts'

/** A plain table is listed by itself. */
export const plainListing = (table: Listing['table']): Listing => ({
  table,
  // biome-ignore lint/suspicious/noExplicitAny: see AnyQuery
  from: (db) => (db as any).selectFrom(table),
  select: (query) => query.selectAll(table),
})
