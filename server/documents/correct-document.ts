import { sql } from 'kysely'
import { memoOf, supplyProblem } from '#contract/documents/memo-fields.ts'
import type { Side } from '#contract/documents/sides.ts'
import { spreadNames } from '#contract/documents/spread-fields.ts'
import { decimal, text } from '#ledger/money.ts'
import { writeOffUnstocked } from '#server/catalog/count-product.ts'
import { lockStockOf } from '#server/catalog/move-stock.ts'
import { refuseNegativeStock } from '#server/catalog/negative-stock.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { passTurn, sendWrites } from '#server/db/tenant/verbs.ts'
import { cancelAll, deferralsOf } from '#server/deferrals/cancel-deferrals.ts'
import { loadAccounts } from '#server/journal/accounts.ts'
import { saveDocumentRevision } from '#server/journal/history/save-revision.ts'
import { newWorth, saysWorth } from '#server/journal/own-rate.ts'
import { lockPeriod } from '#server/journal/periods.ts'
import { type Ids, nextIdsOf } from '#server/journal/posting/allocate-ids.ts'
import { loadForReversal, postReversal } from '#server/journal/posting/reverse-entry.ts'
import { planDeductions, releaseDeductions, saveDraftDeductions } from './advances/advance-deductions.ts'
import { postDocument } from './confirm-document.ts'
import { completeInput } from './defaults/document-defaults.ts'
import { loadFacts } from './document-facts.ts'
import type { DocumentInput, ItemInput } from './document-input.ts'
import { storedInput } from './load-document-input.ts'
import { isIssued, isTaxInvoice, lockReason, requireFree, type StoredDocument } from './lock-document.ts'
import { refusePartyChangeWhenSettled } from './refuse-party-change.ts'
import { movedProducts, reversalMoves } from './stock/reversal-moves.ts'
import { planMoves } from './stock/stock-plan.ts'
import { takeBackRests } from './stock-rest.ts'
import { rewriteDocument } from './write-document.ts'

/**
 * An edit of a posted document never changes an entry. The old entry is reversed on its own date, the new content is posted,
 * and the old content is stored as a revision (accounting rule B3). Fields without figures (the due date and the memo fields) stay
 * editable even when the document is locked. Returns whether its paper is issued again.
 */
export async function correctDocument(
  context: Context,
  side: Side,
  stored: StoredDocument,
  asked: DocumentInput,
): Promise<boolean> {
  // Our own number is issued once; a supplier's may have been mistyped.
  if (side.document !== 'bill' && asked.number !== stored.number)
    throw new Refusal('number_fixed', { field: side.numberField })
  const before = await storedInput(context, side, stored.id)
  const said = newWorth(
    { exchange_rate: asked.exchange_rate, base: asked.total_base },
    { ...stored, base: stored.total_base },
  )
  const worth = { exchange_rate: said.exchange_rate, total_base: said.base }
  const input = completeInput(context, { ...asked, ...worth, advances: asked.advances ?? before.advances }, before)
  if (
    figuresOf(before) === figuresOf(input) &&
    !saysWorth(said) &&
    (side.document !== 'bill' || input.number === stored.number)
  ) {
    await rewriteRemarks(context, side, stored, before, input)
    // Before it is printed or its day is over, another save takes the current customer and settings.
    return lockReason(stored, context) === null && !isIssued(stored, context)
  }
  await requireFree(context, stored)
  await refusePartyChangeWhenSettled(context, stored, input, side.partyField)
  const { facts, periods, stock, undone, reversed, next, mirror, accounts, deferrals } = await loadCorrectionContext(
    context,
    side,
    stored,
    before,
    input,
  )
  if (input.date > context.today) throw new Refusal('date_in_future', { field: side.dateField })
  const [oldPeriod, period] = await periods
  await refuseNegativeStock(context, undone.moves)
  await cancelAll(context, deferrals)
  sendWrites(context.db, saveDocumentRevision(context, stored, before))
  const reversal = reversed && reversed.entry.lines.length > 0 ? mirror.entry_id : null
  if (reversed)
    sendWrites(context.db, postReversal(context, oldPeriod, reversed, stored.revision, { id: mirror.entry_id }))
  for (const move of undone.moves) move.entry_id = reversal
  await takeBackRests(context, side, stored, undone.moves)
  await releaseDeductions(context, stored, reversal)
  const deductions = await planDeductions(context, input, facts)
  // Deductions of an earlier revision are not returned again: a repeated save would deduct them twice.
  if (deductions.length === 0 && before.advances?.length) await saveDraftDeductions(context, stored.id, [])
  const plan = await planMoves(context, side, stored.id, input, facts, { ...undone, items: before.items }, stock)
  const posting = {
    id: stored.id,
    entry_id: next.entry_id,
    // Our own number stays what it was; a supplier's may have been mistyped.
    number: side.document !== 'bill' ? (stored.number as string) : input.number,
    period,
    input,
    before,
    facts,
    plan,
    deductions,
    accounts,
    revision: stored.revision + 1,
    is_tax_invoice: remainsTaxInvoice(context, side, stored),
  }
  await postDocument(context, side, posting, (state) =>
    sendWrites(context.db, rewriteDocument(context, stored.id, input, facts, state)),
  )
  await countOut(context, movedProducts(undone))
  return true
}

