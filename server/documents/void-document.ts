import type { Side } from '#contract/documents/sides.ts'
import { planCountedOut } from '#server/catalog/plan-counted-out.ts'
import type { Context } from '#server/core/context.ts'
import type { FactsOf } from '#server/core/needs.ts'
import { Refusal } from '#server/core/refusal.ts'
import { requireUnmovedDate } from '#server/journal/periods.ts'
import { postingAccounts } from '#server/posting/facts/accounts.ts'
import { calendarFrom } from '#server/posting/facts/calendar.ts'
import { type Caller, Plan } from '#server/posting/plan.ts'
import { type Decision, runWrite } from '#server/posting/run-write.ts'
import { PlannedStock } from '#server/stock/planned-stock.ts'
import { refuseSpentStock } from '#server/stock/spent-stock.ts'
import { stockFrom } from '#server/stock/stock-facts.ts'
import { advancesTaken } from './advances/plan-deductions.ts'
import { PlannedGoods } from './goods/planned-goods.ts'
import { lockDocument, requireFree } from './lock-document.ts'
import { lockedDocuments, requireDocument } from './posting/locked-documents.ts'
import { needsOfReversal, planReversedDocument, planSupplyOfMirror } from './posting/plan-reversed.ts'

/** The delete action: a draft is deleted, a posted document is voided by reversal and keeps its number (B5). */
export async function removeDocument(context: Context, side: Side, id: number): Promise<void> {
  const unlocked = await context.db
    .selectFrom('documents')
    .select(['id', 'document_date', 'state', 'advances_deducted', 'retention'])
    .where('id', '=', id)
    .where('kind', '=', side.document)
    .executeTakeFirst()
  if (!unlocked) throw new Refusal('not_found')
  if (unlocked.state !== 'posted') return removeDraft(context, side, id)
  await runWrite(context, voidedDocument, { side, unlocked })
}

type Input = {
  side: Side
  unlocked: { id: number; document_date: string; advances_deducted: string; retention: string }
}

const needs = (_: Context, { side, unlocked }: Input) => ({
  calendar: calendarFrom(unlocked.document_date),
  documents: lockedDocuments([unlocked.id], unlocked.id),
  stock: stockFrom(unlocked.document_date, { movedBy: { document_id: unlocked.id } }),
  ...needsOfReversal(side, unlocked, unlocked.document_date),
  accounts: postingAccounts,
})

export const voidedDocument = { needs, decide }

function decide(caller: Caller, facts: FactsOf<ReturnType<typeof needs>>, { side, unlocked }: Input): Decision<void> {
  const { calendar, mirror } = facts
  const { id } = unlocked
  const period = calendar.open(unlocked.document_date, side.dateField, side.name)
  const stored = requireDocument(facts.documents, side.document, id, undefined)
  requireUnmovedDate(unlocked.document_date, stored.document_date)
  const isSame = unlocked.advances_deducted === stored.advances_deducted && unlocked.retention === stored.retention
  if (!isSame) throw new Refusal('conflict_retry')
  requireFree(caller, stored, facts.assetLock)
  refuseSpentStock(facts.stock, mirror)
  const plan = new Plan(caller, facts.accounts)
  const stock = new PlannedStock(plan, facts.stock)
  const advances = advancesTaken(facts.documents)
  const rows = new PlannedGoods(plan, facts.goodsTaken)
  planReversedDocument(plan, { stock, rows }, facts, { side, stored, period, advances, calendar })
  const end = { state: 'void', status: 'void', voided_at: caller.now, version: stored.version + 1 }
  plan.change('documents', id, end)
  planCountedOut(plan, caller, stock, facts, mirror)
  planSupplyOfMirror(plan, side, facts, { id, revision: stored.revision + 1 })
  return { plan, result: () => undefined }
}

async function removeDraft(context: Context, side: Side, id: number): Promise<void> {
  const stored = await lockDocument(context, side.document, id, undefined)
  if (stored.state === 'void') throw new Refusal('document_void', { field: 'status' })
  // Another user confirmed it since it was read.
  if (stored.state !== 'draft') throw new Refusal('conflict_retry')
  await context.db.deleteFrom('documents').where('id', '=', id).execute()
}
