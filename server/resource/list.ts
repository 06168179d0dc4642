import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { normalizeForSearch } from '#contract/fields/clean-text.ts'
import type { ListFacts, ListQuery } from '#contract/kit/envelope.ts'
import type { Database } from '#server/db/schema.ts'
import type { TenantDatabase } from '#server/db/tenant/transaction.ts'
import type { Answer } from '#server/http/pipeline.ts'

// biome-ignore lint/suspicious/noExplicitAny: a listing composes queries of every table; each family types its own
export type AnyQuery = SelectQueryBuilder<any, any, any>
/** A query of some tables as one of any: its builder knows more than a list asks for. */
export const anyQuery = (query: unknown): AnyQuery => query as AnyQuery

export type Order = { columns: readonly string[]; direction: 'asc' | 'desc' }
/**
 * Where a page begins when it is known beforehand: at these values of the leading columns, after so many rows. Both may be read from
 * `start`, a row that is then `asked` for within the statement of the page.
 */
export type PageAnchor = { columns: readonly string[]; values: unknown[]; before: unknown; asked?: RawBuilder<unknown> }
export type Window = { offset: number; limit: number }

/** How one resource is listed: what the generic paging cannot know. Columns are `alias.column` as the query names them. */
export type Listing = {
  /** FROM and JOINs with the conditions that always hold. */
  from(db: TenantDatabase, query?: ListQuery): AnyQuery
  select(query: AnyQuery): AnyQuery
  /** FROM and JOINs of rows whose ids are known: without the conditions, which could lead away from their key. */
  byIds?(db: TenantDatabase, query?: ListQuery): AnyQuery
  /** The same rows from the listed table alone, where the joins only add columns: counted and paged without them. */
  withoutJoins?(db: TenantDatabase, query?: ListQuery): AnyQuery
  /** The exact total, if it is materialized and need not be counted. */
  exactTotal?(db: TenantDatabase, query: ListQuery): Promise<number> | undefined
  /** The anchor of an offset, if there are counters by what the list is sorted by. */
  start?(
    db: TenantDatabase,
    query: ListQuery,
    order: Order,
    offset: number,
  ): Promise<PageAnchor | undefined> | undefined
  /** The ids of a page, if there is a shorter way to them than reading the table in its order. */
  find?(query: ListQuery, order: Order, window: Window): RawBuilder<unknown> | undefined
  /** Sort key -> columns; a key that is not named here is the column `<table>.<key>`. */
  sort?: Record<string, string | readonly string[]>
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
  const order = orderOf(listing, facts, query)
  const window = { offset: (query.page - 1) * query.per_page, limit: query.per_page }
  // Which rows these are is found first, in the listed table alone where it can be; only they are joined.
  const counting =
    listing.exactTotal?.(db, query) ?? countRows(applyFilters(bare(listing, db, query), listing, facts, query))
  const found = listing.find?.(query, order, window)
  const ids =
    found ??
    pageIds(db, listing, facts, query, await choosePagePosition(db, listing, query, { order, window, counting }))
  const meant = sql<boolean>`${sql.ref(`${listing.table}.id`)} = ANY (ARRAY ${ids})`
  const rows = listing.select((listing.byIds ?? listing.from)(db, query).where(meant))
  const [total, page] = await Promise.all([counting, ordered(rows, listing, order).execute()])
  return { data: page, meta: { total } }
}

const bare = (listing: Listing, db: TenantDatabase, query: ListQuery): AnyQuery =>
  (listing.withoutJoins ?? listing.from)(db, query)
const shallow = 500

type Place = Window & { order: Order; start?: PageAnchor }
type PageQuery = { order: Order; window: Window; counting: Promise<number> }

/** A page far down is read from where it is known to begin, or else from the nearer end. */
async function choosePagePosition(
  db: TenantDatabase,
  listing: Listing,
  query: ListQuery,
  asked: PageQuery,
): Promise<Place> {
  const { order, window, counting } = asked
  const { offset } = window
  if (offset < shallow) return { ...window, order }
  const start = await listing.start?.(db, query, order, offset)
  if (start) return { ...window, order, start }
  const total = await counting
  if (offset < total / 2) return { ...window, order }
  const limit = Math.max(0, Math.min(window.limit, total - offset))
  const back = { ...order, direction: order.direction === 'asc' ? 'desc' : 'asc' } as const
  return { offset: Math.max(0, total - offset - limit), limit, order: back }
}

function pageIds(db: TenantDatabase, listing: Listing, facts: ListFacts, query: ListQuery, place: Place) {
  const { order, start, offset, limit } = place
  const isOwn = order.columns.every((column) => column.startsWith(`${listing.table}.`))
  const rows = applyFilters(isOwn ? bare(listing, db, query) : listing.from(db, query), listing, facts, query)
  const from = start ? rows.where(reached(start, order.direction)) : rows
  // Spelled out, so that a plan for every page knows how little is read; and nothing is skipped on a first page.
  const length = usualLengths.has(limit) ? sql.lit(limit) : limit
  const page = ordered(from.select(`${listing.table}.id`), listing, order).limit(length)
  if (!start) return offset === 0 ? page : page.offset(offset)
  const reachedPage = page.offset(sql<bigint>`${offset}::bigint - ${start.before}`)
  return start.asked ? sql`(WITH start AS MATERIALIZED (${start.asked}) ${reachedPage})` : reachedPage
}
const usualLengths = new Set([10, 20, 25, 50, 100])

const reached = ({ columns, values }: PageAnchor, direction: Order['direction']) =>
  sql<boolean>`(${sql.join(columns.map((column) => sql.ref(column)))}) ${direction === 'asc' ? sql`>=` : sql`<=`} (${sql.join(values)})`

export async function countRows(matching: AnyQuery): Promise<number> {
  const row = await matching.clearSelect().select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  return (row as { total: number }).total
}

/** A list's rows by its filters and its keyword. */
export function applyFilters(from: AnyQuery, listing: Listing, facts: ListFacts, query: ListQuery): AnyQuery {
  let result = from
  for (const key of Object.keys(facts.filter)) {
    const value = query[key]
    if (value === undefined || value === null) continue
    const special = listing.filter?.[key]
    // The schema of the list has read it; each filter states the type of its own value.
    result = special ? special(result, value as never) : result.where(sql.ref(`${listing.table}.${key}`), '=', value)
  }
  if (!query.keyword || facts.search.length === 0) return result
  const pattern = likePattern(query.keyword)
  return (
    listing.search?.(result, pattern) ??
    result.where(sql<boolean>`${sql.ref(`${listing.table}.search_text`)} like ${pattern}`)
  )
}

// The id breaks ties, so that no row is on two pages.
const ordered = (query: AnyQuery, { table }: Listing, { columns, direction }: Order): AnyQuery =>
  [...columns, `${table}.id`].reduce((result, column) => result.orderBy(sql.ref(column), direction), query)

export function orderOf(listing: Listing, facts: ListFacts, ask: ListQuery): Order {
  const direction = ask.sort_order ?? (ask.sort_key === undefined && facts.order.startsWith('-') ? 'desc' : 'asc')
  const key = ask.sort_key ?? facts.order.replace('-', '')
  return { columns: [listing.sort?.[key] ?? `${listing.table}.${key}`].flat(), direction }
}

/** The keyword anywhere, folded as the stored text is; `%` and `_` are themselves. */
export const likePattern = (keyword: string): string => `%${normalizeForSearch(keyword).replace(/[\\%_]/g, '\\$&')}%`
