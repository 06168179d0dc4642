import { type RawBuilder, sql } from 'kysely'
import type { TenantDatabase } from '#server/db/tenant/transaction.ts'
import type { Order, Window } from '#server/resource/list.ts'
import type { CounterList } from './counter-list.ts'
import { overdueCondition } from './overdue-condition.ts'

/**
 * Rows that are overdue on a day: all, of one party, of some parties and these ids, or of some parties and all rows
 * that match a pattern.
 */
export type Late = {
  day: string
  party_id?: number | undefined
  of?: { parties: readonly number[]; numbered: readonly number[] } | undefined
  having?: { parties: readonly number[]; pattern: string } | undefined
}

/** Up to this offset overdue rows are read run by run; beyond it the list is read in its order. */
export const isShallow = ({ offset }: Window): boolean => offset < 500

/** The number of overdue rows of a party or of a search, by the index of open documents per party. */
export async function countOverdue(
  db: TenantDatabase,
  organization: number,
  list: CounterList,
  late: Late,
): Promise<number> {
  const { parties, numbered } = late.of ?? { parties: [late.party_id as number], numbered: [] }
  const { rows } = await sql<{ total: number }>`
    SELECT (SELECT count(*) FROM unnest(${parties}::bigint[]) AS party (id) CROSS JOIN LATERAL (
        ${lateOf(organization, list, late.day, sql`1`, sql`row.party_id = party.id`)} OFFSET 0) AS theirs)
      + (SELECT count(*) FROM unnest(${numbered}::bigint[]) AS own (id) CROSS JOIN LATERAL (
        ${lateOf(organization, list, late.day, sql`row.party_id`, sql`row.id = own.id`)} OFFSET 0) AS one
        WHERE one.party_id NOT IN (SELECT unnest(${parties}::bigint[]))) AS total`.execute(db)
  return (rows[0] as { total: number }).total
}

/** The ids of all of them, if there are few. */
export function idsOfLate(organization: number, list: CounterList, late: Late): RawBuilder<unknown> {
  const { parties, numbered } = late.of ?? { parties: [late.party_id as number], numbered: [] }
  return sql`
    SELECT theirs.id FROM unnest(${parties}::bigint[]) AS party (id) CROSS JOIN LATERAL (
      ${lateOf(organization, list, late.day, sql`row.id`, sql`row.party_id = party.id`)} OFFSET 0) AS theirs
    UNION SELECT unnest(${numbered}::bigint[])`
}

// The condition on the total is always true for open documents. It keeps the planner away from the index by day, which
// lacks that column and would be read from end to end for one party.
const lateOf = (
  organization: number,
  { table, kind }: CounterList,
  day: string,
  columns: RawBuilder<unknown>,
  which: RawBuilder<unknown>,
) => sql`
  SELECT ${columns} FROM ${sql.table(table)} AS row
  WHERE row.organization_id = ${organization} AND row.kind = ${kind} AND ${overdueCondition('row', day)} AND ${which} AND row.total_base >= 0`

/**
 * The ids of one of the first pages of overdue rows, by day. Rows with the same day and due day form a run in the
 * index. Runs are read one after the other until the page is full; a day without overdue rows costs one look-up.
 */
export function overduePageByDate(
  organization: number,
  { table, kind, day }: CounterList,
  late: Late,
  { direction }: Pick<Order, 'direction'>,
  { offset, limit }: Window,
): RawBuilder<unknown> {
  const way = sql.raw(direction)
  const isDown = direction === 'desc'
  const dated = sql.ref(`row.${day}`)
  const today = sql`${late.day}::date`
  const reached = sql`${offset + limit}::bigint`
  const open = sql`row.organization_id = ${organization} AND row.kind = ${kind} AND row.state = 'posted' AND row.settled < row.total`
  // Rows of a day that are not due yet are skipped as a whole.
  const beyond = isDown
    ? sql`(${dated}, row.due_date) < (runs.day, least(runs.due, ${today}))`
    : sql`(${dated}, row.due_date) > (runs.day, CASE WHEN runs.due < ${today} THEN runs.due ELSE 'infinity' END)`
  const rowsOf = (run: string) =>
    sql`FROM ${sql.table(table)} AS row WHERE ${open} AND ${dated} = ${sql.ref(`${run}.day`)} AND row.due_date = ${sql.ref(`${run}.due`)}
      AND ${sql.ref(`${run}.due`)} < ${today} ${isMeant(late)}`
  const start = isDown ? sql`'infinity'::date` : sql`'-infinity'::date`
  return sql`(
    WITH RECURSIVE runs AS (
      SELECT ${start} AS day, ${start} AS due, 0::bigint AS before, 0::bigint AS found
      UNION ALL
      SELECT next.day, next.due, earlier.days, runs.found + met.count FROM runs
      CROSS JOIN LATERAL (
        SELECT ${dated} AS day, row.due_date AS due FROM ${sql.table(table)} AS row WHERE ${open} AND ${beyond}
        ORDER BY ${dated} ${way}, row.due_date ${way} LIMIT 1) AS next
      CROSS JOIN LATERAL (SELECT CASE WHEN next.day = runs.day THEN runs.before ELSE runs.found END AS days) AS earlier
      CROSS JOIN LATERAL (SELECT count(*) AS count FROM (SELECT ${rowsOf('next')} LIMIT ${reached}) AS row) AS met
      WHERE earlier.days < ${reached})
    SELECT row.id FROM runs CROSS JOIN LATERAL (SELECT row.id ${rowsOf('runs')} ORDER BY row.id ${way} LIMIT ${reached}) AS row
    ORDER BY runs.day ${way}, row.id ${way} LIMIT ${limit} OFFSET ${offset})`
}

function isMeant({ party_id, of, having }: Late): RawBuilder<unknown> {
  const among = (column: string, ids: readonly number[]) =>
    sql`${sql.ref(`row.${column}`)} IN (SELECT unnest(${ids}::bigint[]))`
  if (party_id !== undefined) return sql`AND row.party_id = ${party_id}`
  if (of) return sql`AND (${among('party_id', of.parties)} OR ${among('id', of.numbered)})`
  if (having) return sql`AND (${among('party_id', having.parties)} OR row.search_text LIKE ${having.pattern})`
  return sql``
}
