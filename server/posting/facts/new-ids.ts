import { sql } from 'kysely'
import type { Context } from '#server/core/context.ts'
import type { Need } from '#server/core/needs.ts'
import type { NumberedTable } from '../placeholders.ts'

/** Ids for rows that lines of an entry name: those are written by the ledger, which knows numbers only. Unused ones leave a gap. */
export const newIdsOf = (table: NumberedTable, count: number): Need<number[]> => ({
  load: (context) => nextIds(context, table, count),
})

export async function nextIds({ db }: Context, table: NumberedTable, count: number): Promise<number[]> {
  if (count === 0) return []
  const sequence = `${table}_id_seq`
  const { rows } = await sql<{ id: number }>`
    SELECT nextval(${sequence}::regclass) AS id FROM generate_series(1, ${count}::integer) ORDER BY 1`.execute(db)
  return rows.map(({ id }) => id)
}
