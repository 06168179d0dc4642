import { memoOf, supplyProblem } from '#contract/documents/memo-fields.ts'
import type { Side } from '#contract/documents/sides.ts'
import { planCountedOut } from '#server/catalog/plan-counted-out.ts'
import type { Context } from '#server/core/context.ts'
import { type FactsOf, known } from '#server/core/needs.ts'
import { Refusal } from '#server/core/refusal.ts'
import { newWorth, saysWorth } from '#server/journal/own-rate.ts'
import { requireCredit } from '#server/parties/credit-exposure.ts'
import { calendarFrom } from '#server/posting/facts/calendar.ts'
import { type Caller, Plan } from '#server/posting/plan.ts'
import { type Decision, runWrite } from '#server/posting/run-write.ts'
import { PlannedStock } from '#server/stock/planned-stock.ts'
import { refuseSpentStock } from '#server/stock/spent-stock.ts'
import { stockFrom } from '#server/stock/stock-facts.ts'
import { givenBack } from './advances/advance-states.ts'
import { type AdvancesTaken, advancesTaken, planDraftDeductions } from './advances/plan-deductions.ts'
import { settledOnDay } from './confirm-document.ts'
import { creditIncrease } from './credit-increase.ts'
import { completeInput } from './defaults/document-defaults.ts'
import { documentFacts } from './document-facts.ts'
import type { DocumentInput } from './document-input.ts'
import { PlannedGoods } from './goods/planned-goods.ts'
import { storedInput } from './load-document-input.ts'
import { isIssued, isTaxInvoice, lockReason, requireFree } from './lock-document.ts'
import { figuresOf } from './posting/document-figures.ts'
import { type DocumentRow, lockedDocuments, requireDocument } from './posting/locked-documents.ts'
import { planRewrittenDocument } from './posting/plan-document-rows.ts'
import { decideContent, needsOfPosted, planPosted } from './posting/plan-posted.ts'
import { needsOfReversal, planReversedDocument, planSupplyOfMirror } from './posting/plan-reversed.ts'
import { lastSettlementOf, refusePartyChange } from './refuse-party-change.ts'
import { retentionProblems } from './retention/retention-terms.ts'
import { writtenDocument } from './write-document.ts'

/** `unlocked`: the document before it is locked. */
type Input = { side: Side; unlocked: DocumentRow; asked: DocumentInput }

/**
 * An edit of a posted document never changes an entry. The old entry is reversed on its own date, the new content is posted,
 * and the old content is stored as a revision (accounting rule B3). Fields without figures (the due date and the memo fields) stay
 * editable even when the document is locked. Returns whether its paper is issued again.
 */
export const correctDocument = (
  context: Context,
  side: Side,
  unlocked: DocumentRow,
  asked: DocumentInput,
): Promise<boolean> => runWrite(context, correctedDocument, { side, unlocked, asked })

export const correctedDocument = { needs, decide }

async function needs(context: Context, { side, unlocked, asked }: Input) {
  const { id, document_date } = unlocked
  const before = await storedInput(context, side, id)
  const { input } = completed(context, unlocked, before, asked)
  const [first] = [input.date, document_date].sort() as [string]
  const advances = [...(before.advances ?? []), ...(input.advances ?? [])]
  const products = side.document === 'advance_invoice' ? [] : input.items.map((item) => item.product_id)
  return {
    before: known(before),
    calendar: calendarFrom(first),
    documents: lockedDocuments([id, ...advances.map(({ advance_id }) => advance_id)], id),
    stock: stockFrom(first, { products, movedBy: { document_id: id }, lots: input.items }),
    lastSettlement: unlocked.last_unsettled_on === null ? known(undefined) : lastSettlementOf(id),
    ...needsOfPosted(context, side, input, { id, first, advances }),
    ...needsOfReversal(side, unlocked, first),
  }
}
type Facts = FactsOf<Awaited<ReturnType<typeof needs>>>

function decide(caller: Caller, known: Facts, { side, unlocked, asked }: Input): Decision<boolean> {
  const { before } = known
  const stored = requireDocument(known.documents, side.document, unlocked.id, asked.version)
  if (stored.state === 'void') throw new Refusal('document_void', { field: 'status' })
  if (asked.status !== undefined && asked.status !== stored.status)
    throw new Refusal('status_not_offered', { field: 'status' })
  // What was read before the lock is what is corrected.
  if (stored.version !== unlocked.version) throw new Refusal('conflict_retry')
  // Our own number is issued once; a supplier's may have been mistyped.
  if (side.document !== 'bill' && asked.number !== stored.number)
    throw new Refusal('number_fixed', { field: side.numberField })
  const { input, said } = completed(caller, stored, before, asked)
  const plan = new Plan(caller, known.accounts)
  const isSame = figuresOf(before) === figuresOf(input) && !saysWorth(said)
  if (isSame && (side.document !== 'bill' || input.number === stored.number)) {
    planRemarks(plan, caller, stored, before, input)
    // Before it is printed or its day is over, another save takes the current customer and settings.
    const isIssuedAgain = lockReason(stored, caller) === null && !isIssued(stored, caller)
    return { plan, result: () => isIssuedAgain }
  }
  requireFree(caller, stored, known.assetLock)
  refusePartyChange(known.lastSettlement, stored, input, side.partyField)
  planCorrection(plan, caller, known, { side, stored, input })
  return { plan, result: () => true }
}

