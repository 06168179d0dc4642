import type { ExternalNoteInput, NoteKind } from '#contract/documents/notes.ts'
import { text } from '#ledger/money.ts'
import { creditNoteEntry } from '#ledger/posting/credit-note.ts'
import { type DocumentFacts, debitNoteEntry } from '#ledger/posting/document.ts'
import { settlementStatus } from '#ledger/settlement-status.ts'
import { rowsInBaseUnit } from '#server/catalog/units/row-units.ts'
import type { Context } from '#server/core/context.ts'
import type { FactsOf } from '#server/core/needs.ts'
import { Refusal } from '#server/core/refusal.ts'
import { completeInput } from '#server/documents/defaults/document-defaults.ts'
import { documentFacts, type Facts, needsOfContent } from '#server/documents/document-facts.ts'
import type { DocumentInput } from '#server/documents/document-input.ts'
import { isTaxInvoice } from '#server/documents/lock-document.ts'
import { planNewDocument } from '#server/documents/posting/plan-document-rows.ts'
import { requireVatRegistration } from '#server/documents/posting/require-vat-registration.ts'
import { postingFacts } from '#server/documents/posting-context.ts'
import { requireSaleTaxes } from '#server/documents/row-taxes.ts'
import { writtenDocument } from '#server/documents/write-document.ts'
import { ledgerSides } from '#server/journal/posting/posting-sides.ts'
import { postingAccounts } from '#server/posting/facts/accounts.ts'
import { calendarFrom } from '#server/posting/facts/calendar.ts'
import { newIdsOf } from '#server/posting/facts/new-ids.ts'
import { NextNumber } from '#server/posting/placeholders.ts'
import { type Caller, Plan } from '#server/posting/plan.ts'
import { type Decision, runWrite } from '#server/posting/run-write.ts'
import { noteSeries } from './note-number.ts'

type Input = { kind: NoteKind; ask: ExternalNoteInput; own: string | undefined }

/**
 * Issues a credit or debit note on an invoice of another system (V25 to V28 without an original document). The note states the number and date
 * of that invoice and has its own rows. A credit stays with the customer until it is allocated or refunded. `own` is the number that an
 * import brings. Returns the id of the note.
 */
export const createExternalNote = async (
  context: Context,
  kind: NoteKind,
  ask: ExternalNoteInput,
  own?: string,
): Promise<number> => {
  const items = await rowsInBaseUnit(context, ask.items)
  return runWrite(context, { needs, decide }, { kind, ask: { ...ask, items }, own })
}

const needs = (context: Context, { kind, ask }: Input) => ({
  ...needsOfContent(kind.side, inputOf(context, ask)),
  calendar: calendarFrom(ask.note_date),
  ids: newIdsOf('documents', 1),
  accounts: postingAccounts,
})

function decide(caller: Caller, known: FactsOf<ReturnType<typeof needs>>, { kind, ask, own }: Input): Decision<number> {
  const { side } = kind
  if (ask.reference_date > ask.note_date) throw new Refusal('date_before_source', { field: 'note_date' })
  if (ask.note_date > caller.today) throw new Refusal('date_in_future', { field: 'note_date' })
  const input = inputOf(caller, ask)
  const facts = documentFacts(caller, side, input, known)
  const period = known.calendar.open(ask.note_date, 'note_date', side.name)
  if (!kind.lowers) requireVatRegistration(caller, side, facts)
  requireSaleTaxes(caller, side, facts)
  if (facts.totals.total.lte(0))
    throw new Refusal('invalid_input', { errors: { 'items.0.price': { code: 'must_be_positive' } } })
  const plan = new Plan(caller, known.accounts)
  const [id] = known.ids as [number]
  const number = own ?? new NextNumber(noteSeries(kind, ask.note_date))
  if (own !== undefined) plan.takeOver(noteSeries(kind, ask.note_date), own)
  // No goods move. The cost of goods sold in another system is unknown here, so returned goods enter stock by a count.
  const { documentFacts: posted } = postingFacts(caller, side, id, input, facts, { costs: [], taken: [], received: [] })
  const head = { date: ask.note_date, kind: kind.name, source: kind.name, source_id: id, source_revision: 1 }
  const entry_id = plan.post(period, { ...head, description: number }, entryOf(kind, posted, facts))
  const state = {
    state: 'posted' as const,
    revision: 1,
    posted_at: caller.now,
    status: settlementStatus({ posted: true, total: text(facts.totals.total), settled: '0' }, side),
    is_tax_invoice: isTaxInvoice(kind.name, caller),
  }
  const document = writtenDocument(caller, side, input, facts, id, state)
  const { reference_number, reference_date, reason, reason_code } = ask
  const about = { kind: kind.name, draft_number: null, reference_number, reference_date, reason, reason_code }
  planNewDocument(plan, { ...document, row: { ...document.row, ...about, number, entry_id } })
  return { plan, result: () => id }
}

function inputOf(
  context: Pick<Context, 'session'>,
  { customer_id, note_date, ...ask }: ExternalNoteInput,
): DocumentInput {
  const dates = { date: note_date, due_date: note_date }
  const absent = { number: '', proposed_number: undefined, status: undefined, version: undefined }
  // No goods move.
  return { ...completeInput(context, { ...ask, ...dates, ...absent, party_id: customer_id }), place_id: null }
}

function entryOf(kind: NoteKind, posted: DocumentFacts, { totals, base }: Facts) {
  if (!kind.lowers) return debitNoteEntry(ledgerSides[kind.side.name], posted)
  const lines = posted.lines.map((line) => ({ ...line, account: 'SALES_RET' as const }))
  const applied = { allocations: [], unallocated: totals.total, unallocated_base: base.total }
  return creditNoteEntry({ ...posted, lines, applied })
}
