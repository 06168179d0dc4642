import type { Side } from '#contract/documents/sides.ts'
import { rowsInBaseUnit } from '#server/catalog/units/row-units.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Answer } from '#server/http/pipeline.ts'
import { loadAccounts } from '#server/journal/accounts.ts'
import { newWorth, saysWorth } from '#server/journal/own-rate.ts'
import { newIdsOf } from '#server/posting/facts/new-ids.ts'
import { Plan } from '#server/posting/plan.ts'
import { callerOf } from '#server/posting/run-write.ts'
import { writePlan } from '#server/posting/write-plan.ts'
import { planDraftDeductions } from './advances/plan-deductions.ts'
import { confirmDraft, issueDocument } from './confirm-document.ts'
import { correctDocument } from './correct-document.ts'
import { completeInput, omitsStored } from './defaults/document-defaults.ts'
import { type Facts, loadFacts } from './document-facts.ts'
import { type DocumentInput, toDocumentInput } from './document-input.ts'
import { requireFreeNumber } from './document-number.ts'
import { storedInput } from './load-document-input.ts'
import { lockDocument } from './lock-document.ts'
import type { DocumentRow } from './posting/locked-documents.ts'
import { planNewDocument, planRewrittenDocument } from './posting/plan-document-rows.ts'
import { presentNewDocument, readDocument, readIssued } from './read-document.ts'
import { type WrittenDocument, writtenDocument } from './write-document.ts'

type Body = Record<string, unknown>

/** Save means confirm unless the body asks for a draft (accounting rule B1). Answers the document. */
export const createDocument = (context: Context, side: Side, body: Body): Promise<Answer> =>
  createFrom(context, side, toDocumentInput(side, body))

/** The same of an input that no request sent: what recurs. Answers its id. */
export async function createFromInput(context: Context, side: Side, input: DocumentInput): Promise<number> {
  const { data } = await createFrom(context, side, input)
  return (data as { id: number }).id
}

async function createFrom(context: Context, side: Side, asked: DocumentInput): Promise<Answer> {
  const input = completeInput(context, await inBaseUnits(context, asked))
  const wanted = input.status ?? defaultStatus(context, side)
  if (wanted !== 'draft' && wanted !== side.postedStatus) throw new Refusal('status_not_offered', { field: 'status' })
  const written = await (wanted === 'draft' ? createDraft : issueDocument)(context, side, input)
  const { id, state } = written.document.row
  return input.advances?.length
    ? { data: await (state === 'posted' ? readIssued : readDocument)(context, side, id) }
    : { data: presentNewDocument(context, side, written) }
}

/** The quantities of rows that name a unit, in their product's own. */
const inBaseUnits = async (context: Context, input: DocumentInput): Promise<DocumentInput> => ({
  ...input,
  items: await rowsInBaseUnit(context, input.items),
})

/** Save without a status: issued, unless the organisation looks at everything once more (B1). */
const defaultStatus = ({ session }: Context, side: Side): string =>
  session.organization.default_save_action === 'draft' ? 'draft' : side.postedStatus

/**
 * A draft is rewritten or confirmed; a posted document is corrected by reversal; its own status may be repeated. Answers the
 * document.
 */
export async function updateDocument(context: Context, side: Side, id: number, body: Body): Promise<Answer> {
  const isIssued = await rewrite(context, side, id, body)
  return { data: await (isIssued ? readIssued : readDocument)(context, side, id) }
}

/** What saving and confirming would do: rolled back by the caller. The status of a posted document follows from its payments. */
export async function previewDocument(context: Context, side: Side, id: number | null, body: Body): Promise<Answer> {
  const posted = { ...body, status: side.postedStatus }
  if (id === null) return createDocument(context, side, posted)
  const stored = await context.db.selectFrom('documents').select('state').where('id', '=', id).executeTakeFirst()
  return updateDocument(context, side, id, stored?.state === 'draft' ? posted : body)
}

