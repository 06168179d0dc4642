import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { AnyQuery } from '#server/kit/list.ts'

// biome-ignore lint/suspicious/noExplicitAny: an expression builder over whichever tables the listing joined
type AnyBuilder = any

/**
 * Joins the party of each row by its key. Looked up row by row on purpose: how many parties an organisation has is not
 * known to a plan that serves all of them, and reading them through is dear for one that has many.
 */
export const withParty = <Query>(query: Query, table: string): Query =>
  (query as AnyQuery).innerJoinLateral(
    (e: AnyBuilder) =>
      (e.selectFrom('parties as party') as SelectQueryBuilder<never, never, object>)
        .selectAll()
        .whereRef('party.id' as never, '=', `${table}.party_id` as never)
        .offset(0)
        .as('parties'),
    (join) => join.onTrue(),
  ) as Query

/** The currency of each row, whole. */
export const currencyOf = (table: string): RawBuilder<unknown> =>
  sql`(SELECT to_json(currencies) FROM currencies WHERE currencies.id = ${sql.ref(`${table}.currency_id`)})`
