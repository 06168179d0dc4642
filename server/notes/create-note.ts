import type { NoteKind } from '#contract/documents/notes.ts'
import type { NoteReason } from '#contract/e-invoice/note-reasons.ts'
import type { Allocated } from '#ledger/allocation.ts'
import { type Decimal, decimal, max, min, sum, text, zero } from '#ledger/money.ts'
import { lockStockOf, moveBatched, type StockState } from '#server/catalog/move-stock.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { sendWrites } from '#server/db/tenant/verbs.ts'
import { creditDeferrals } from '#server/deferrals/credit-deferrals.ts'
import { requireVatRegistration } from '#server/documents/confirm-document.ts'
import { insertDocuments } from '#server/documents/insert-documents.ts'
import { costOf } from '#server/documents/write-document.ts'
import { loadAccounts } from '#server/journal/accounts.ts'
import { withTransfers } from '#server/journal/branch-stock.ts'
import { lockPeriod } from '#server/journal/periods.ts'
import { allocateIds } from '#server/journal/posting/allocate-ids.ts'
import { postBatched } from '#server/journal/posting/post.ts'
import { allocateReferences } from '#server/payments/allocate-references.ts'
import { planAllocations } from '#server/payments/plan-allocations.ts'
import { requireAvailable } from '#server/payments/require-open-on.ts'
import { activeWriteOffs, type WriteOff } from '#server/payments/stored-write-offs.ts'
import { voidWriteOff, writeOff } from '#server/payments/write-off.ts'
import { settledByDay } from '#server/posting/facts/allocations.ts'
import { type OpenItemState, openItems, workingCopies } from '#server/posting/facts/open-items.ts'
import { Plan } from '#server/posting/plan.ts'
import { callerOf } from '#server/posting/run-write.ts'
import { writePlan } from '#server/posting/write-plan.ts'
import { noteEntry } from './note-entry.ts'
import { type NoteFigures, type NoteLineAsk, noteFigures } from './note-figures.ts'
import { isNoteNumberTaken, noteNumber } from './note-number.ts'
import { noteStock } from './note-stock.ts'
import { originalDocument } from './original-document.ts'
import { newNote, updateOriginal } from './write-note.ts'

type Ask = {
  note_number?: string | null
  note_date: string
  reason: string
  reason_code?: NoteReason | null
  lines: NoteLineAsk[]
  /** Said by an import: what the note took off its document on its day. Otherwise all that is open. */
  settled?: string | null | undefined
  version?: number | undefined
}

/**
 * Issues a note on a posted document (V25 to V28): its own number, entry and stock; one that lowers is applied to its
 * document first, and what that no longer owes becomes the party's advance. Answers the note's id. Waited for are what
 * it refers to behind its locks (the year, the document, its goods), what was written, and the commit.
 */
export async function createNote(context: Context, kind: NoteKind, documentId: number, ask: Ask): Promise<number> {
  const { locked, document, stock, isTaken, next, accounts, given } = await loadNoteContext(
    context,
    kind,
    documentId,
    ask,
  )
  if (ask.note_date < document.row.document_date) throw new Refusal('date_before_source', { field: 'note_date' })
  if (ask.note_date > context.today) throw new Refusal('date_in_future', { field: 'note_date' })
  const period = await locked.period
  if (ask.version !== undefined && ask.version !== document.row.version) throw new Refusal('stale_version')
  const { id, entry_id } = next
  const figures = noteFigures(context, kind, document, ask.lines)
  if (!kind.lowers) requireVatRegistration(context, kind.side, figures)
  const lost = lossLessened(kind, locked.documents.get(documentId) as OpenItemState, figures, given)
  if (lost.gt(0) && ask.settled == null) return lessenLoss(context, kind, documentId, ask, lost, given)
  const plan = await noteStock(context, kind, { date: ask.note_date, note_id: id }, figures, stock)
  const own = locked.documents.get(documentId) as OpenItemState
  const applied = apply(context, kind, ask, own, figures)
  const rows = applied.allocations.map((row) => ({ ...row, item: own, day: ask.note_date }))
  const settledDays = own.last_unsettled_on === null ? [] : await settledByDay([own.id]).load(context)
  requireAvailable({ field: 'note_date', settled: settledDays, rows })
  const posted = noteEntry(context, kind, id, document, figures, plan, applied)
  const leaving = { date: ask.note_date, branch_id: document.row.branch_id, cost: costOf(plan.costs) }
  const entry = kind.name === 'supplier_credit' ? await withTransfers(context, accounts, posted, leaving) : posted
  const number = noteNumber(context, kind, ask, isTaken)
  const head = {
    ...{ id: entry_id, date: ask.note_date, kind: kind.name, source: kind.name, source_id: id },
    ...(typeof number === 'string' ? { description: number } : { numbered_document_id: id }),
  }
  const { costs } = plan
  // A foreign amount so small that it is zero in base currency.
  const ownEntry = entry.lines.length > 0 ? entry_id : null
  const about = {
    id,
    number,
    date: ask.note_date,
    reason: ask.reason,
    reason_code: legalReason(kind, ask),
    entry_id: ownEntry,
    figures,
    costs,
  }
  const note = newNote(context, kind, document, { ...about, used: usedOf(kind, figures, applied) })
  sendWrites(context.db, insertDocuments([note]))
  const source = { note_id: id, payment_revision: 1 }
  const settled = new Plan(callerOf(context), accounts)
  planAllocations(settled, kind.side, source, applied.allocations, workingCopies(locked.documents), () => ownEntry)
  await writePlan(context, settled)
  sendWrites(context.db, updateOriginal(context, documentId, kind.lowers ? text(figures.totals.total) : '0', 1))
  moveBatched(context, plan.stock, plan.moves, ownEntry)
  postBatched(context, period, head, entry, accounts)
  if (kind.lowers) await creditDeferrals(context, { id, date: ask.note_date, period }, spreadRowsOf(figures))
  return id
}