/** Returns whether this save issues its paper. */
async function rewrite(context: Context, side: Side, id: number, body: Body): Promise<boolean> {
  const sent = toDocumentInput(side, body)
  const unlocked = await unlockedDocument(context, side, id, sent.version)
  if (unlocked.state === 'void') throw new Refusal('document_void', { field: 'status' })
  const input = await inBaseUnits(context, sent)
  if (unlocked.state === 'posted') return correctDocument(context, side, unlocked, input)
  // What an update does not name stays: a draft is issued only where its status says so (B1).
  const wanted = input.status ?? 'draft'
  if (wanted !== 'draft' && wanted !== side.postedStatus) throw new Refusal('status_not_offered', { field: 'status' })
  const before = omitsStored(input) ? await storedInput(context, side, id) : null
  const worth = worthOfDraft(unlocked, input)
  const asked = { ...input, ...worth, advances: input.advances ?? before?.advances }
  const whole = completeInput(context, asked, before)
  if (wanted === 'draft') await rewriteDraft(context, side, unlocked, { ...whole, advances: input.advances })
  else await confirmDraft(context, side, { id, version: unlocked.version, asked: input.version }, whole)
  return wanted !== 'draft'
}

/** A document before it is locked: which rule saves it. */
async function unlockedDocument({ db }: Context, side: Side, id: number, version: number | undefined) {
  const rows = db.selectFrom('documents').selectAll().where('id', '=', id).where('kind', '=', side.document)
  const row = await rows.executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  if (version !== undefined && version !== row.version) throw new Refusal('stale_version')
  return row
}

/** A draft keeps its own rate until another one, or an empty one, is sent. */
function worthOfDraft(stored: DocumentRow, { currency_id, exchange_rate, total_base }: DocumentInput) {
  const base = stored.total_base
  const said = newWorth({ exchange_rate, base: total_base }, { exchange_rate: stored.exchange_rate, base })
  if (saysWorth(said)) return { exchange_rate: said.exchange_rate, total_base: said.base }
  const isKept = stored.has_own_rate && stored.currency_id === currency_id
  return { exchange_rate: isKept ? stored.exchange_rate : undefined, total_base: undefined }
}

async function createDraft(context: Context, side: Side, input: DocumentInput): Promise<WrittenDocument> {
  const facts = await loadFacts(context, side, input, { mayBeBlocked: true, differences: 'draft' })
  await refuseTakenDraft(context, side, input, null)
  const [[id], accounts] = await Promise.all([newIdsOf('documents', 1).load(context), loadAccounts(context)])
  const document = writtenDocument(context, side, input, facts, id as number)
  const plan = new Plan(callerOf(context), accounts)
  planNewDocument(plan, document)
  planDraftDeductions(plan, id as number, input.advances)
  await writePlan(context, plan)
  return { document, facts, number: null }
}

async function rewriteDraft(context: Context, side: Side, unlocked: DocumentRow, input: DocumentInput): Promise<void> {
  const { id, version } = unlocked
  // A draft posts nothing: only its own row is locked.
  const stored = await lockDocument(context, side.document, id, input.version)
  if (stored.state !== 'draft' || stored.version !== version) throw new Refusal('conflict_retry')
  const facts: Facts = await loadFacts(context, side, input, { mayBeBlocked: true, id, differences: 'draft' })
  await refuseTakenDraft(context, side, input, id)
  const plan = new Plan(callerOf(context), await loadAccounts(context))
  planRewrittenDocument(plan, stored, writtenDocument(context, side, input, facts, id))
  planDraftDeductions(plan, id, input.advances)
  await writePlan(context, plan)
}

/** A draft takes no number yet, but a number that can never be had is better refused now. */
async function refuseTakenDraft(context: Context, side: Side, input: DocumentInput, id: number | null): Promise<void> {
  if (side.document !== 'bill' && input.number !== input.proposed_number)
    await requireFreeNumber(context, side, input.number, id)
}
