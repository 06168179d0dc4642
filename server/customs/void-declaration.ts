import type { Context } from '#server/core/context.ts'
import { type FactsOf, known } from '#server/core/needs.ts'
import { requireUnlocked } from '#server/documents/lock-document.ts'
import { mirrorOfMoves } from '#server/documents/stock/stored-moves.ts'
import { type Period, requireUnmovedDate } from '#server/journal/periods.ts'
import { postingAccounts } from '#server/posting/facts/accounts.ts'
import { calendarFrom } from '#server/posting/facts/calendar.ts'
import { entryOfDocument, type StoredEntry } from '#server/posting/facts/stored-entries.ts'
import { type Caller, Plan } from '#server/posting/plan.ts'
import { type Decision, runWrite } from '#server/posting/run-write.ts'
import { branchStockFrom, planBranchSupply } from '#server/stock/branch-stock.ts'
import { type PlannedMove, PlannedStock } from '#server/stock/planned-stock.ts'
import { refuseSpentStock } from '#server/stock/spent-stock.ts'
import { stockFrom } from '#server/stock/stock-facts.ts'
import {
  declarationKind,
  lockedDeclaration,
  requireStoredDeclaration,
  type StoredDeclaration,
  unlockedDeclaration,
} from './declaration.ts'

/** The delete icon: undone by its mirror, its number free again for the authority's next paper. */
export const voidDeclaration = (context: Context, id: number): Promise<void> => runWrite(context, { needs, decide }, id)

async function needs(context: Context, id: number) {
  const unlocked = await unlockedDeclaration(context, id)
  return {
    unlocked: known(unlocked),
    calendar: calendarFrom(unlocked.document_date),
    stored: lockedDeclaration(id),
    stock: stockFrom(unlocked.document_date, { movedBy: { document_id: id } }),
    mirror: mirrorOfMoves(id),
    entries: entryOfDocument(id),
    branches: branchStockFrom(unlocked.document_date),
    accounts: postingAccounts,
  }
}

function decide(caller: Caller, facts: FactsOf<Awaited<ReturnType<typeof needs>>>, id: number): Decision<void> {
  const { unlocked } = facts
  const period = facts.calendar.open(unlocked.document_date, 'declaration_date', 'purchases')
  const stored = requireStoredDeclaration(facts.stored, undefined)
  requireUnmovedDate(unlocked.document_date, stored.document_date)
  requireUnlocked(stored, caller)
  const plan = new Plan(caller, facts.accounts)
  planReversedDeclaration(plan, new PlannedStock(plan, facts.stock), period, { ...facts, stored })
  planBranchSupply(plan, facts, {
    head: { source: declarationKind, source_id: id, source_revision: stored.revision + 1 },
    periodOf: (day) => facts.calendar.open(day, 'declaration_date', 'purchases'),
  })
  const end = { state: 'void', status: 'void', voided_at: caller.now, version: stored.version + 1 }
  plan.change('documents', id, end)
  return { plan, result: () => undefined }
}

type Facts = { stored: StoredDeclaration; mirror: readonly PlannedMove[]; entries: readonly StoredEntry[] }

/** Plans the reversal of the present content. Refused if the goods with the duty were issued since. */
export function planReversedDeclaration(
  plan: Plan,
  stock: PlannedStock,
  period: Period,
  { stored, mirror, entries }: Facts,
): void {
  refuseSpentStock(stock.facts, mirror, 'duty_moved_on')
  const [entry] = entries
  const at = { date: entry?.head.entry_date ?? '', source_revision: stored.revision }
  stock.move(mirror, entry ? plan.reverse(period, entry, at) : null)
}
