import { text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { type FactsOf, known, type Need } from '#server/core/needs.ts'
import { Refusal } from '#server/core/refusal.ts'
import { requireUnlocked } from '#server/documents/lock-document.ts'
import { lastSettlementOf, refusePartyChange } from '#server/documents/refuse-party-change.ts'
import { mirrorOfMoves } from '#server/documents/stock/stored-moves.ts'
import { postingAccounts } from '#server/posting/facts/accounts.ts'
import { calendarFrom } from '#server/posting/facts/calendar.ts'
import { newIdsOf } from '#server/posting/facts/new-ids.ts'
import { entryOfDocument } from '#server/posting/facts/stored-entries.ts'
import { type Caller, Plan } from '#server/posting/plan.ts'
import { type Decision, runWrite } from '#server/posting/run-write.ts'
import { branchStockFrom, planBranchSupply } from '#server/stock/branch-stock.ts'
import { PlannedStock } from '#server/stock/planned-stock.ts'
import type { StockFacts } from '#server/stock/stock-balances.ts'
import { stockFrom } from '#server/stock/stock-facts.ts'
import {
  accountingFingerprint,
  type DeclarationAsked,
  type DeclarationInput,
  declarationKind,
  lockedDeclaration,
  requireStoredDeclaration,
  storedDeclaration,
  unlockedDeclaration,
  wholeDeclaration,
} from './declaration.ts'
import { declarationFigures, needsOfDeclaration } from './declaration-figures.ts'
import { planDeclaration, planHead, planReferences } from './plan-declaration.ts'
import { planReversedDeclaration } from './void-declaration.ts'

type Saved = { id: number; isPosted: boolean }
type Input = { id: number | null; asked: DeclarationAsked }

/**
 * Posts a declaration (V32), or corrects one: its entry is reversed on its own date and the new content is posted (B3).
 * Only an unsettled declaration can be corrected; notes and due date always can.
 */
export const saveDeclaration = (context: Context, id: number | null, asked: DeclarationAsked): Promise<Saved> =>
  id === null
    ? runWrite(context, newDeclaration, { id, asked })
    : runWrite(context, correctedDeclaration, { id, asked })

/** A new declaration, without a database below its decision. */
export const newDeclaration = {
  needs({ today }: Context, { asked }: Input) {
    const input = wholeDeclaration(null, asked)
    // It only adds value, and shares it by what is there now: no earlier day is asked.
    const stock = stockFrom(today, { products: productsOf(input) })
    return { ...needsOfContent(input, input.declaration_date, null), stock, ids: newIdsOf('documents', 1) }
  },
  decide(
    caller: Caller,
    facts: FactsOf<ReturnType<typeof needsOfContent>> & { stock: StockFacts; ids: number[] },
    { asked }: Input,
  ): Decision<Saved> {
    const input = wholeDeclaration(null, asked)
    const figures = declarationFigures(caller, facts, input, null)
    const period = facts.calendar.open(input.declaration_date, 'declaration_date', 'purchases')
    refuseTakenNumber(facts)
    const plan = new Plan(caller, facts.accounts)
    const stock = new PlannedStock(plan, facts.stock)
    const [id] = facts.ids as [number]
    planDeclaration(plan, caller, { figures, period, stock }, { id, stored: null, input, revision: 1 })
    return { plan, result: () => ({ id, isPosted: true }) }
  },
}

/** A correction: the reversal and the new posting in one plan. */
export const correctedDeclaration = { needs, decide }

async function needs(context: Context, { id: corrected, asked }: Input) {
  const id = corrected as number
  const unlocked = await unlockedDeclaration(context, id)
  const before = await storedDeclaration(unlocked).load(context)
  const input = wholeDeclaration(before, asked)
  const [first] = [input.declaration_date, unlocked.document_date].sort() as [string]
  return {
    ...needsOfContent(input, unlocked.document_date, id),
    stock: stockFrom(first, { products: productsOf(input), movedBy: { document_id: id } }),
    unlocked: known(unlocked),
    before: known(before),
    stored: lockedDeclaration(id),
    lastSettlement: lastSettlementOf(id),
    mirror: mirrorOfMoves(id),
    entries: entryOfDocument(id),
    branches: branchStockFrom(first),
  }
}

function decide(
  caller: Caller,
  facts: FactsOf<Awaited<ReturnType<typeof needs>>>,
  { id: corrected, asked }: Input,
): Decision<Saved> {
  const id = corrected as number
  const { before, unlocked, calendar } = facts
  const input = wholeDeclaration(before, asked)
  const figures = declarationFigures(caller, facts, input, unlocked.branch_id)
  const stored = requireStoredDeclaration(facts.stored, input.version)
  if (stored.version !== unlocked.version) throw new Refusal('conflict_retry')
  const plan = new Plan(caller, facts.accounts)
  const now = { vat: text(figures.vat), vat_base: text(figures.vat_base) }
  const then = { vat: before.vat ?? '0', vat_base: before.vat_base ?? '0' }
  const isSame = accountingFingerprint(before, then) === accountingFingerprint(input, now)
  const content = { id, stored, input, revision: stored.revision + 1 }
  plan.add('document_revisions', {
    document_id: id,
    revision: stored.revision,
    body: JSON.stringify(before),
    revised_by: caller.session.user_id,
  })
  if (isSame) {
    planHead(plan, caller, figures, content, {})
    planReferences(plan, figures, content)
    return { plan, result: () => ({ id, isPosted: false }) }
  }
  requireUnlocked(stored, caller)
  const whose = { party_id: input.supplier_id, currency_id: stored.currency_id }
  refusePartyChange(facts.lastSettlement, stored, whose, 'supplier_id')
  const oldPeriod = calendar.open(stored.document_date, 'declaration_date', 'purchases')
  const period = calendar.open(input.declaration_date, 'declaration_date', 'purchases')
  refuseTakenNumber(facts)
  const stock = new PlannedStock(plan, facts.stock)
  planReversedDeclaration(plan, stock, oldPeriod, { ...facts, stored })
  planDeclaration(plan, caller, { figures, period, stock }, content)
  planBranchSupply(plan, facts, {
    head: { source: declarationKind, source_id: id, source_revision: content.revision },
    periodOf: (day) => calendar.open(day, 'declaration_date', 'purchases'),
  })
  return { plan, result: () => ({ id, isPosted: true }) }
}

function needsOfContent(input: DeclarationInput, oldDate: string, id: number | null) {
  return {
    ...needsOfDeclaration(input),
    calendar: calendarFrom(input.declaration_date, oldDate),
    isNumberTaken: isNumberTaken(input, id),
    accounts: postingAccounts,
  }
}

const productsOf = ({ lines }: DeclarationInput) => lines.map((line) => line.product_id)

const isNumberTaken = (input: DeclarationInput, id: number | null): Need<boolean> => ({
  load: async ({ db }) => {
    const others = db
      .selectFrom('documents')
      .select('id')
      .where('kind', '=', declarationKind)
      .where('party_id', '=', input.supplier_id)
      .where('number', '=', input.declaration_number)
      .where('state', '!=', 'void')
      .where('id', '!=', id ?? 0)
    return (await others.executeTakeFirst()) !== undefined
  },
})

function refuseTakenNumber({ isNumberTaken }: { isNumberTaken: boolean }): void {
  if (isNumberTaken) throw new Refusal('number_taken', { field: 'declaration_number' })
}
