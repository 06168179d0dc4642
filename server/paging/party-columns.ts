import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Context } from '#server/core/context.ts'
import type { AnyQuery } from '#server/resource/list.ts'

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
        .select(englishName.as('english_name'))
        .whereRef('party.id' as never, '=', `${table}.party_id` as never)
        .offset(0)
        .as('parties'),
    (join) => join.onTrue(),
  ) as Query

/** What a party is called on an English page, spelled as the index of such names spells it. */
export const englishName = sql<string>`coalesce(party.name_en, party.name)`
/** What a party is called in the language of the page, to put rows in the order they are read; as the web's `localName`. */
export const localizedName = ({ language }: Context, table: string): RawBuilder<unknown> =>
  language === 'en'
    ? sql`coalesce(${sql.ref(`${table}.name_en`)}, ${sql.ref(`${table}.name`)})`
    : sql.ref(`${table}.name`)
/** By which of the columns beside a row its party's name is read. */
export const nameColumn = ({ language }: Context): string =>
  language === 'en' ? 'parties.english_name' : 'parties.name'

/** The currency of each row, whole. */
export const currencyOf = (table: string): RawBuilder<unknown> =>
  sql`(SELECT to_json(currencies) FROM currencies WHERE currencies.id = ${sql.ref(`${table}.currency_id`)})`
