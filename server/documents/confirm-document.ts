import type { Side } from '#contract/documents/sides.ts'
import { text } from '#ledger/money.ts'
import { documentEntry } from '#ledger/posting/document.ts'
import { finalInvoiceEntry } from '#ledger/posting/final-invoice.ts'
import { lockStockInBatch, moveBatched, writeMoves } from '#server/catalog/move-stock.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { insertShared, passTurn, sendWrites } from '#server/db/tenant/verbs.ts'
import { openDeferrals } from '#server/deferrals/open-deferrals.ts'
import { type Accounts, loadAccounts } from '#server/journal/accounts.ts'
import { withTransfers } from '#server/journal/branch-stock.ts'
import { lockPeriod, type Period } from '#server/journal/periods.ts'
import { allocateIds } from '#server/journal/posting/allocate-ids.ts'
import type { Numbering } from '#server/journal/posting/number-series.ts'
import { post, postBatched } from '#server/journal/posting/post.ts'
import { deductedBy, type PlannedDeduction, planDeductions, writeDeductions } from './advances/advance-deductions.ts'
import { type Facts, loadFacts } from './document-facts.ts'
import type { DocumentInput } from './document-input.ts'
import { numberFor } from './document-number.ts'
import { insertDocuments, type NewDocument } from './insert-documents.ts'
import { refuseRejectedDraft } from './issuing/refuse-rejected.ts'
import { storedInput } from './load-document-input.ts'
import { isTaxInvoice, lockDocument, type StoredDocument } from './lock-document.ts'
import { deferredRows, postedStatus, postingFacts } from './posting-context.ts'
import { requireSaleTaxes } from './row-taxes.ts'
import { planMoves, type StockPlan } from './stock/stock-plan.ts'
import { postRests } from './stock-rest.ts'
import { costOf, newDocument, rewriteDocument, type State, type WrittenDocument } from './write-document.ts'

/** Makes a draft an issued document: number, journal entry, stock, all or nothing. */
export async function confirmDraft(
  context: Context,
  side: Side,
  draft: StoredDocument,
  input: DocumentInput,
): Promise<void> {
  const posting = await preparePosting(context, side, draft.id, input)
  await postDocument(context, side, posting, (state) =>
    sendWrites(context.db, rewriteDocument(context, draft.id, input, posting.facts, state)),
  )
}

/** The same of a document that was no draft before. */
export async function issueDocument(context: Context, side: Side, input: DocumentInput): Promise<WrittenDocument> {
  const posting = await preparePosting(context, side, null, input)
  const { id, number, facts, deductions } = posting
  const { made, numbered } = await postDocument(context, side, posting, (state) => {
    const made = newDocument(context, side, input, facts, id, state)
    return { made, numbered: insert(context, { context, ...made.document }, deductions) }
  })
  passTurn(context.db)
  return { ...made, number: typeof number === 'string' ? number : await numbered }
}

/** Answers the number. Shared with the other requests in the transaction, unless a later statement needs the row. */
function insert({ db }: Context, document: NewDocument, deductions: readonly unknown[]): Promise<string | null> {
  if (deductions.length === 0) return insertShared(db, insertDocuments, document)
  const alone = insertDocuments([document])
  sendWrites(db, alone)
  const said = alone.then(([number = null]) => number)
  said.catch(() => {})
  return said
}

/** Waited for are what it refers to with its locks (the year, then the stock), and the commit with what is written before it. */
async function preparePosting(
  context: Context,
  side: Side,
  draftId: number | null,
  input: DocumentInput,
): Promise<DocumentPosting> {
  if (input.date > context.today) throw new Refusal('date_in_future', { field: side.dateField })
  const [facts, period, stock, next, accounts] = await Promise.all([
    loadFacts(context, side, input, { id: draftId }),
    lockPeriod(context, input.date, side.dateField, side.name),
    // Documents come before stock in the one lock order: an invoice that takes advances off locks those first.
    input.advances?.length ? new Map<number, never>() : lockStockInBatch(context, productsOf(input)),
    allocateIds(context, 'documents'),
    loadAccounts(context),
  ])
  const id = draftId ?? next.id
  const deductions = await planDeductions(context, input, facts)
  const plan = await planMoves(context, side, id, input, facts, null, stock)
  const number = await numberFor(context, side, input, id)
  const is_tax_invoice = isTaxInvoice(side.document, context)
  const rest = { deductions, accounts, revision: 1, is_tax_invoice }
  return { id, entry_id: next.entry_id, number, period, input, facts, plan, ...rest }
}

