import { type SelectQueryBuilder, sql } from 'kysely'
import { foldText } from '#contract/fields/clean-text.ts'
import type { ListFacts, ListQuery } from '#contract/kit/envelope.ts'
import type { Database } from '#server/db/schema.ts'
import type { TenantDatabase } from '#server/db/tenant.ts'
import type { Answer } from './pipeline.ts'

// biome-ignore lint/suspicious/noExplicitAny: a listing composes queries of every table; each family types its own
export type AnyQuery = SelectQueryBuilder<any, any, any>

/** How one resource is listed: what the generic paging cannot know. Columns are `alias.column` as the query names them. */
export type Listing = {
  /** FROM and JOINs with the conditions that always hold. */
  from(db: TenantDatabase): AnyQuery
  select(query: AnyQuery): AnyQuery
  /** The same rows from the listed table alone, where the joins only add columns: counted and paged without them. */
  alone?(db: TenantDatabase): AnyQuery
  /** The exact total where it is kept and need not be counted. */
  kept?(db: TenantDatabase, query: ListQuery): Promise<number> | undefined
  /** Sort key -> column; a key that is not named here is the column `<table>.<key>`. */
  sort?: Record<string, string>
  filter?: Record<string, (query: AnyQuery, value: never) => AnyQuery>
  /** Default: the folded keyword anywhere in `<table>.search_text`. */
  search?: (query: AnyQuery, pattern: string) => AnyQuery
  table: keyof Database
}

/** One page of a list with its exact total. */
export async function listRows(
  db: TenantDatabase,
  listing: Listing,
  facts: ListFacts,
  query: ListQuery,
): Promise<Answer> {
  // Which rows these are is found first, in the listed table alone where it can be; only they are joined.
  const counting = listing.kept?.(db, query) ?? countRows(narrowed(bare(listing, db), listing, facts, query))
  const isOwn = columnOf(listing, facts, query).startsWith(`${listing.table}.`)
  const from = isOwn ? bare(listing, db) : listing.from(db)
  const ids = ordered(narrowed(from, listing, facts, query).select(`${listing.table}.id`), listing, facts, query)
    .limit(query.per_page)
    .offset((query.page - 1) * query.per_page)
  const paging = ordered(
    listing.select(listing.from(db).where(`${listing.table}.id`, 'in', ids)),
    listing,
    facts,
    query,
  ).execute()
  const [total, page] = await Promise.all([counting, paging])
  return { data: page, meta: { total } }
}

const bare = (listing: Listing, db: TenantDatabase): AnyQuery => (listing.alone ?? listing.from)(db)

async function countRows(matching: AnyQuery): Promise<number> {
  const row = await matching.clearSelect().select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  return (row as { total: number }).total
}

/** The first rows of an option list, newest words first matched by the keyword. */
export async function optionRows(
  query: AnyQuery,
  table: string,
  ask: { keyword?: string; per_page: number },
  order: string,
): Promise<Answer> {
  const found = ask.keyword
    ? query.where(sql<boolean>`${sql.ref(`${table}.search_text`)} like ${patternOf(ask.keyword)}`)
    : query
  const rows = await found.orderBy(sql.ref(order)).limit(ask.per_page).execute()
  return { data: rows, meta: { total: rows.length } }
}

function narrowed(from: AnyQuery, listing: Listing, facts: ListFacts, query: ListQuery): AnyQuery {
  let result = from
  for (const key of Object.keys(facts.filter)) {
    const value = query[key]
    if (value === undefined || value === null) continue
    const special = listing.filter?.[key]
    result = special ? special(result, value as never) : result.where(sql.ref(`${listing.table}.${key}`), '=', value)
  }
  if (!query.keyword || facts.search.length === 0) return result
  const pattern = patternOf(query.keyword)
  return (
    listing.search?.(result, pattern) ??
    result.where(sql<boolean>`${sql.ref(`${listing.table}.search_text`)} like ${pattern}`)
  )
}

function ordered(query: AnyQuery, listing: Listing, facts: ListFacts, ask: ListQuery): AnyQuery {
  const direction = ask.sort_order ?? (ask.sort_key === undefined && facts.order.startsWith('-') ? 'desc' : 'asc')
  const column = columnOf(listing, facts, ask)
  // The id decides between equals, so that no row stands on two pages.
  return query.orderBy(sql.ref(column), direction).orderBy(sql.ref(`${listing.table}.id`), direction)
}

function columnOf(listing: Listing, facts: ListFacts, ask: ListQuery): string {
  const key = ask.sort_key ?? facts.order.replace('-', '')
  return listing.sort?.[key] ?? `${listing.table}.${key}`
}

/** The keyword anywhere, folded as the stored text is; `%` and `_` are themselves. */
export const patternOf = (keyword: string): string => `%${foldText(keyword).replace(/[\\%_]/g, '\\$&')}%`
