import { sql } from 'kysely'
import type { Answer } from '#server/http/pipeline.ts'
import { type AnyQuery, countRows, likePattern } from '#server/resource/list.ts'

export type OptionAsk = { keyword?: string; page: number; per_page: number }

/** A page of an option list, matched by the keyword. */
export async function optionRows(
  query: AnyQuery,
  table: string,
  ask: OptionAsk,
  order: string,
  direction: 'asc' | 'desc' = 'asc',
): Promise<Answer> {
  const found = ask.keyword
    ? query.where(sql<boolean>`${sql.ref(`${table}.search_text`)} like ${likePattern(ask.keyword)}`)
    : query
  return optionPage(found, found.orderBy(sql.ref(order), direction).orderBy(sql.ref(`${table}.id`)), ask)
}

/** One page of `ordered`, and the total number of matches, so that a client knows when it has only a part. */
export async function optionPage(
  matching: AnyQuery,
  ordered: AnyQuery,
  { page, per_page }: OptionAsk,
): Promise<Answer> {
  const data = await ordered
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute()
  const isAll = page === 1 && data.length < per_page
  return { data, meta: { total: isAll ? data.length : await countRows(matching) } }
}
