import type { Side } from '#contract/documents/sides.ts'
import type { Context } from '#server/core/context.ts'
import { type FactsOf, known } from '#server/core/needs.ts'
import { Refusal } from '#server/core/refusal.ts'
import { requireCredit } from '#server/parties/credit-exposure.ts'
import { calendarFrom } from '#server/posting/facts/calendar.ts'
import { newIdsOf } from '#server/posting/facts/new-ids.ts'
import { columnValue } from '#server/posting/placeholders.ts'
import { type Caller, Plan } from '#server/posting/plan.ts'
import { type Decision, runWrite } from '#server/posting/run-write.ts'
import { PlannedStock } from '#server/stock/planned-stock.ts'
import { stockFrom } from '#server/stock/stock-facts.ts'
import { advancesTaken, planDraftDeductions } from './advances/plan-deductions.ts'
import { creditIncrease } from './credit-increase.ts'
import { documentFacts } from './document-facts.ts'
import type { DocumentInput } from './document-input.ts'
import { decideDocumentNumber, isTypedNumberTaken } from './document-number.ts'
import { PlannedGoods } from './goods/planned-goods.ts'
import { storedInput } from './load-document-input.ts'
import { isTaxInvoice } from './lock-document.ts'
import { type DocumentRow, lockedDocuments, requireDocument } from './posting/locked-documents.ts'
import { planNewDocument, planRewrittenDocument } from './posting/plan-document-rows.ts'
import { decideContent, needsOfPosted, planPosted } from './posting/plan-posted.ts'
import { type WrittenDocument, writtenDocument } from './write-document.ts'

/** A draft that is confirmed, as it was read before it is locked. */
export type UnlockedDraft = { id: number; version: number; asked: number | undefined }
type Input = { side: Side; input: DocumentInput; draft: UnlockedDraft | null }

/** Issues a document: number, journal entry, stock, all or nothing. */
export const issueDocument = (context: Context, side: Side, input: DocumentInput): Promise<WrittenDocument> =>
  runWrite(context, issuedDocument, { side, input, draft: null })

/** Makes a draft an issued document. */
export async function confirmDraft(
  context: Context,
  side: Side,
  draft: UnlockedDraft,
  input: DocumentInput,
): Promise<void> {
  await runWrite(context, issuedDocument, { side, input, draft })
}

/** Confirms a draft with its stored content. */
export async function confirmStored(
  context: Context,
  side: Side,
  id: number,
  version: number | undefined,
): Promise<void> {
  const row = await context.db
    .selectFrom('documents')
    .select(['version', 'state'])
    .where('id', '=', id)
    .where('kind', '=', side.document)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  if (version !== undefined && version !== row.version) throw new Refusal('stale_version')
  const input = await storedInput(context, side, id)
  if (row.state !== 'draft') throw new Refusal('status_not_offered', { field: 'status' })
  await confirmDraft(context, side, { id, version: row.version, asked: version }, input)
}

export const issuedDocument = { needs, decide }

function needs(context: Context, { side, input, draft }: Input) {
  const { date } = input
  const id = draft?.id ?? null
  const advances = (input.advances ?? []).map(({ advance_id }) => advance_id)
  // Money before the supply moves no goods.
  const products = side.document === 'advance_invoice' ? [] : input.items.map((item) => item.product_id)
  return {
    calendar: calendarFrom(date),
    documents: lockedDocuments([...(id === null ? [] : [id]), ...advances], null),
    stock: stockFrom(date, { products, lots: input.items }),
    isNumberTaken: isTypedNumberTaken(side, input, id),
    ids: id === null ? newIdsOf('documents', 1) : known([id]),
    ...needsOfPosted(context, side, input, { id, first: date }),
  }
}
type Facts = FactsOf<ReturnType<typeof needs>>

function decide(caller: Caller, known: Facts, { side, input, draft }: Input): Decision<WrittenDocument> {
  const stored = draft && requireDraft(known, side, draft)
  if (input.date > caller.today) throw new Refusal('date_in_future', { field: side.dateField })
  const [id] = known.ids as [number]
  const facts = documentFacts(caller, side, input, known, { id: draft?.id ?? null, differences: 'issued' })
  const { credit } = known
  requireCredit(
    credit,
    creditIncrease({ total: facts.base.total, items: input.items, standing: credit }),
    side.partyField,
  )
  const period = known.calendar.open(input.date, side.dateField, side.name)
  const plan = new Plan(caller, known.accounts)
  const stock = new PlannedStock(plan, known.stock, facts.place.moves)
  const moving = { stock, rows: new PlannedGoods(plan, known.goodsRows) }
  const content = decideContent(caller, known, { side, id, input, facts, before: null }, moving)
  const number = decideDocumentNumber(caller, plan, side, input, known.isNumberTaken)
  const is_tax_invoice = isTaxInvoice(side.document, caller)
  const posting = { side, id, period, input, facts, ...content, revision: 1, number, is_tax_invoice }
  const around = { calendar: known.calendar, ...moving, taken: advancesTaken(known.documents), posted: known }
  let document: ReturnType<typeof writtenDocument> | undefined
  planPosted(plan, caller, around, posting, (state) => {
    document = writtenDocument(caller, side, input, facts, id, state)
    const settledOn = content.deductions.length > 0 || facts.retention.gt(0) ? settledOnDay(stored, input.date) : {}
    const written = { ...document, row: { ...document.row, ...settledOn } }
    // What the draft deducted and the document does not is nowhere.
    if (stored && side.document === 'invoice' && content.deductions.length === 0) planDraftDeductions(plan, id, [])
    if (stored) planRewrittenDocument(plan, stored, written)
    else planNewDocument(plan, written)
  })
  return { plan, result: () => resultOf(document as ReturnType<typeof writtenDocument>, facts) }
}

/** The numbers of a written document are known. */
function resultOf(document: ReturnType<typeof writtenDocument>, facts: WrittenDocument['facts']): WrittenDocument {
  const row = Object.fromEntries(Object.entries(document.row).map(([column, value]) => [column, columnValue(value)]))
  return { document: { ...document, row: row as typeof document.row }, facts, number: row.number as string }
}

function requireDraft({ documents }: Facts, side: Side, draft: UnlockedDraft): DocumentRow {
  const stored = requireDocument(documents, side.document, draft.id, draft.asked)
  if (stored.state !== 'draft') throw new Refusal('status_not_offered', { field: 'status' })
  // Another save changed what is confirmed.
  if (stored.version !== draft.version) throw new Refusal('conflict_retry')
  return stored
}

/** Advances settle an invoice on its own day. A release has the day of the deduction. */
export function settledOnDay(stored: Pick<DocumentRow, 'first_settled_on' | 'last_settled_on'> | null, date: string) {
  const { first_settled_on = null, last_settled_on = null } = stored ?? {}
  return {
    first_settled_on: first_settled_on !== null && first_settled_on < date ? first_settled_on : date,
    last_settled_on: last_settled_on !== null && last_settled_on > date ? last_settled_on : date,
  }
}
