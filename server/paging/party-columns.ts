import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Context } from '#server/core/context.ts'
import type { AnyQuery } from '#server/resource/list.ts'

// biome-ignore lint/suspicious/noExplicitAny: an expression builder over whichever tables the listing joined
type AnyBuilder = any

/**
 * Joins the party of each row by its key. The look-up per row is deliberate: a generic plan does not know how many
 * parties an organization has, and reading all of them is expensive for a large one.
 */
export const withParty = <Query>(query: Query, table: string): Query =>
  (query as AnyQuery).innerJoinLateral(
    (e: AnyBuilder) =>
      (e.selectFrom('parties as party') as SelectQueryBuilder<never, never, object>)
        .selectAll()
        .select(englishName.as('english_name'))
        // The tables of the query are known to its caller only.
        .whereRef('party.id' as never, '=', `${table}.party_id` as never)
        .offset(0)
        .as('parties'),
    (join) => join.onTrue(),
  ) as Query

/** The party's name on an English page, written exactly as in the index of English names. */
export const englishName = sql<string>`coalesce(party.name_en, party.name)`
/** The party's name in the language of the page, for sorting; equals `localName` of the web. */
export const localizedName = ({ language }: Context, table: string): RawBuilder<unknown> =>
  language === 'en'
    ? sql`coalesce(${sql.ref(`${table}.name_en`)}, ${sql.ref(`${table}.name`)})`
    : sql.ref(`${table}.name`)
/** The column with the party's name, for the language of the page. */
export const nameColumn = ({ language }: Context): string =>
  language === 'en' ? 'parties.english_name' : 'parties.name'

/** The complete currency of each row. */
export const rowCurrencySql = (table: string): RawBuilder<unknown> =>
  sql`(SELECT to_json(currencies) FROM currencies WHERE currencies.id = ${sql.ref(`${table}.currency_id`)})`
