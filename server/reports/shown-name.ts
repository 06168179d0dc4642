import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#server/kit/context.ts'

/** What a party is called in the language of the page, to put rows in the order they are read; as the web's `localName`. */
export const shownName = ({ language }: Context, table: string): RawBuilder<unknown> =>
  language === 'en'
    ? sql`coalesce(${sql.ref(`${table}.name_en`)}, ${sql.ref(`${table}.name`)})`
    : sql.ref(`${table}.name`)
