import { sql } from 'kysely'
import type { Need } from '#server/core/needs.ts'
import type { NumberedTable } from '../placeholders.ts'

/** Ids for rows that lines of an entry name: those are written by the ledger, which knows numbers only. Unused ones leave a gap. */
export const newIdsOf = (table: NumberedTable, count: number): Need<number[]> => ({
  load: async ({ db }) => {
    if (count === 0) return []
    const { rows } = await sql<{ id: number }>`
      SELECT nextval(${`${table}_id_seq`}::regclass) AS id FROM generate_series(1, ${count}::integer) ORDER BY 1`.execute(
      db,
    )
    return rows.map(({ id }) => id)
  },
})
