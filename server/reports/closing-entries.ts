import { sql } from 'kysely'
import type { Range } from '#ledger/calendar.ts'
import type { Context } from '#server/kit/context.ts'

/** The entries that closed or reopened a year in a range: they lie on its last day, so few entries are looked at. */
export async function closingEntries({ db, session }: Context, { from, to }: Range): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT entry.id FROM financial_years AS year
    JOIN journal_entries AS entry ON entry.organization_id = ${session.organization_id} AND entry.entry_date = year.ended_at AND entry.kind = 'closing'
    WHERE year.organization_id = ${session.organization_id} AND year.ended_at BETWEEN ${from}::date AND ${to}::date`.execute(
    db,
  )
  return rows.map((row) => row.id)
}
