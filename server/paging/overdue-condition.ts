import { type RawBuilder, sql } from 'kysely'

/** Written exactly as in the partial index of open documents. */
export const overdueCondition = (row: string, day: string): RawBuilder<boolean> => {
  const column = (name: string) => sql.ref(`${row}.${name}`)
  return sql`${column('state')} = 'posted' AND ${column('settled')} < ${column('total')} AND ${column('due_date')} < ${day}::date`
}
