import { sql } from 'kysely'
import type { NoteKind } from '#contract/documents/notes.ts'
import { decimal, text } from '#ledger/money.ts'
import { writeOffUnstocked } from '#server/catalog/count-product.ts'
import { lockStock, writeMoves } from '#server/catalog/move-stock.ts'
import { refuseNegativeStock } from '#server/catalog/negative-stock.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { restoreDeferrals, takenByNote } from '#server/deferrals/credit-deferrals.ts'
import { requireUnlocked } from '#server/documents/lock-document.ts'
import { movedProducts, reversalMoves } from '#server/documents/stock/reversal-moves.ts'
import { loadAccounts } from '#server/journal/accounts.ts'
import { lockPeriod } from '#server/journal/periods.ts'
import { reverseEntry } from '#server/journal/posting/reverse-entry.ts'
import { planDissolvedAllocations, planReversedAllocations, reversalOf } from '#server/payments/plan-allocations.ts'
import { allocationsOf, type StoredAllocation } from '#server/posting/facts/allocations.ts'
import { openItems, workingCopies } from '#server/posting/facts/open-items.ts'
import { Plan } from '#server/posting/plan.ts'
import { callerOf } from '#server/posting/run-write.ts'
import { writePlan } from '#server/posting/write-plan.ts'
import { updateOriginal } from './write-note.ts'

/**
 * Takes a note back while it is not issued: every entry of it is reversed on its own day, what it was applied to is
 * open again, its goods move back. One whose money was refunded, or that was paid, stays.
 */
export async function voidNote(context: Context, kind: NoteKind, id: number): Promise<void> {
  const { side } = kind
  const glimpsed = await noteRow(context, kind, id)
  if (glimpsed.state !== 'posted') throw new Refusal('document_void', { field: 'status' })
  const live = await activeEntries(context, kind.name, id)
  const periods = new Map([
    [glimpsed.document_date, await lockPeriod(context, glimpsed.document_date, 'note_date', side.name)],
  ])
  for (const date of [...new Set(live.map((entry) => entry.entry_date))].sort())
    if (!periods.has(date)) periods.set(date, await lockPeriod(context, date, 'note_date', side.name))
  const { active, between } = await allocationsOf({ note_id: id }).load(context)
  const targets = active.map((row) => row.document_id)
  const { reference_id } = glimpsed
  const documents = await openItems([id, ...(reference_id === null ? [] : [reference_id]), ...targets]).load(context)
  const note = await noteRow(context, kind, id)
  requireUnlocked(note, context)
  await refuseRefunded(context, note)
  const [undone, taken] = await Promise.all([reversalMoves(context, note), takenByNote(context, id)])
  const stock = await lockStock(context, movedProducts(undone))
  await refuseNegativeStock(context, undone.moves, 'note_moved_on')
  const reversals = new Map<number, number>()
  for (const entry of live) {
    const period = periods.get(entry.entry_date)
    if (!period) throw new Refusal('conflict_retry')
    const reversal = await reverseEntry(context, period, entry.id, note.revision)
    if (reversal !== null) reversals.set(entry.id, reversal)
  }
  await restoreDeferrals(context, taken)
  await writeMoves(context, stock, undone.moves, reversals.get(note.entry_id ?? 0) ?? null)
  const reversedOn = ({ entry_id, allocation_date }: Pick<StoredAllocation, 'entry_id' | 'allocation_date'>) => ({
    ...{ entry_id: reversalOf(reversals, entry_id), date: allocation_date },
  })
  const plan = new Plan(callerOf(context), await loadAccounts(context))
  planReversedAllocations(plan, side, active, workingCopies(documents), reversedOn)
  planDissolvedAllocations(plan, between, reversedOn)
  await writePlan(context, plan)
  if (reference_id !== null)
    await updateOriginal(context, reference_id, kind.lowers ? text(decimal(note.total).neg()) : '0', -1)
  await context.db
    .updateTable('documents')
    .set({
      state: 'void',
      status: 'void',
      settled: '0',
      settled_base: '0',
      voided_at: context.services.clock.now(),
      version: sql`version + 1`,
    })
    .where('id', '=', id)
    .execute()
  await writeOffUnstocked(context, movedProducts(undone))
}

/** The entries of a note that no reversal has cancelled yet. */
function activeEntries({ db }: Context, source: string, id: number) {
  return db
    .selectFrom('journal_entries as entry')
    .leftJoin('journal_entries as reversal', (join) => join.onRef('reversal.reverses_id', '=', 'entry.id'))
    .select(['entry.id', 'entry.entry_date'])
    .where('entry.source', '=', source)
    .where('entry.source_id', '=', id)
    .where('entry.reverses_id', 'is', null)
    .where('reversal.id', 'is', null)
    .orderBy('entry.id')
    .execute()
}

async function refuseRefunded(context: Context, note: NoteRow): Promise<void> {
  const refunded = await context.db
    .selectFrom('refunds')
    .select('id')
    .where('note_id', '=', note.id)
    .where('state', '=', 'posted')
    .executeTakeFirst()
  if (refunded) throw new Refusal('has_refunds', { field: 'status' })
}

type NoteRow = Awaited<ReturnType<typeof noteRow>>

async function noteRow({ db }: Context, kind: NoteKind, id: number) {
  const row = await db
    .selectFrom('documents')
    .selectAll()
    .where('id', '=', id)
    .where('kind', '=', kind.name)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return row
}
