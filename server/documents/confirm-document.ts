import { sql } from 'kysely'
import type { Side } from '#contract/sides.ts'
import { text } from '#ledger/money.ts'
import { documentEntry } from '#ledger/posting/document.ts'
import { finalInvoiceEntry } from '#ledger/posting/final-invoice.ts'
import { writeMoves } from '#server/catalog/move-stock.ts'
import { lockPeriod, type Period } from '#server/journal/periods.ts'
import { post } from '#server/journal/post.ts'
import type { Context } from '#server/kit/context.ts'
import { Refusal } from '#server/kit/refusal.ts'
import { deductedBy, type PlannedDeduction, planDeductions, writeDeductions } from './advance-deductions.ts'
import { type Facts, loadFacts } from './document-facts.ts'
import { numberFor } from './document-number.ts'
import { lockDocument, type StoredDocument } from './lock-document.ts'
import type { DocumentInput } from './neutral.ts'
import { postedStatus, postingFacts } from './posting-facts.ts'
import { planMoves, type StockPlan } from './stock-plan.ts'
import { storedInput } from './stored-input.ts'
import { insertDocument, nextDocumentId, rewriteDocument, writeCosts } from './write-document.ts'

/** Makes a new document or a draft an issued one: number, journal entry, stock, all or nothing. Answers its id. */
export async function confirmDocument(
  context: Context,
  side: Side,
  draft: StoredDocument | null,
  input: DocumentInput,
): Promise<number> {
  if (input.date > context.today) throw new Refusal('date_in_future', { field: side.dateField })
  const [facts, period, id] = await Promise.all([
    loadFacts(context, side, input),
    lockPeriod(context, input.date, side.dateField, side.name),
    draft?.id ?? nextDocumentId(context),
  ])
  const written = draft
    ? rewriteDocument(context, draft.id, input, facts, {})
    : insertDocument(context, side, input, facts, id)
  const deductions = await planDeductions(context, input, facts)
  const [plan] = await Promise.all([planMoves(context, side, id, input, facts, null), written])
  const number = await numberFor(context, side, input, id)
  await postDocument(context, side, { id, number, period, input, facts, plan, deductions, revision: 1 })
  return id
}

/** Confirms a draft as it stands. */
export async function confirmStored(
  context: Context,
  side: Side,
  id: number,
  version: number | undefined,
): Promise<void> {
  const input = await storedInput(context, side, id)
  const draft = await lockDocument(context, side, id, version)
  if (draft.state !== 'draft') throw new Refusal('status_not_offered', { field: 'status' })
  await confirmDocument(context, side, draft, input)
}

export type Posting = {
  id: number
  number: string
  period: Period
  input: DocumentInput
  facts: Facts
  plan: StockPlan
  deductions: readonly PlannedDeduction[]
  revision: number
}

/** The document's entry and what follows from it. The number and the entry come last: their rows are hot. */
export async function postDocument(
  context: Context,
  side: Side,
  { id, number, period, input, facts, plan, deductions, revision }: Posting,
): Promise<void> {
  const { side: ledgerSide, documentFacts } = postingFacts(context, side, id, input, facts, plan)
  const head = {
    date: input.date,
    kind: side.document,
    source: side.document,
    source_id: id,
    source_revision: revision,
    description: number,
  }
  const entry =
    deductions.length === 0 ? documentEntry(ledgerSide, documentFacts) : finalInvoiceEntry(documentFacts, deductions)
  const entryId = await post(context, period, head, entry)
  const deducted = text(deductedBy(deductions))
  const posted = context.db
    .updateTable('documents')
    .set({
      number,
      state: 'posted',
      status: postedStatus(side, facts, deducted),
      ...(deductions.length > 0 && { settled: deducted, settled_base: deducted, deducted }),
      entry_id: entryId,
      revision,
      posted_at: sql`coalesce(posted_at, ${context.services.clock.now()})`,
      version: sql`version + 1`,
    })
    .where('id', '=', id)
    .execute()
  await writeDeductions(context, { id, date: input.date, revision, entry_id: entryId as number }, deductions)
  const moved = writeMoves(context, plan.stock, plan.moves, entryId)
  context.db.atCommit(Promise.all([posted, moved, writeCosts(context, id, plan.costs)]))
}