/** The part the note takes off rows recognised over months, in base currency. */
const spreadRowsOf = ({ rows, posted }: NoteFigures) =>
  rows.flatMap(({ of: { deferral_id } }, index) =>
    deferral_id === null ? [] : [{ id: deferral_id, amount: posted.base.lines[index] ?? zero }],
  )

/** A note on a sale has one of the five legal reasons: the given one, otherwise the one that follows from the rows. */
function legalReason({ side }: NoteKind, { reason_code, lines }: Ask): NoteReason | null {
  if (reason_code || side.name === 'purchases') return reason_code ?? null
  return lines.some(({ quantity }) => quantity) ? 'returned' : 'value_amended'
}

/** All data of a note, requested at once. The locks come first and in order, so that later reads do not change. */
async function loadNoteContext(context: Context, kind: NoteKind, documentId: number, ask: Ask) {
  const period = lockPeriod(context, ask.note_date, 'note_date', kind.side.name)
  // Errors of the document or its date are reported first.
  period.catch(() => {})
  const [documents, stock, document, isTaken, next, accounts, given] = await Promise.all([
    openItems([documentId]).load(context),
    kind.lowers ? lockStockOf(context, documentId) : noStock,
    originalDocument(context, kind, documentId),
    isNoteNumberTaken(context, kind, documentId, ask.note_number),
    allocateIds(context, 'documents'),
    loadAccounts(context),
    kind.lowers ? activeWriteOffs(context, documentId) : [],
  ])
  return { locked: { period, documents }, document, stock, isTaken, next, accounts, given }
}

/** The part of the note that reduces the write-offs of its document: the amount above what is open. It comes before payments. */
function lossLessened(
  { lowers }: NoteKind,
  { total, settled }: OpenItemState,
  { totals }: NoteFigures,
  given: readonly WriteOff[],
): Decimal {
  if (!lowers) return zero
  const beyond = totals.total.minus(decimal(total).minus(settled))
  return min(max(beyond, zero), sum(given.map(({ amount }) => amount)))
}

/**
 * Reverses write-offs, latest first, by the amount that the note takes off them, and writes off the rest again. So a
 * customer who never paid gets no credit. Each has its own date, or the note's if that is later.
 */
async function lessenLoss(
  context: Context,
  kind: NoteKind,
  documentId: number,
  ask: Ask,
  lost: Decimal,
  given: readonly WriteOff[],
): Promise<number> {
  let reopened = zero
  let last: WriteOff | undefined
  const dayOf = ({ write_off_date }: WriteOff) => (write_off_date > ask.note_date ? write_off_date : ask.note_date)
  for (const one of given) {
    if (reopened.gte(lost)) break
    await voidWriteOff(context, kind.side, documentId, one.id, dayOf(one))
    reopened = reopened.plus(one.amount)
    last = one
  }
  // The document has a new version by now. The editor's version was compared before.
  const id = await createNote(context, kind, documentId, { ...ask, version: undefined })
  const rest = reopened.minus(lost)
  if (last && rest.gt(0)) {
    const { reason, account_id } = last
    const again = { write_off_date: dayOf(last), amount: text(rest), reason: reason ?? ask.reason, account_id }
    await writeOff(context, kind.side, documentId, again)
  }
  return id
}

const noStock = new Map<number, StockState>()
const nothing: Allocated = { allocations: [], unallocated: zero, unallocated_base: zero }

/** A note first settles its document's open amount, or what an import says; the rest stays in the advance account. */
function apply(
  context: Context,
  { side, lowers }: NoteKind,
  { note_date: date, settled }: Ask,
  document: OpenItemState,
  { totals, base }: NoteFigures,
): Allocated {
  if (!lowers) return nothing
  const open: Decimal = decimal(document.total).minus(document.settled)
  if (settled != null && decimal(settled).gt(min(open, totals.total)))
    throw new Refusal('exceeds_remaining', { field: 'settled' })
  const amount = settled == null ? min(open, totals.total) : decimal(settled)
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

/** For a note that reduces its document: the part the document used. */
function usedOf({ lowers }: NoteKind, { totals, base }: NoteFigures, { unallocated, unallocated_base }: Allocated) {
  if (!lowers) return { amount: zero, base: zero }
  return { amount: totals.total.minus(unallocated), base: base.total.minus(unallocated_base) }
}
