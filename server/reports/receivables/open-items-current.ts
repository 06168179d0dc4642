import { type RawBuilder, sql } from 'kysely'
import type { Side } from '#contract/documents/sides.ts'
import type { Context } from '#server/core/context.ts'

/** Which due dates are requested, and which rows. */
export type Page = { isAsked: RawBuilder<unknown>; offset: number; limit: number }

/**
 * The condition that the open items as of a day are those of now: nothing was settled, reversed or entered with a later
 * date. Then the totals by due day are materialized already (`document_counts_by_due_date`).
 */
export function nothingChangedSince({ session }: Context, side: Side, to: string): RawBuilder<boolean> {
  const own = sql`organization_id = ${session.organization_id}`
  const kinds = sql`kind = ANY (${side.openKinds}::text[])`
  return sql`(NOT EXISTS (SELECT 1 FROM documents WHERE ${own} AND ${kinds} AND last_settled_on > ${to}::date)
    AND NOT EXISTS (SELECT 1 FROM documents WHERE ${own} AND first_settled_on < document_date AND document_date > ${to}::date)
    AND NOT EXISTS (SELECT 1 FROM documents WHERE ${own} AND ${kinds} AND state = 'posted' AND settled < total AND document_date > ${to}::date)
    AND NOT EXISTS (SELECT 1 FROM journal_entries WHERE ${own} AND reverses_id IS NOT NULL AND entry_date > ${to}::date))`
}

/**
 * A page of what is open now, of all parties or of one, ordered by due date: rows of `party_id, document_id, entry_id,
 * due_date, amount`, and the `whole` total. The days of the page come from the counters, or from the party's range of
 * the index, and only documents due on those days are read.
 */
export function currentOpenItemsPage(
  { session }: Context,
  { side, party }: { side: Side; party: { id: number } | null },
  { isAsked, offset, limit }: Page,
): RawBuilder<unknown> {
  const own = sql`organization_id = ${session.organization_id}`
  // One kind at a time, each written as in its index.
  const ofKinds = (columns: RawBuilder<unknown>, more: RawBuilder<unknown>) =>
    sql.join(
      side.openKinds.map(
        (kind) => sql`SELECT ${columns} FROM documents
          WHERE ${own} AND kind = ${kind} ${party ? sql`AND party_id = ${party.id}` : sql``} AND state = 'posted' AND settled < total ${more}`,
      ),
      sql` UNION ALL `,
    )
  const counted = party
    ? sql`(${ofKinds(sql`due_date, count(*) AS count, sum(total_base - settled_base) AS open_base`, sql`GROUP BY due_date`)}) AS counted WHERE`
    : sql`document_counts_by_due_date WHERE ${own} AND is_open AND kind = ANY (${side.openKinds}::text[]) AND`
  const ofDays = ofKinds(
    sql`party_id, id AS document_id, entry_id, due_date, total_base - settled_base AS amount`,
    sql`AND due_date BETWEEN days.first AND days.last`,
  )
  return sql`
    WITH due AS MATERIALIZED (
      SELECT due_date, sum(count) AS count, sum(open_base) AS open_base FROM ${counted} (${isAsked}) GROUP BY due_date HAVING sum(count) > 0),
    placed AS (SELECT due_date, count, sum(count) OVER (ORDER BY due_date) AS until FROM due),
    days AS MATERIALIZED (
      SELECT min(due_date) AS first, max(due_date) AS last, min(until - count) AS before FROM placed
      WHERE until > ${offset}::bigint AND until - count < ${offset}::bigint + ${limit}::bigint)
    SELECT item.*, (SELECT sum(open_base) FROM due) AS whole
    FROM days CROSS JOIN LATERAL (${ofDays}) AS item WHERE ${isAsked}
    ORDER BY due_date, document_id OFFSET ${offset}::bigint - (SELECT before FROM days) LIMIT ${limit}`
}
