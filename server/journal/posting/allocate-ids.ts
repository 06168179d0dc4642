import { sql } from 'kysely'
import type { Context } from '#server/core/context.ts'

export type Ids = { id: number; entry_id: number }

/** The ids of a record and of its entry, taken before anything is written so that all of it can be sent at once. */
export async function allocateIds({ db }: Context, table: 'documents' | 'payments') {
  const { rows } = await sql<Ids>`
    SELECT nextval(${`${table}_id_seq`}) AS id, nextval('journal_entries_id_seq') AS entry_id`.execute(db)
  return rows[0] as Ids
}

/** The same of many, in one statement. */
export async function nextIdsOf({ db }: Context, count: number): Promise<Ids[]> {
  if (count === 0) return []
  const { rows } = await sql<Ids>`
    SELECT nextval('documents_id_seq') AS id, nextval('journal_entries_id_seq') AS entry_id FROM generate_series(1, ${count}::integer) ORDER BY 1`.execute(
    db,
  )
  return rows
}
