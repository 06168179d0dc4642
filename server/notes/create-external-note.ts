import type { ExternalNoteInput, NoteKind } from '#contract/documents/notes.ts'
import { text } from '#ledger/money.ts'
import { creditNoteEntry } from '#ledger/posting/credit-note.ts'
import { type DocumentFacts, debitNoteEntry } from '#ledger/posting/document.ts'
import { settlementStatus } from '#ledger/settlement-status.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { requireVatRegistration } from '#server/documents/confirm-document.ts'
import { completeInput } from '#server/documents/defaults/document-defaults.ts'
import { type Facts, loadFacts } from '#server/documents/document-facts.ts'
import type { DocumentInput } from '#server/documents/document-input.ts'
import { insertDocuments, type NewDocument } from '#server/documents/insert-documents.ts'
import { isTaxInvoice } from '#server/documents/lock-document.ts'
import { postingFacts } from '#server/documents/posting-context.ts'
import { requireSaleTaxes } from '#server/documents/row-taxes.ts'
import type { StockPlan } from '#server/documents/stock/stock-plan.ts'
import { newDocument } from '#server/documents/write-document.ts'
import { loadAccounts } from '#server/journal/accounts.ts'
import { lockPeriod } from '#server/journal/periods.ts'
import { allocateIds } from '#server/journal/posting/allocate-ids.ts'
import { type Numbering, takeOver } from '#server/journal/posting/number-series.ts'
import { post } from '#server/journal/posting/post.ts'
import { ledgerSides } from '#server/journal/posting/posting-sides.ts'
import { noteSeries } from './note-number.ts'

/** No goods move. The cost of goods sold in another system is unknown here, so returned goods enter stock by a count. */
const noStock: StockPlan = { stock: new Map(), moves: [], costs: [], rests: [] }

/**
 * Issues a credit or debit note on an invoice of another system (V25 to V28 without an original document). The note states the number and date
 * of that invoice and has its own rows. A credit stays with the customer until it is allocated or refunded. `own` is the number that an
 * import brings. Returns the id of the note.
 */
export async function createExternalNote(
  context: Context,
  kind: NoteKind,
  ask: ExternalNoteInput,
  own?: string,
): Promise<number> {
  const { side } = kind
  const number = own ?? noteSeries(kind, ask.note_date)
  if (own !== undefined) await takeOver(context, noteSeries(kind, ask.note_date), own)
  if (ask.reference_date > ask.note_date) throw new Refusal('date_before_source', { field: 'note_date' })
  if (ask.note_date > context.today) throw new Refusal('date_in_future', { field: 'note_date' })
  const input = inputOf(context, ask)
  const [facts, period, { id, entry_id }, accounts] = await Promise.all([
    loadFacts(context, side, input),
    lockPeriod(context, ask.note_date, 'note_date', side.name),
    allocateIds(context, 'documents'),
    loadAccounts(context),
  ])
  if (!kind.lowers) requireVatRegistration(context, side, facts)
  requireSaleTaxes(context, side, facts)
  if (facts.totals.total.lte(0))
    throw new Refusal('invalid_input', { errors: { 'items.0.price': { code: 'must_be_positive' } } })
  const { documentFacts } = postingFacts(context, side, id, input, facts, noStock)
  const entry = entryOf(kind, documentFacts, facts)
  const ownEntry = entry.lines.length > 0 ? entry_id : null
  await insertDocuments([noteOf(context, kind, ask, { id, number, entry_id: ownEntry, input, facts })])
  const head = { id: entry_id, date: ask.note_date, kind: kind.name, source: kind.name, source_id: id }
  await post(context, period, { ...head, numbered_document_id: id }, entry, accounts)
  return id
}

function inputOf(context: Context, { customer_id, note_date, ...ask }: ExternalNoteInput): DocumentInput {
  const dates = { date: note_date, due_date: note_date }
  const absent = { number: '', proposed_number: undefined, status: undefined, version: undefined }
  return completeInput(context, { ...ask, ...dates, ...absent, party_id: customer_id })
}

function entryOf(kind: NoteKind, posted: DocumentFacts, { totals, base }: Facts) {
  if (!kind.lowers) return debitNoteEntry(ledgerSides[kind.side.name], posted)
  const lines = posted.lines.map((line) => ({ ...line, account: 'SALES_RET' as const }))
  const applied = { allocations: [], unallocated: totals.total, unallocated_base: base.total }
  return creditNoteEntry({ ...posted, lines, applied })
}

type Numbered = { id: number; number: Numbering; entry_id: number | null; input: DocumentInput; facts: Facts }

function noteOf(
  context: Context,
  kind: NoteKind,
  { reference_number, reference_date, reason, reason_code }: ExternalNoteInput,
  { id, number, entry_id, input, facts }: Numbered,
): NewDocument {
  const state = {
    ...{ state: 'posted' as const, entry_id, revision: 1, posted_at: context.services.clock.now() },
    status: settlementStatus({ posted: true, total: text(facts.totals.total), settled: '0' }, kind.side),
    number,
    is_tax_invoice: isTaxInvoice(kind.name, context),
  }
  const { document } = newDocument(context, kind.side, input, facts, id, state)
  const own = { kind: kind.name, draft_number: null, reference_number, reference_date, reason, reason_code }
  return { ...document, row: { ...document.row, ...own } }
}
