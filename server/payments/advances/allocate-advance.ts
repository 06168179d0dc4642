import type { Side } from '#contract/documents/sides.ts'
import type { Allocation } from '#ledger/allocation.ts'
import { sum } from '#ledger/money.ts'
import { advanceAllocationEntry } from '#ledger/posting/advance-allocation.ts'
import type { Context } from '#server/core/context.ts'
import type { FactsOf } from '#server/core/needs.ts'
import { Refusal } from '#server/core/refusal.ts'
import { amountsOf, requireCurrencyPrecision } from '#server/journal/posting/check-precision.ts'
import { ledgerSides } from '#server/journal/posting/posting-sides.ts'
import { postingAccounts } from '#server/posting/facts/accounts.ts'
import { settledByDay, usesOf } from '#server/posting/facts/allocations.ts'
import { calendarFrom } from '#server/posting/facts/calendar.ts'
import { openItems, workingCopies } from '#server/posting/facts/open-items.ts'
import { type Caller, Plan } from '#server/posting/plan.ts'
import { type Decision, runWrite } from '#server/posting/run-write.ts'
import { allocateReferences, type Reference } from '../allocate-references.ts'
import { planAllocations } from '../plan-allocations.ts'
import { requireAvailable } from '../require-open-on.ts'
import { type AdvanceRef, requireUnmovedAdvance, settleFacts } from './advance.ts'

type Ask = { references: readonly Reference[]; date?: string | null | undefined; version?: number | undefined }
type Input = Ask & { side: Side; at: AdvanceRef }

/**
 * Allocates the unused amount of an advance to open documents (V10, V15), on the later of its own date and the
 * document's, or on a later date that was requested. One entry per date.
 */
export const allocateAdvance = (context: Context, side: Side, at: AdvanceRef, ask: Ask): Promise<void> =>
  runWrite(context, { needs, decide }, { ...ask, side, at })

function needs({ today }: Context, { at, date, references }: Input) {
  if (date && date > today) throw new Refusal('date_in_future', { field: 'date' })
  const ids = references.map((reference) => reference.reference_id)
  return {
    calendar: calendarFrom(at.date),
    documents: openItems([...at.documentIds, ...ids]),
    advance: at.row,
    accounts: postingAccounts,
    settled: settledByDay(ids),
    uses: usesOf(at.source),
  }
}

function decide(caller: Caller, facts: FactsOf<ReturnType<typeof needs>>, input: Input): Decision<void> {
  const { side, at, references, date: asked } = input
  const { accounts, calendar, settled, uses } = facts
  const advance = at.of(caller, facts.advance, input.version)
  requireUnmovedAdvance(advance, at)
  const plan = new Plan(caller, accounts)
  requireCurrencyPrecision(accounts, advance.open.currency_id, amountsOf('references', references))
  const { allocations } = allocateReferences(side, advance.open, advance.party_id, facts.documents, references)
  const dayOf = ({ document_id }: Allocation) =>
    [at.date, facts.documents.get(document_id)?.date ?? '', asked ?? ''].toSorted().at(-1) as string
  const rows = allocations.map((row) => ({ ...row, day: dayOf(row), item: facts.documents.get(row.document_id) }))
  const days = [...Map.groupBy(allocations, dayOf)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([date, own]) => ({ date, own, period: calendar.open(date, 'date', side.name) }))
  requireAvailable({ field: 'date', settled, rows, advance: { of: advance, uses } })
  const items = workingCopies(facts.documents)
  for (const { date, own, period } of days) {
    const entry = advanceAllocationEntry(ledgerSides[side.name], settleFacts(caller, advance), own)
    const head = { ...advance.journal, date, kind: 'allocation' } as const
    const entry_id = plan.post(period, head, entry)
    const source = { ...advance.source, payment_revision: advance.journal.source_revision }
    const dated = own.map((row): Allocation => ({ ...row, allocation_date: date }))
    planAllocations(plan, side, source, dated, items, () => entry_id)
  }
  const [amount, base] = [allocations.map((row) => row.amount), allocations.map((row) => row.source_base)]
  advance.use(plan, 'allocated', sum(amount), sum(base))
  return { plan, result: () => undefined }
}