/** Confirms a draft with its stored content. */
export async function confirmStored(
  context: Context,
  side: Side,
  id: number,
  version: number | undefined,
): Promise<void> {
  // Locked before it is read: a concurrent save is either confirmed or makes this request stale.
  const draft = await lockDocument(context, side.document, id, version)
  const input = await storedInput(context, side, id)
  if (draft.state !== 'draft') throw new Refusal('status_not_offered', { field: 'status' })
  await confirmDraft(context, side, draft, input)
}

export type DocumentPosting = {
  id: number
  entry_id: number
  number: Numbering
  period: Period
  input: DocumentInput
  facts: Facts
  plan: StockPlan
  deductions: readonly PlannedDeduction[]
  accounts: Accounts
  revision: number
  is_tax_invoice: boolean
  /** The previous content of a posted document. */
  before?: DocumentInput
}

/**
 * Sends the document by `write`, its entry and what it moves; all are awaited with the commit. The entry comes last of what others
 * wait for: its number is the most wanted row of an organisation. Those who share the transaction post in one statement.
 */
export async function postDocument<Written>(
  context: Context,
  side: Side,
  {
    id,
    entry_id,
    number,
    period,
    input,
    facts,
    plan,
    deductions,
    accounts,
    revision,
    is_tax_invoice,
    before,
  }: DocumentPosting,
  write: (state: State) => Written,
): Promise<Written> {
  requireVatRegistration(context, side, facts)
  requireSaleTaxes(context, side, facts, before)
  refuseRejectedDraft(context, side, input, facts)
  const { side: ledgerSide, documentFacts } = postingFacts(context, side, id, input, facts, plan)
  const own =
    deductions.length === 0 ? documentEntry(ledgerSide, documentFacts) : finalInvoiceEntry(documentFacts, deductions)
  const leaving = { date: input.date, branch_id: input.branch_id, cost: costOf(plan.costs) }
  const entry = side.name === 'sales' && facts.has_branches ? await withTransfers(context, accounts, own, leaving) : own
  const head = {
    id: entry_id,
    date: input.date,
    kind: side.document,
    source: side.document,
    source_id: id,
    source_revision: revision,
    ...(typeof number === 'string' ? { description: number } : { numbered_document_id: id }),
  }
  const deducted = text(deductedBy(deductions))
  const ownEntry = entry.lines.length > 0 ? entry_id : null
  const written = write({
    state: 'posted',
    status: postedStatus(side, facts, deducted),
    ...(deductions.length > 0 && { settled: deducted, settled_base: deducted, advances_deducted: deducted }),
    number,
    entry_id: ownEntry,
    revision,
    posted_at: context.services.clock.now(),
    is_tax_invoice,
    costs: plan.costs,
  })
  if (deductions.length > 0)
    await Promise.all([
      writeMoves(context, plan.stock, plan.moves, ownEntry),
      post(context, period, head, entry, accounts),
      writeDeductions(context, { id, date: input.date, revision, entry_id }, deductions),
    ])
  else {
    moveBatched(context, plan.stock, plan.moves, ownEntry)
    postBatched(context, period, head, entry, accounts)
  }
  if (plan.rests.length > 0)
    await postRests(context, side, { id, branch_id: input.branch_id, revision }, plan.rests, plan.stock, accounts)
  const document = { id, date: input.date, branch_id: input.branch_id, period }
  await openDeferrals(context, side, document, deferredRows(input, documentFacts), accounts)
  return written
}

/** A seller that is not registered for VAT charges none: a sale with tax is refused, with a link to the settings. */
export function requireVatRegistration(
  { session }: Pick<Context, 'session'>,
  side: Side,
  { totals }: Pick<Facts, 'totals'>,
): void {
  if (side.name !== 'sales' || session.organization.vat_status !== 'not_registered') return
  if (totals.tax.gt(0)) throw new Refusal('vat_not_registered', { field: 'tax_id' })
}

const productsOf = (input: DocumentInput) => input.items.map((item) => item.product_id)
