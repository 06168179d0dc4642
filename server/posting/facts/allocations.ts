import { type Selectable, sql } from 'kysely'
import type { DatedAmount } from '#ledger/allocation.ts'
import type { Context } from '#server/core/context.ts'
import type { Need } from '#server/core/needs.ts'
import type { Database } from '#server/db/schema.ts'

/** The source of an allocation: a payment, a note, a write-off or a set-off. */
export type AllocationSource =
  | { payment_id: number }
  | { note_id: number }
  | { write_off_id: number }
  | { set_off_id: number }
type SourceColumn = 'payment_id' | 'note_id' | 'write_off_id' | 'set_off_id'

export type StoredAllocation = Selectable<Database['allocations']>
/** An allocation that was active between its own day and the day of its reversal. */
export type AllocationBetween = {
  own: StoredAllocation
  undo: { id: number; allocation_date: string; entry_id: number | null }
}
/** The allocations of a source: those that are active, and those that were reversed alone on a later day. */
export type AllocationsOf = { active: StoredAllocation[]; between: AllocationBetween[] }

/** The allocations of a source, oldest first. */
export const allocationsOf = (source: AllocationSource): Need<AllocationsOf> => ({
  load: (context) => loadAllocations(context, source),
})

async function loadAllocations({ db }: Context, source: AllocationSource): Promise<AllocationsOf> {
  const [[column, id]] = Object.entries(source) as [[SourceColumn, number]]
  const rows = await db
    .selectFrom('allocations')
    .leftJoin('allocations as undo', (join) => join.onRef('undo.reverses_id', '=', 'allocations.id'))
    .leftJoin('allocations as mirrored', (join) => join.onRef('mirrored.reverses_id', '=', 'undo.id'))
    .selectAll('allocations')
    .select(['undo.id as undo_id', 'undo.allocation_date as undo_date', 'undo.entry_id as undo_entry_id'])
    .where(`allocations.${column}`, '=', id)
    .where('allocations.reverses_id', 'is', null)
    .where('mirrored.id', 'is', null)
    .orderBy('allocations.id')
    .execute()
  return {
    active: rows.filter((row) => row.undo_id === null),
    between: rows.flatMap(({ undo_id, undo_date, undo_entry_id, ...own }) =>
      undo_id !== null && undo_date !== null && undo_date > own.allocation_date
        ? [{ own, undo: { id: undo_id, allocation_date: undo_date, entry_id: undo_entry_id } }]
        : [],
    ),
  }
}

export type SettledByDay = readonly (DatedAmount & { document_id: number })[]

/**
 * What is settled of documents by day, of those from which an allocation was ever reversed. `corrected`: without the allocations of
 * this payment, which are reversed on their own days.
 */
export const settledByDay = (ids: readonly number[], corrected: number | null = null): Need<SettledByDay> => ({
  load: async ({ db, session }) => {
    if (ids.length === 0) return []
    const organization = session.organization_id
    const { rows } = await sql<DatedAmount & { document_id: number }>`
      SELECT document_id, allocation_date AS day, sum(amount) AS amount FROM allocations
      WHERE organization_id = ${organization} AND document_id = ANY (ARRAY(
          SELECT id FROM documents
          WHERE organization_id = ${organization} AND id = ANY (${[...ids]}::bigint[]) AND last_unsettled_on IS NOT NULL))
        AND payment_id IS DISTINCT FROM ${corrected ?? 0}::bigint
      GROUP BY 1, 2`.execute(db)
    return rows
  },
})

/** Uses of an advance and their reversals, by day. */
export const usesOf = (source: AllocationSource): Need<DatedAmount[]> => ({
  load: async ({ db, session }) => {
    const [[column, id]] = Object.entries(source) as [[SourceColumn, number]]
    const own = sql`organization_id = ${session.organization_id} AND ${sql.ref(column)} = ${id}`
    const { rows } = await sql<DatedAmount>`
      SELECT allocation_date AS day, amount FROM allocations WHERE ${own}
      UNION ALL
      SELECT refund_date, amount FROM refunds WHERE ${own} AND (state = 'posted' OR entry_id IS NOT NULL)
      UNION ALL
      SELECT reversal.entry_date, -refund.amount FROM (SELECT * FROM refunds WHERE ${own} AND state = 'void') AS refund
      JOIN journal_entries AS reversal
        ON reversal.organization_id = refund.organization_id AND reversal.reverses_id = refund.entry_id`.execute(db)
    return rows
  },
})
