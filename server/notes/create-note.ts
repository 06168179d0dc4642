import { sql } from 'kysely'
import type { NoteKind } from '#contract/notes.ts'
import type { Allocated } from '#ledger/allocation.ts'
import { type Decimal, decimal, smallest, text, zero } from '#ledger/money.ts'
import { settlementStatus } from '#ledger/settlement-status.ts'
import { writeMoves } from '#server/catalog/move-stock.ts'
import { writeCosts } from '#server/documents/write-document.ts'
import { lockPeriod } from '#server/journal/periods.ts'
import { post } from '#server/journal/post.ts'
import type { Context } from '#server/kit/context.ts'
import { Refusal } from '#server/kit/refusal.ts'
import { allocateReferences, type LockedDocument, lockDocuments } from '#server/payments/settle.ts'
import { writeAllocations } from '#server/payments/write-allocations.ts'
import { noteEntry } from './note-entry.ts'
import { type NoteFigures, type NoteLineAsk, noteFigures } from './note-figures.ts'
import { noteNumber } from './note-number.ts'
import { noteStock } from './note-stock.ts'
import { notedDocument } from './noted-document.ts'
import { insertNote, noteOn } from './write-note.ts'

type Ask = {
  note_number?: string | null
  note_date: string
  reason: string
  lines: NoteLineAsk[]
  version?: number
}

/**
 * Issues a note on a posted document (V25 to V28): its own number, entry and stock; one that lowers is applied to its
 * document first, and what that no longer owes becomes the party's advance. Answers the note's id.
 */
export async function createNote(context: Context, kind: NoteKind, documentId: number, ask: Ask): Promise<number> {
  const { side } = kind
  const glimpsed = await notedDocument(context, kind, documentId)
  if (ask.note_date < glimpsed.row.document_date) throw new Refusal('date_before_source', { field: 'note_date' })
  if (ask.note_date > context.today) throw new Refusal('date_in_future', { field: 'note_date' })
  const period = await lockPeriod(context, ask.note_date, 'note_date', side.name)
  const documents = await lockDocuments(context, [documentId])
  const document = await notedDocument(context, kind, documentId)
  if (ask.version !== undefined && ask.version !== document.row.version) throw new Refusal('stale_version')
  const figures = noteFigures(context, kind, document, ask.lines)
  const id = await insertNote(context, kind, document, { date: ask.note_date, reason: ask.reason }, figures)
  const plan = await noteStock(context, kind, { date: ask.note_date, note_id: id }, figures)
  const applied = apply(context, kind, ask.note_date, documents.get(documentId) as LockedDocument, figures)
  const entry = noteEntry(context, kind, id, document, figures, plan, applied)
  const number = await noteNumber(context, kind, ask, document.row.party_id)
  const head = { date: ask.note_date, kind: kind.name, source: kind.name, source_id: id, description: number }
  const entryId = await post(context, period, head, entry)
  await writeMoves(context, plan.stock, plan.moves, entryId)
  await writeCosts(context, id, plan.costs)
  const source = { note_id: id, payment_revision: 1 }
  await writeAllocations(context, side, source, applied.allocations, documents, () => entryId as number)
  await markPosted(context, kind, { id, number, entryId, figures, applied })
  await noteOn(context, documentId, kind.lowers ? text(figures.totals.total) : '0', 1)
  return id
}

const nothing: Allocated = { allocations: [], unallocated: zero, unallocated_base: zero }

/** As much of a note as its document still owes goes there; the rest stays in the advance account. */
function apply(
  context: Context,
  { side, lowers }: NoteKind,
  date: string,
  document: LockedDocument,
  { totals, base }: NoteFigures,
): Allocated {
  if (!lowers) return nothing
  const open: Decimal = decimal(document.total).minus(document.settled)
  const amount = smallest(open, totals.total)
  const source = {
    amount: totals.total,
    amount_base: base.total,
    currency_id: document.currency_id,
    date,
    decimals: context.session.organization.decimals,
  }
  const requests = amount.gt(0) ? [{ reference_id: document.id, amount: text(amount) }] : []
  return allocateReferences(side, source, document.party_id, new Map([[document.id, document]]), requests)
}

type Posted = { id: number; number: string; entryId: number | null; figures: NoteFigures; applied: Allocated }

async function markPosted(
  { db, services }: Context,
  { side, lowers }: NoteKind,
  { id, number, entryId, figures: { totals, base }, applied }: Posted,
): Promise<void> {
  const used = lowers ? totals.total.minus(applied.unallocated) : zero
  const used_base = lowers ? base.total.minus(applied.unallocated_base) : zero
  await db
    .updateTable('documents')
    .set({
      number,
      state: 'posted',
      status: settlementStatus({ posted: true, total: totals.total, settled: used }, side),
      settled: text(used),
      settled_base: text(used_base),
      entry_id: entryId,
      posted_at: services.clock.now(),
      version: sql`version + 1`,
    })
    .where('id', '=', id)
    .execute()
}
