import { type RawBuilder, sql } from 'kysely'
import type { TenantDatabase } from '#server/db/tenant/transaction.ts'
import type { Order, Window } from '#server/resource/list.ts'
import type { CounterList } from './counter-list.ts'

/** Rows that are late on a day, perhaps only those of a party, of parties beside some with these ids, or beside all with a pattern in their text. */
export type Late = {
  day: string
  party_id?: number | undefined
  of?: { parties: readonly number[]; numbered: readonly number[] } | undefined
  having?: { parties: readonly number[]; pattern: string } | undefined
}

/** Spelled as the index of what is open spells it. */
export const overdueCondition = (row: string, day: string): RawBuilder<boolean> => {
  const column = (name: string) => sql.ref(`${row}.${name}`)
  return sql`${column('state')} = 'posted' AND ${column('settled')} < ${column('total')} AND ${column('due_date')} < ${day}::date`
}

/** So far down what is late is met run by run; further it is walked to. */
export const isShallow = ({ offset }: Window): boolean => offset < 500

/** How many are late of a party or of what is found: by the index of what is open of each party. */
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

/** The ids of all of them, where they are few. */
export function idsOfLate(organization: number, list: CounterList, late: Late): RawBuilder<unknown> {
  const { parties, numbered } = late.of ?? { parties: [late.party_id as number], numbered: [] }
  return sql`
    SELECT theirs.id FROM unnest(${parties}::bigint[]) AS party (id) CROSS JOIN LATERAL (
      ${lateOf(organization, list, late.day, sql`row.id`, sql`row.party_id = party.id`)} OFFSET 0) AS theirs
    UNION SELECT unnest(${numbered}::bigint[])`
}

// Their total, of which anything is open, is asked for so that the index by day, which does not have it, is not read through for a party.
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
 * The ids of one of the first pages of what is late, by day. Rows of one day that are due on one day stand together in the
 * index: it is asked for one such run after the other, a day of which none is late yet is one look-up, and no further than
 * the day on which the page is full.
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
  // What is not late yet of a day is passed over as a whole.
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
