import { sql } from 'kysely'
import { text } from '#ledger/money.ts'
import { customsEntry } from '#ledger/posting/customs.ts'
import { lockStock, type StockState, writeMoves } from '#server/catalog/move-stock.ts'
import { refuseNegativeStock } from '#server/catalog/negative-stock.ts'
import type { Context } from '#server/core/context.ts'
import { deferRejection } from '#server/core/defer-rejection.ts'
import { Refusal } from '#server/core/refusal.ts'
import { requireUnlocked } from '#server/documents/lock-document.ts'
import { refusePartyChangeWhenSettled } from '#server/documents/refuse-party-change.ts'
import { reversalMoves } from '#server/documents/stock/reversal-moves.ts'
import { saveDocumentRevision } from '#server/journal/history/save-revision.ts'
import { lockPeriod, type Period, requireUnmovedDate } from '#server/journal/periods.ts'
import { post } from '#server/journal/posting/post.ts'
import { reverseEntry } from '#server/journal/posting/reverse-entry.ts'
import { type DeclarationFacts, declarationFacts } from './check-declaration-references.ts'
import {
  accountingFingerprint,
  type DeclarationAsked,
  type DeclarationInput,
  declarationBranch,
  declarationDate,
  declarationKind,
  lockDeclaration,
  type StoredDeclaration,
  storedDeclaration,
  wholeDeclaration,
} from './declaration.ts'
import { planDuty } from './duty-plan.ts'
import { insertDeclaration, rewriteDeclaration, writeDeclaration } from './write-declaration.ts'

/**
 * Posts a declaration (V32), or corrects one: its entry is reversed on its own date and the new content is posted (B3).
 * Only an unsettled declaration can be corrected; notes and due date always can.
 */
export async function saveDeclaration(context: Context, id: number | null, asked: DeclarationAsked): Promise<Saved> {
  const input = await wholeDeclaration(context, id, asked)
  const stored = id === null ? null : deferRejection(declarationBranch(context, id))
  const facts = await declarationFacts(context, input, stored)
  return id === null ? createDeclaration(context, input, facts) : correctDeclaration(context, id, input, facts)
}

type Saved = { id: number; isPosted: boolean }

async function createDeclaration(context: Context, input: DeclarationInput, facts: DeclarationFacts): Promise<Saved> {
  const period = await periodOf(context, input.declaration_date)
  await requireFreeNumber(context, input, 0)
  const id = await insertDeclaration(context, input, facts)
  const stock = await lockStock(context, stockedOf(facts))
  await postDeclaration(context, period, { id, revision: 1, input, facts, stock })
  return { id, isPosted: true }
}

async function correctDeclaration(
  context: Context,
  id: number,
  input: DeclarationInput,
  facts: DeclarationFacts,
): Promise<Saved> {
  const oldDate = await declarationDate(context, id)
  // Sent before the declaration is locked; a locked period is reported only if a figure changes.
  const locking = deferRejection(
    Promise.all([periodOf(context, oldDate), periodOf(context, input.declaration_date)] as const),
  )
  const stored = await lockDeclaration(context, id, input.version)
  requireUnmovedDate(oldDate, stored.document_date)
  const before = await storedDeclaration(context, stored)
  const now = { vat: text(facts.vat), vat_base: text(facts.vat_base) }
  const then = { vat: before.vat ?? '0', vat_base: before.vat_base ?? '0' }
  const same = accountingFingerprint(before, then) === accountingFingerprint(input, now)
  if (!same) {
    requireUnlocked(stored, context)
    const asked = { party_id: input.supplier_id, currency_id: stored.currency_id }
    await refusePartyChangeWhenSettled(context, stored, asked, 'supplier_id')
  }
  await saveDocumentRevision(context, stored, before)
  const revision = stored.revision + 1
  if (same) {
    await rewriteDeclaration(context, id, input, facts, { revision })
    await writeDeclaration(context, id, input, facts, null)
    return { id, isPosted: false }
  }
  const [oldPeriod, period] = await locking
  await requireFreeNumber(context, input, id)
  const stock = await undo(context, oldPeriod, stored, stockedOf(facts))
  await rewriteDeclaration(context, id, input, facts, { revision })
  await postDeclaration(context, period, { id, revision, input, facts, stock })
  return { id, isPosted: true }
}

const periodOf = (context: Context, date: string): Promise<Period> =>
  lockPeriod(context, date, 'declaration_date', 'purchases')

type Posting = {
  id: number
  revision: number
  input: DeclarationInput
  facts: DeclarationFacts
  stock: Map<number, StockState>
}

async function postDeclaration(context: Context, period: Period, posting: Posting): Promise<void> {
  const { id, revision, input, facts, stock } = posting
  const plan = planDuty(context, id, input, facts, stock)
  const entry = customsEntry({
    branch_id: input.branch_id,
    party_id: input.supplier_id,
    document_id: id,
    base: facts.vat_base,
    tax: facts.vat,
    tax_id: facts.tax.box_tax_id,
    duties: plan.duties,
  })
  const head = { source: declarationKind, source_id: id, source_revision: revision, date: input.declaration_date }
  const entry_id = await post(
    context,
    period,
    { ...head, kind: 'customs', description: input.declaration_number },
    // Without tax nothing is reported in a box.
    facts.vat.eq(0) ? { ...entry, taxes: [] } : entry,
  )
  await writeMoves(context, stock, plan.moves, entry_id)
  await writeDeclaration(context, id, input, facts, plan.lines)
  await context.db
    .updateTable('documents')
    .set({
      entry_id,
      number: input.declaration_number,
      state: 'posted',
      status: 'sent',
      posted_at: sql`coalesce(posted_at, ${context.services.clock.now()})`,
    })
    .where('id', '=', id)
    .execute()
}

/** Reverses the current content. Refused if the goods with the duty were issued since. */
async function undo(context: Context, period: Period, stored: StoredDeclaration, wanted: readonly number[]) {
  const { moves } = await reversalMoves(context, stored)
  const stock = await lockStock(context, [...wanted, ...moves.map((move) => move.product_id)])
  await refuseNegativeStock(context, moves, 'duty_moved_on')
  const reversal =
    stored.entry_id === null ? null : await reverseEntry(context, period, stored.entry_id, stored.revision)
  await writeMoves(context, stock, moves, reversal)
  return stock
}

const stockedOf = ({ products }: DeclarationFacts) =>
  [...products.values()].filter((product) => product.is_stocked).map(({ id }) => id)

async function requireFreeNumber({ db }: Context, input: DeclarationInput, id: number): Promise<void> {
  const taken = await db
    .selectFrom('documents')
    .select('id')
    .where('kind', '=', declarationKind)
    .where('party_id', '=', input.supplier_id)
    .where('number', '=', input.declaration_number)
    .where('state', '!=', 'void')
    .where('id', '!=', id)
    .executeTakeFirst()
  if (taken) throw new Refusal('number_taken', { field: 'declaration_number' })
}

/** The delete icon: undone by its mirror, its number free again for the authority's next paper. */
export async function voidDeclaration(context: Context, id: number): Promise<void> {
  const date = await declarationDate(context, id)
  const period = await periodOf(context, date)
  const stored = await lockDeclaration(context, id, undefined)
  requireUnmovedDate(date, stored.document_date)
  requireUnlocked(stored, context)
  await undo(context, period, stored, [])
  await context.db
    .updateTable('documents')
    .set({
      state: 'void',
      status: 'void',
      voided_at: context.services.clock.now(),
      version: sql`version + 1`,
    })
    .where('id', '=', id)
    .execute()
}
