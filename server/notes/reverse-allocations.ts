import { sql } from 'kysely'
import type { Side } from '#contract/documents/sides.ts'
import { decimal, text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import type { AllocationSource } from '#server/posting/facts/allocations.ts'
import { type LockedDocument, settleDocuments } from './settle.ts'

/** The allocations of a source, oldest first, each with its reversal if it has one. */
function allocationsOf({ db }: Context, source: AllocationSource) {
  const [[column, id]] = Object.entries(source) as [['payment_id' | 'note_id' | 'write_off_id' | 'set_off_id', number]]
  return db
    .selectFrom('allocations')
    .leftJoin('allocations as undo', (join) => join.onRef('undo.reverses_id', '=', 'allocations.id'))
    .selectAll('allocations')
    .where(`allocations.${column}`, '=', id)
    .where('allocations.reverses_id', 'is', null)
    .orderBy('allocations.id')
}

/** The allocations of a source that are not reversed, oldest first. */
export const activeAllocations = (context: Context, source: AllocationSource) =>
  allocationsOf(context, source).where('undo.id', 'is', null).execute()

/**
 * The allocations that are reversed together with their source: those that are active, and those that were reversed
 * alone on a later day. Of the latter both entries are reversed, so that neither affects the days between.
 */
export async function allocationsMadeBy(context: Context, source: AllocationSource): Promise<Applied> {
  const rows = await allocationsOf(context, source)
    .leftJoin('allocations as mirrored', (join) => join.onRef('mirrored.reverses_id', '=', 'undo.id'))
    .where('mirrored.id', 'is', null)
    .select(['undo.id as undo_id', 'undo.allocation_date as undo_date', 'undo.entry_id as undo_entry_id'])
    .execute()
  return {
    standing: rows.filter((row) => row.undo_id === null),
    between: rows.flatMap(({ undo_id, undo_date, undo_entry_id, ...own }) =>
      undo_id !== null && undo_date !== null && undo_date > own.allocation_date
        ? [{ own, undo: { id: undo_id, allocation_date: undo_date, entry_id: undo_entry_id } }]
        : [],
    ),
  }
}

export type Posted = Pick<Standing[number], 'allocation_date' | 'entry_id'>
/** An allocation that was active between its own date and the date of its reversal. */
type Between = { own: Posted & { document_id: number }; undo: Posted & { id: number } }
export type Applied = { standing: Standing; between: Between[] }
type UndoneAt = { entry_id: number | null; date: string }

/** The reversal of the entry of an allocation. An allocation worth zero has no entry. */
export const reversalEntryOf = (reversals: ReadonlyMap<number, number>, { entry_id }: Posted): number | null =>
  entry_id === null ? null : (reversals.get(entry_id) ?? entry_id)

export type Standing = Awaited<ReturnType<typeof activeAllocations>>

/**
 * Reverses allocations by negative rows. The status of their documents follows; nothing is awaited. `undoneBy` gives
 * the date and the entry.
 */
export async function undoAllocations(
  context: Context,
  side: Side,
  standing: Standing,
  documents: Map<number, LockedDocument>,
  undoneBy: (row: Standing[number]) => UndoneAt,
): Promise<void> {
  if (standing.length === 0) return
  const negative = (amount: string) => text(decimal(amount).neg())
  const undone = context.db
    .insertInto('allocations')
    .values(
      standing.map((row) => ({
        document_id: row.document_id,
        payment_id: row.payment_id,
        note_id: row.note_id,
        write_off_id: row.write_off_id,
        advance_id: row.advance_id,
        set_off_id: row.set_off_id,
        payment_revision: row.payment_revision,
        allocation_date: undoneBy(row).date,
        amount: negative(row.amount),
        carrying_base: negative(row.carrying_base),
        source_base: negative(row.source_base),
        fx_difference_base: negative(row.fx_difference_base),
        entry_id: undoneBy(row).entry_id,
        reverses_id: row.id,
      })),
    )
    .execute()
  const settlements = standing.map((row) => ({
    document: documents.get(row.document_id) as LockedDocument,
    amount: negative(row.amount),
    carrying_base: negative(row.carrying_base),
    date: undoneBy(row).date,
  }))
  await Promise.all([undone, settleDocuments(context, side, settlements)])
}

/**
 * Reverses both the allocation and its reversal, where it was active for some time. What is open today does not change.
 */
export async function allocationsToReverse(
  { db, session }: Context,
  rows: readonly Between[],
  undoneBy: (row: Posted) => UndoneAt,
): Promise<void> {
  const given = rows
    .map(({ own, undo }) => ({ undo_id: undo.id, undo: undoneBy(undo), own: undoneBy(own) }))
    .filter(({ undo, own }) => undo.date !== own.date)
    .map(({ undo_id, undo, own }) => ({
      ...{ undo_id, again_on: undo.date, again_in: undo.entry_id },
      ...{ gone_on: own.date, gone_in: own.entry_id },
    }))
  if (given.length === 0) return
  await sql`
    WITH given AS (SELECT * FROM jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      AS given (undo_id bigint, again_on date, again_in bigint, gone_on date, gone_in bigint)),
    again AS (
      INSERT INTO allocations (organization_id, document_id, payment_id, note_id, write_off_id, advance_id, set_off_id, payment_revision,
        allocation_date, amount, carrying_base, source_base, fx_difference_base, entry_id, reverses_id)
      SELECT undo.organization_id, undo.document_id, undo.payment_id, undo.note_id, undo.write_off_id, undo.advance_id, undo.set_off_id, undo.payment_revision, given.again_on, -undo.amount,
        -undo.carrying_base, -undo.source_base, -undo.fx_difference_base, given.again_in, undo.id
      FROM given JOIN allocations AS undo ON undo.organization_id = ${session.organization_id} AND undo.id = given.undo_id
      RETURNING *)
    INSERT INTO allocations (organization_id, document_id, payment_id, note_id, write_off_id, advance_id, set_off_id, payment_revision,
      allocation_date, amount, carrying_base, source_base, fx_difference_base, entry_id, reverses_id)
    SELECT again.organization_id, again.document_id, again.payment_id, again.note_id, again.write_off_id, again.advance_id, again.set_off_id, again.payment_revision, given.gone_on, -again.amount,
      -again.carrying_base, -again.source_base, -again.fx_difference_base, given.gone_in, again.id
    FROM again JOIN given ON given.undo_id = again.reverses_id`.execute(db)
}
