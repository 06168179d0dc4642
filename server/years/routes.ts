import type { FastifyInstance } from 'fastify'
import { financialYears } from '#contract/years.ts'
import type { AnyQuery, Listing } from '#server/kit/list.ts'
import { mountResource } from '#server/kit/routes.ts'
import { plainListing } from '#server/lists/plain-listing.ts'
import { removeYear, updateYear } from './save-year.ts'

export function yearRoutes(app: FastifyInstance): void {
  mountResource(app, financialYears, { listing: yearListing, update: updateYear, remove: removeYear })
}

const yearListing: Listing = {
  ...plainListing('financial_years'),
  // The list asks for years that lie within two dates instead of for a word.
  filter: {
    started_at: (query: AnyQuery, day: string) => query.where('financial_years.started_at', '>=', day),
    ended_at: (query: AnyQuery, day: string) => query.where('financial_years.ended_at', '<=', day),
  },
}
