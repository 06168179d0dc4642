import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#server/core/context.ts'

export type DueRetentions = { count: number; amount: string; day: string | null }

/** Documents of which something was retained at the end of a day although its day of release had come, in base currency. */
export async function dueRetentions({ db, session }: Context, to: string): Promise<DueRetentions> {
  const { rows } = await sql<DueRetentions>`
    SELECT count(*)::integer AS count, coalesce(sum(held.amount), 0)::text AS amount, min(document.retention_release_date)::text AS day
    FROM (${retainedAt(session.organization_id, to)}) AS held
    JOIN documents AS document ON document.organization_id = ${session.organization_id} AND document.id = held.document_id
    WHERE document.retention_release_date <= ${to}::date`.execute(db)
  return rows[0] as DueRetentions
}

/** What is retained of each document at the end of a day: rows of `document_id, amount, original`, in base currency. */
export const retainedAt = (own: number, to: string): RawBuilder<unknown> => sql`
  SELECT allocation.document_id, sum(allocation.carrying_base) AS amount,
    coalesce(sum(allocation.carrying_base) FILTER (WHERE move.kind = 'kept'), 0) AS original
  FROM allocations AS allocation
  JOIN retention_moves AS move ON move.organization_id = ${own} AND move.id = allocation.retention_move_id
  WHERE allocation.organization_id = ${own} AND allocation.retention_move_id IS NOT NULL AND allocation.allocation_date <= ${to}::date
  GROUP BY allocation.document_id HAVING sum(allocation.carrying_base) <> 0`

/** What is retained of the documents of some parties at the end of a day, in base currency. */
export async function retainedOfParties(
  { db, session }: Context,
  ids: readonly number[],
  to: string,
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ party_id: number; amount: string }>`
    SELECT document.party_id, sum(held.amount)::text AS amount
    FROM (${retainedAt(session.organization_id, to)}) AS held
    JOIN documents AS document ON document.organization_id = ${session.organization_id} AND document.id = held.document_id
      AND document.party_id = ANY (${[...ids]}::bigint[])
    GROUP BY document.party_id`.execute(db)
  return new Map(rows.map(({ party_id, amount }) => [party_id, amount]))
}
