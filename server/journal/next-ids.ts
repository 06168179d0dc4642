import { sql } from 'kysely'
import type { Context } from '#server/kit/context.ts'

/** The ids of a record and of its entry, taken before anything is written so that all of it can be sent at once. */
export async function nextIds({ db }: Context, table: 'documents' | 'payments') {
  const { rows } = await sql<{ id: number; entry_id: number }>`
    SELECT nextval(${`${table}_id_seq`}) AS id, nextval('journal_entries_id_seq') AS entry_id`.execute(db)
  return rows[0] as { id: number; entry_id: number }
}
