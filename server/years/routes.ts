import type { FastifyInstance } from 'fastify'
import type { ListQuery } from '#contract/kit/envelope.ts'
import { yearCalls, yearList } from '#contract/years.ts'
import { listRows } from '#server/kit/list.ts'
import { mount } from '#server/kit/pipeline.ts'
import { plainListing } from '#server/kit/routes.ts'

export function yearRoutes(app: FastifyInstance): void {
  mount(app, yearCalls.list, ({ db }, { query }) => listRows(db, yearListing, yearList, query as ListQuery))
}

const yearListing = {
  ...plainListing('financial_years'),
  // The list asks for years that lie within two dates instead of for a word.
  filter: {
    started_at: (query: ReturnType<ReturnType<typeof plainListing>['from']>, day: never) =>
      query.where('financial_years.started_at', '>=', day),
    ended_at: (query: ReturnType<ReturnType<typeof plainListing>['from']>, day: never) =>
      query.where('financial_years.ended_at', '<=', day),
  },
}
