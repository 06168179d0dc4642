import type { Side } from '#contract/documents/sides.ts'
import type { Allocation } from '#ledger/allocation.ts'
import { reverse } from '#ledger/entry.ts'
import { decimal, sum } from '#ledger/money.ts'
import { advanceAllocationEntry } from '#ledger/posting/advance-allocation.ts'
import type { Context } from '#server/core/context.ts'
import type { FactsOf } from '#server/core/needs.ts'
import { Refusal } from '#server/core/refusal.ts'
import { ledgerSides } from '#server/journal/posting/posting-sides.ts'
import { postingAccounts } from '#server/posting/facts/accounts.ts'
import { allocationsOf, type StoredAllocation } from '#server/posting/facts/allocations.ts'
import { calendarFrom } from '#server/posting/facts/calendar.ts'
import { type OpenItemState, openItems, workingCopies } from '#server/posting/facts/open-items.ts'
import type { Id } from '#server/posting/placeholders.ts'
import { type Caller, Plan } from '#server/posting/plan.ts'
import { type Decision, runWrite } from '#server/posting/run-write.ts'
import { planReversedAllocations } from '../plan-allocations.ts'
import { planReversedWriteOff } from '../plan-write-off.ts'
import { writeOffsOfPayment } from '../stored-write-offs.ts'
import { type AdvanceRef, requireUnmovedAdvance, settleFacts } from './advance.ts'

type Ask = { reference_id: number; date?: string | null | undefined; version?: number | undefined }
type Input = Ask & { side: Side; at: AdvanceRef }

/**
 * Reverses the allocation to one document: it is open again, and the amount is back in the advance account, where it
 * can be allocated elsewhere or refunded. On the date of the allocation unless a later one is requested.
 */
export const unallocate = (context: Context, side: Side, at: AdvanceRef, ask: Ask): Promise<void> =>
  runWrite(context, { needs, decide }, { ...ask, side, at })

function needs({ today }: Context, { side, at, date, reference_id }: Input) {
  if (date && date > today) throw new Refusal('date_in_future', { field: 'date' })
  const receipt = side.name === 'sales' && 'payment_id' in at.source ? at.source.payment_id : null
  return {
    calendar: calendarFrom(at.date),
    documents: openItems([...at.documentIds, reference_id]),
    advance: at.row,
    allocations: allocationsOf(at.source),
    writeOffs: writeOffsOfPayment(receipt),
    accounts: postingAccounts,
  }
}

function decide(caller: Caller, facts: FactsOf<ReturnType<typeof needs>>, input: Input): Decision<void> {
  const { side, at, reference_id, date: asked } = input
  const isOfDocument = (row: { document_id: number }) => row.document_id === reference_id
  const active = facts.allocations.active.filter(isOfDocument)
  if (active.length === 0) throw new Refusal('not_allocated', { field: 'reference_id' })
  const laterOf = (own: string) => (asked && asked > own ? asked : own)
  const dayOf = ({ allocation_date }: StoredAllocation) => laterOf(allocation_date)
  const dates = [...new Set(active.map(dayOf))].sort()
  const periodOn = (date: string) => facts.calendar.open(date, 'date', side.name)
  for (const date of dates) periodOn(date)
  const advance = at.of(caller, facts.advance, input.version)
  requireUnmovedAdvance(advance, at)
  const plan = new Plan(caller, facts.accounts)
  const items = workingCopies(facts.documents)
  // A write-off of the document that came with the receipt is reversed too.
  for (const given of facts.writeOffs.filter(isOfDocument)) {
    const date = laterOf(given.write_off_date)
    planReversedWriteOff(plan, side, given, items, { date, period: periodOn(date) })
  }
  const entries = new Map<string, Id | null>()
  for (const [date, rows] of Map.groupBy(active, dayOf)) {
    const allocations = rows.map((row) => allocationOf(row, items))
    const entry = advanceAllocationEntry(ledgerSides[side.name], settleFacts(caller, advance), allocations)
    const head = { ...advance.journal, date, kind: 'allocation' } as const
    entries.set(date, plan.post(periodOn(date), head, reverse(entry)))
  }
  planReversedAllocations(plan, side, active, items, (row) => ({
    entry_id: entries.get(dayOf(row)) ?? null,
    date: dayOf(row),
  }))
  const total = (figures: readonly string[]) => sum(figures).neg()
  const [amount, base] = [total(active.map((row) => row.amount)), total(active.map((row) => row.source_base))]
  advance.use(plan, 'allocated', amount, base, dates.at(-1))
  return { plan, result: () => undefined }
}

/** A stored allocation in the terms of the ledger. */
function allocationOf(row: StoredAllocation, items: ReadonlyMap<number, OpenItemState>): Allocation {
  return {
    document_id: row.document_id,
    branch_id: (items.get(row.document_id) as OpenItemState).branch_id,
    amount: decimal(row.amount),
    carrying_base: decimal(row.carrying_base),
    source_base: decimal(row.source_base),
    fx_base: decimal(row.fx_difference_base),
    allocation_date: row.allocation_date,
    waits: false,
  }
}
