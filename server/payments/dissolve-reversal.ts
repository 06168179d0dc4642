import { sql } from 'kysely'
import type { Side } from '#contract/documents/sides.ts'
import type { Context } from '#server/core/context.ts'
import { lockPeriod } from '#server/journal/periods.ts'
import { reverseEntry } from '#server/journal/posting/reverse-entry.ts'
import { type AllocationSource, allocationsMadeBy, allocationsToReverse, type Posted } from './reverse-allocations.ts'

// Removes a record and its reversal on a later day, each on its own day, so that neither affects the days between. Only for the undo of an
// import: what is open today does not change.

type Stored = { id: number; entry_date: string; source_revision: number }

/** The entries that were reversed, and the source of the allocations that were reversed with them. */
export async function dissolveReversals(
  context: Context,
  side: Side,
  { entries, source }: { entries: readonly number[]; source: AllocationSource | null },
): Promise<void> {
  const made = new Map<number, number>()
  for (const { own, reversal } of await pairsOf(context, entries)) {
    const again = await mirror(context, side, reversal)
    if (again === null) continue
    made.set(reversal.id, again)
    const gone = await mirror(context, side, { ...own, id: again })
    if (gone !== null) made.set(own.id, gone)
  }
  if (source === null) return
  const { between } = await allocationsMadeBy(context, source)
  await allocationsToReverse(context, between, dissolvedBy(made))
}

/** An allocation with an entry of its own. One that was made with its payment or note is removed with that. */
export async function dissolveAllocation(
  context: Context,
  side: Side,
  source: AllocationSource,
  document: number,
): Promise<void> {
  const { between } = await allocationsMadeBy(context, source)
  const ofDocument = between.filter(({ own }) => own.document_id === document)
  const ids = ofDocument.flatMap(({ own, undo }) => [own.entry_id, undo.entry_id])
  const stored = new Map((await storedEntries(context, ids)).map((entry) => [entry.id, entry]))
  const rows = ofDocument.filter(({ own }) => own.entry_id === null || stored.get(own.entry_id)?.kind === 'allocation')
  const made = new Map<number, number>()
  for (const id of new Set(rows.flatMap(({ own, undo }) => [own.entry_id, undo.entry_id]))) {
    const entry = id === null ? undefined : stored.get(id)
    const reversal = entry ? await mirror(context, side, entry) : null
    if (entry && reversal !== null) made.set(entry.id, reversal)
  }
  await allocationsToReverse(context, rows, dissolvedBy(made))
}

/** The entries of a payment that are no reversals. */
export async function paymentEntries({ db }: Context, side: Side, id: number): Promise<number[]> {
  const rows = await db
    .selectFrom('journal_entries')
    .select('id')
    .where('source', '=', side.payment)
    .where('source_id', '=', id)
    .where('reverses_id', 'is', null)
    .execute()
  return rows.map((entry) => entry.id)
}

/** Whether an entry of a record was reversed, and the reversal was reversed as well. */
export async function isDissolved({ db, session }: Context, entries: readonly (number | null)[]): Promise<boolean> {
  const { rows } = await sql`SELECT FROM journal_entries AS reversal
    JOIN journal_entries AS again ON again.organization_id = reversal.organization_id AND again.reverses_id = reversal.id
    WHERE reversal.organization_id = ${session.organization_id} AND reversal.reverses_id = ANY (${entries.filter((id) => id !== null)}::bigint[])`.execute(
    db,
  )
  return rows.length > 0
}

/** Whether the allocations of a source to a document were reversed on a later day, and both were removed again, or will be with the source. */
export async function isAllocationDissolved(
  { db, session }: Context,
  source: AllocationSource,
  document: number,
): Promise<boolean> {
  const [[column, id]] = Object.entries(source) as [[string, number]]
  const { rows } = await sql`SELECT FROM allocations AS undo
    JOIN allocations AS again ON again.organization_id = undo.organization_id AND again.reverses_id = undo.id
    WHERE undo.organization_id = ${session.organization_id} AND undo.${sql.id(column)} = ${id} AND undo.document_id = ${document}`.execute(
    db,
  )
  return rows.length > 0
}

async function mirror(context: Context, side: Side, { id, entry_date, source_revision }: Stored) {
  const period = await lockPeriod(context, entry_date, 'date', side.name)
  return reverseEntry(context, period, id, source_revision, { date: entry_date })
}

const dissolvedBy =
  (made: ReadonlyMap<number, number>) =>
  ({ entry_id, allocation_date }: Posted) => ({
    entry_id: entry_id === null ? null : (made.get(entry_id) ?? entry_id),
    date: allocation_date,
  })

const storedEntries = async ({ db }: Context, ids: readonly (number | null)[]) =>
  db
    .selectFrom('journal_entries')
    .select(['id', 'entry_date', 'source_revision', 'kind'])
    .where('id', '=', sql<number>`ANY (${ids.filter((id) => id !== null)}::bigint[])`)
    .execute()

/** Each entry with its reversal, unless that was reversed itself. */
async function pairsOf({ db, session }: Context, entries: readonly number[]) {
  const { rows } = await sql<{ own: Stored; reversal: Stored }>`
    SELECT json_build_object('id', own.id, 'entry_date', own.entry_date, 'source_revision', own.source_revision) AS own,
      json_build_object('id', reversal.id, 'entry_date', reversal.entry_date, 'source_revision', reversal.source_revision) AS reversal
    FROM journal_entries AS own
    JOIN journal_entries AS reversal ON reversal.organization_id = own.organization_id AND reversal.reverses_id = own.id
    WHERE own.organization_id = ${session.organization_id} AND own.id = ANY (${[...entries]}::bigint[])
      AND NOT EXISTS (SELECT FROM journal_entries AS again
        WHERE again.organization_id = own.organization_id AND again.reverses_id = reversal.id)
    ORDER BY own.id`.execute(db)
  return rows
}