/** Goods that returned to a product no longer stocked. The moves must have been sent: what they leave is read. */
async function countOut(context: Context, products: readonly number[]): Promise<void> {
  passTurn(context.db)
  await writeOffUnstocked(context, products)
}

/** A document issued before the seller was registered never becomes a tax invoice. A tax invoice remains one. */
const remainsTaxInvoice = (context: Context, side: Side, stored: StoredDocument): boolean =>
  stored.is_tax_invoice || (!isIssued(stored, context) && isTaxInvoice(side.document, context))

/** All a correction needs, sent at once: what the new content refers to, the years, and what the old content posted and moved. */
async function loadCorrectionContext(
  context: Context,
  side: Side,
  stored: StoredDocument,
  before: DocumentInput,
  input: DocumentInput,
) {
  const purpose = { id: stored.id, frozen: stored, mayBeBlocked: input.party_id === stored.party_id, stored: before }
  const facts = loadFacts(context, side, input, purpose)
  const periods = Promise.all([
    lockPeriod(context, stored.document_date, side.dateField, side.name),
    lockPeriod(context, input.date, side.dateField, side.name),
  ])
  // Errors of the rows are reported first.
  periods.catch(() => {})
  const [stock, undone, reversed, [mirror, next], accounts, deferrals] = await Promise.all([
    lockStockOf(context, stored.id),
    reversalMoves(context, stored),
    stored.entry_id === null ? null : loadForReversal(context, stored.entry_id),
    // The reversal first: entries of a day are sorted by their ids.
    nextIdsOf(context, 2) as Promise<[Ids, Ids]>,
    loadAccounts(context),
    deferralsOf(context, stored.id),
    facts,
  ])
  return { facts: await facts, periods, stock, undone, reversed, next, mirror, accounts, deferrals }
}

/** Everything that reaches the books, in one comparable text. */
function figuresOf({
  date,
  party_id,
  branch_id,
  currency_id,
  tax_id,
  items,
  advances,
  ...input
}: DocumentInput): string {
  const figure = (value: string) => text(decimal(value))
  const discount = ({ discount_amount, discount_percent }: Pick<ItemInput, 'discount_amount' | 'discount_percent'>) =>
    [discount_amount, discount_percent].map((value) => (value ? figure(value) : null))
  const rows = items.map((item) => [
    ...[item.product_id, figure(item.quantity), figure(item.price), figure(item.tax_rate)],
    ...[item.cost_center_id ?? null, item.tax_id ?? null],
    ...spreadNames.map((name) => item[name] ?? null),
    ...discount(item),
  ])
  const whole = [input.prices_include_tax ?? false, input.audience ?? null, ...discount(input)]
  const taken = (advances ?? []).map((row) => [row.advance_id, figure(row.amount)])
  return JSON.stringify([date, party_id, branch_id, currency_id, tax_id, rows, taken, whole])
}

async function rewriteRemarks(
  context: Context,
  side: Side,
  stored: StoredDocument,
  before: DocumentInput,
  input: DocumentInput,
): Promise<void> {
  if (input.due_date < input.date) throw new Refusal('due_before_date', { field: 'due_date' })
  if (supplyProblem({ ...stored, ...memoOf(input) }))
    throw new Refusal('supply_end_before_start', { field: 'supply_end_date' })
  if (stored.state === 'void') throw new Refusal('document_void', { field: side.numberField })
  // Its e-invoice says it, and a note says it again.
  const kind = input.transaction_kind === undefined ? before.transaction_kind : input.transaction_kind
  if ((kind ?? null) !== (before.transaction_kind ?? null) && isIssued(stored, context))
    throw new Refusal('document_locked', { field: 'transaction_kind' })
  await saveDocumentRevision(context, stored, before)
  await context.db
    .updateTable('documents')
    .set({
      due_date: input.due_date,
      ...memoOf(input),
      revision: sql`revision + 1`,
      version: sql`version + 1`,
    })
    .where('id', '=', stored.id)
    .execute()
}