/** The whole input of a correction, and what it says of its rate where that differs from the stored one. */
function completed(caller: Pick<Context, 'session'>, stored: DocumentRow, before: DocumentInput, asked: DocumentInput) {
  const base = stored.total_base
  const said = newWorth({ exchange_rate: asked.exchange_rate, base: asked.total_base }, { ...stored, base })
  const worth = { exchange_rate: said.exchange_rate, total_base: said.base }
  return {
    said,
    input: completeInput(caller, { ...asked, ...worth, advances: asked.advances ?? before.advances }, before),
  }
}

type Correction = { side: Side; stored: DocumentRow; input: DocumentInput }

/** Plans the reversal and the new posting. */
function planCorrection(plan: Plan, caller: Caller, known: Facts, correction: Correction): void {
  const { side, stored, input } = correction
  const { before, calendar, mirror } = known
  const { id } = stored
  const mayBeBlocked = input.party_id === stored.party_id
  const purpose = { id, frozen: stored, mayBeBlocked, stored: before, differences: 'issued' } as const
  const facts = documentFacts(caller, side, input, known, purpose)
  if (input.date > caller.today) throw new Refusal('date_in_future', { field: side.dateField })
  const same = mayBeBlocked ? { total: stored.total_base, items: before.items } : undefined
  const more = creditIncrease({ total: facts.base.total, items: input.items, standing: known.credit, before: same })
  requireCredit(known.credit, more, side.partyField)
  const oldPeriod = calendar.open(stored.document_date, side.dateField, side.name)
  const period = calendar.open(input.date, side.dateField, side.name)
  refuseSpentStock(known.stock, mirror)
  planRevision(plan, caller, stored, before)
  const stock = new PlannedStock(plan, known.stock, facts.place.moves)
  const taken: AdvancesTaken = advancesTaken(known.documents)
  const goods = { stock, rows: new PlannedGoods(plan, known.goodsTaken, known.goodsRows) }
  planReversedDocument(plan, goods, known, { side, stored, period: oldPeriod, advances: taken, calendar })
  const advances = givenBack(known.advances, known.deductions.rows)
  const rows = { side, id, input, facts, before: { mirror, items: before.items } }
  const content = decideContent(caller, { advances }, rows, goods)
  // Deductions of an earlier revision are not returned again: a repeated save would deduct them twice.
  if (content.deductions.length === 0 && before.advances?.length) planDraftDeductions(plan, id, [])
  const posting = {
    side,
    id,
    period,
    input,
    before,
    facts,
    ...content,
    revision: stored.revision + 1,
    // Our own number stays what it was; a supplier's may have been mistyped.
    number: side.document !== 'bill' ? (stored.number as string) : input.number,
    is_tax_invoice: remainsTaxInvoice(caller, side, stored),
  }
  planPosted(plan, caller, { calendar, ...goods, taken, posted: known }, posting, (state) => {
    const written = writtenDocument(caller, side, input, facts, id, state)
    const settledOn = content.deductions.length > 0 || facts.retention.gt(0) ? settledOnDay(stored, input.date) : {}
    planRewrittenDocument(plan, stored, { ...written, row: { ...written.row, ...settledOn } })
  })
  planCountedOut(plan, caller, stock, known, mirror)
  planSupplyOfMirror(plan, side, known, { id, revision: posting.revision })
}

/** A document issued before the seller was registered never becomes a tax invoice. A tax invoice remains one. */
const remainsTaxInvoice = (caller: Caller, side: Side, stored: DocumentRow): boolean =>
  stored.is_tax_invoice || (!isIssued(stored, caller) && isTaxInvoice(side.document, caller))

/** The document with its rows before it is corrected. The journal keeps the postings. */
function planRevision(plan: Plan, { session }: Caller, { id, revision }: DocumentRow, before: DocumentInput): void {
  const body = JSON.stringify(before)
  plan.add('document_revisions', { document_id: id, revision, body, revised_by: session.user_id })
}

/** Plans fields without figures. */
function planRemarks(
  plan: Plan,
  caller: Caller,
  stored: DocumentRow,
  before: DocumentInput,
  input: DocumentInput,
): void {
  if (input.due_date < input.date) throw new Refusal('due_before_date', { field: 'due_date' })
  if (supplyProblem({ ...stored, ...memoOf(input) }))
    throw new Refusal('supply_end_before_start', { field: 'supply_end_date' })
  const errors = retentionProblems(input)
  if (Object.keys(errors).length > 0) throw new Refusal('invalid_input', { errors })
  // Its e-invoice says it, and a note says it again.
  const kind = input.transaction_kind === undefined ? before.transaction_kind : input.transaction_kind
  if ((kind ?? null) !== (before.transaction_kind ?? null) && isIssued(stored, caller))
    throw new Refusal('document_locked', { field: 'transaction_kind' })
  planRevision(plan, caller, stored, before)
  const counted = { revision: stored.revision + 1, version: stored.version + 1 }
  const { retention_release_date = null } = input
  plan.change('documents', stored.id, {
    due_date: input.due_date,
    retention_release_date,
    ...memoOf(input),
    ...counted,
  })
}
