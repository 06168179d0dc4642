import { plainListing } from '#server/paging/plain-listing.ts'
import type { AnyQuery, Listing } from '#server/resource/list.ts'

export const yearListing: Listing = {
  ...plainListing('financial_years'),
  // The list asks for years that lie within two dates instead of for a word.
  filter: {
    started_at: (query: AnyQuery, day: string) => query.where('financial_years.started_at', '>=', day),
    ended_at: (query: AnyQuery, day: string) => query.where('financial_years.ended_at', '<=', day),
  },
}
