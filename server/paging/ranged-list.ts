import { type RawBuilder, sql } from 'kysely'
import { sumMaximum } from '#contract/documents/list-sums.ts'
import type { ListFacts, ListQuery } from '#contract/kit/envelope.ts'
import type { Context } from '#server/core/context.ts'
import { planFollowing } from '#server/db/tenant/verbs.ts'
import type { Answer } from '#server/http/pipeline.ts'
import { type AnyQuery, applyFilters, countRows, type Listing, listRows } from '#server/resource/list.ts'
import { type CounterList, isWanted } from './counter-list.ts'
import { pageBySorting } from './page-of-few.ts'
import type { Matches } from './resolve-keyword.ts'

type Range = Partial<Record<'date_from' | 'date_to' | 'amount_from' | 'amount_to', string>>
const ends = ['date_from', 'date_to', 'amount_from', 'amount_to'] as const

export const isRanged = (query: ListQuery): boolean =>
  isUncounted(query) || ends.some((end) => query[end] !== undefined)

/** By what no counter and no index of a range knows: the rows are few, and named by the listing itself. */
const isUncounted = ({ unanswered }: ListQuery): boolean => unanswered === true

/** Amounts are compared in ten-thousandths, as their index stores them. */
const units = (amount: string) => sql`(${amount}::numeric * 10000)::bigint`
const unitsColumn = { documents: 'total_units', payments: 'amount_units', manual_entries: 'amount' } as const

/** The filters by day and amount of a list of documents or payments. */
export function rangeFiltersOf({ table, day }: Pick<CounterList, 'table' | 'day'>): NonNullable<Listing['filter']> {
  const at = (row: string) => conditionsOf({ table, day }, row)
  return Object.fromEntries(
    ends.map((end) => [end, (query: AnyQuery, value: string) => query.where(at(table)[end](value))]),
  ) as NonNullable<Listing['filter']>
}

function conditionsOf({ table, day }: Pick<CounterList, 'table' | 'day'>, row: string) {
  const [date, amount] = [sql.ref(`${row}.${day}`), sql.ref(`${row}.${unitsColumn[table]}`)]
  return {
    date_from: (value: string) => sql<boolean>`${date} >= ${value}::date`,
    date_to: (value: string) => sql<boolean>`${date} <= ${value}::date`,
    amount_from: (value: string) => sql<boolean>`${amount} >= ${units(value)}`,
    amount_to: (value: string) => sql<boolean>`${amount} <= ${units(value)}`,
  }
}

type Ranged = {
  listing: Listing
  list: CounterList
  facts: ListFacts
  party_id: number | undefined
  late: string | undefined
  matches: Matches | null
}
const fewMaximum = 1000

/**
 * A page of a list that is filtered by day or amount. The counters by day give the total where only days are asked for. Few rows are
 * found by the index of the range and sorted; many are met soon in any order.
 */
export async function listRanged(context: Context, ranged: Ranged, query: ListQuery): Promise<Answer> {
  const { listing, list, facts, party_id, late, matches } = ranged
  const { db, session } = context
  // How wide the range is only its values say.
  planFollowing(db, 'values')
  const isOfDays = !isUncounted(query) && query.amount_from === undefined && query.amount_to === undefined
  const total = await (isOfDays && party_id === undefined && !late && !matches
    ? dayTotal(context, list, query)
    : countRows(rowsToCount(context, ranged, query)))
  const isFew = total <= fewMaximum && !matches && !isUncounted(query)
  return listRows(
    db,
    {
      ...listing,
      exactTotal: () => Promise.resolve(total),
      find: (_, order, window) =>
        isFew
          ? pageBySorting(
              session.organization_id,
              list,
              { party_id, late, ids: idsOf(context, list, query) },
              order,
              window,
            )
          : undefined,
    },
    facts,
    query,
  )
}

const rowsToCount = ({ db }: Context, { listing, facts }: Ranged, query: ListQuery): AnyQuery =>
  applyFilters((listing.withoutJoins ?? listing.from)(db, query), listing, facts, query)

function idsOf({ session }: Context, list: CounterList, query: ListQuery): RawBuilder<unknown> {
  const conditions = conditionsOf(list, 'row')
  const conditionsOfQuery = ends.flatMap((end) =>
    query[end] === undefined ? [] : [conditions[end](query[end] as string)],
  )
  return sql`SELECT row.id FROM ${sql.table(list.table)} AS row
    WHERE row.organization_id = ${session.organization_id} AND row.kind = ${list.kind} AND ${sql.join(conditionsOfQuery, sql` AND `)}`
}

async function dayTotal(
  { db }: Context,
  list: CounterList,
  { date_from, date_to }: ListQuery & Range,
): Promise<number> {
  const { total } = await db
    .selectFrom('document_counts_by_date')
    .select(sql<number>`coalesce(sum(count), 0)::bigint`.as('total'))
    .where('kind', '=', list.kind)
    .where(isWanted(list, 'status'))
    .$if(date_from !== undefined, (rows) => rows.where('day', '>=', date_from as string))
    .$if(date_to !== undefined, (rows) => rows.where('day', '<=', date_to as string))
    .executeTakeFirstOrThrow()
  return total
}

type Sum = { currency: unknown; count: number; total: string; remaining: string | null }

/** What all rows of the filters come to by currency; not of more than a maximum, which would read too much. Void rows count for nothing. */
export async function sumsOfList(context: Context, ranged: Ranged, query: ListQuery) {
  const { list } = ranged
  const { db } = context
  planFollowing(db, 'values')
  const amounts =
    list.table === 'payments'
      ? sql`payments.amount AS total, NULL::numeric AS remaining, payments.currency_id`
      : sql`documents.total AS total, CASE documents.state WHEN 'posted' THEN documents.total - documents.settled ELSE 0 END AS remaining, documents.currency_id`
  const rows = rowsToCount(context, ranged, query)
    .where(sql<boolean>`${sql.ref(`${list.table}.state`)} <> 'void'`)
    .clearSelect()
    .select(sql`1`.as('one'))
    // Three columns in one fragment; the builder's type takes one expression for each.
    .select(amounts as never)
    .limit(sumMaximum + 1)
  const { rows: sums } = await sql<Sum>`
    SELECT (SELECT to_json(currencies) FROM currencies WHERE currencies.id = summed.currency_id) AS currency, summed.count, summed.total, summed.remaining
    FROM (SELECT currency_id, count(*) AS count, sum(total) AS total, sum(remaining) AS remaining FROM (${rows}) AS row GROUP BY currency_id) AS summed
    ORDER BY summed.count DESC, summed.currency_id`.execute(db)
  const count = sums.reduce((all, sum) => all + sum.count, 0)
  const is_too_many = count > sumMaximum
  return { data: { is_too_many, maximum: sumMaximum, sums: is_too_many ? [] : sums } }
}
