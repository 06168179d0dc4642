import type { Side } from '#contract/documents/sides.ts'
import { decimal } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { known } from '#server/core/needs.ts'
import { Refusal } from '#server/core/refusal.ts'
import { type Calendar, requireUnmovedDate } from '#server/journal/periods.ts'
import { type AllocationsOf, allocationsOf } from '#server/posting/facts/allocations.ts'
import { type OpenItemState, type OpenItems, openItems } from '#server/posting/facts/open-items.ts'
import { activeEntriesOf, type StoredEntry } from '#server/posting/facts/stored-entries.ts'
import type { NewId } from '#server/posting/placeholders.ts'
import type { Plan } from '#server/posting/plan.ts'
import { type FiledMonths, filedWithholding, requireUnfiledMonth } from '#server/withholding/filed-months.ts'
import { isWithheld } from '#server/withholding/withheld.ts'
import { planDissolvedAllocations, planReversedAllocations, reversalOf } from './plan-allocations.ts'
import { planReversedWriteOff } from './plan-write-off.ts'
import { requireActivePayment, type StoredPayment, storedPayment, unlockedRow } from './stored-payment.ts'
import { type StoredWriteOff, writeOffsOfPayment } from './stored-write-offs.ts'

/** A payment before it is locked: its day, and the documents it settles. */
export type UnlockedPayment = { date: string; documentIds: readonly number[] }

/** Years and documents come before the payment in the order of locks: both are looked up first. */
export async function unlockedPayment(context: Context, side: Side, id: number): Promise<UnlockedPayment> {
  const [payment, { active }] = await Promise.all([
    unlockedRow(context, side, id),
    allocationsOf({ payment_id: id }).load(context),
  ])
  return { date: payment.payment_date, documentIds: active.map((row) => row.document_id) }
}

/** What the reversal of a payment must know. `more`: documents to lock beyond those it settles. */
export const needsOfPayment = (side: Side, id: number, unlocked: UnlockedPayment, more: readonly number[] = []) => ({
  unlocked: known(unlocked),
  documents: openItems([...unlocked.documentIds, ...more]),
  payment: storedPayment(side, id),
  allocations: allocationsOf({ payment_id: id }),
  entries: activeEntriesOf(side.payment, id),
  writeOffs: writeOffsOfPayment(side.name === 'sales' ? id : null),
  filedWithholding: side.name === 'purchases' ? filedWithholding : known([]),
})

export type PaymentFacts = {
  unlocked: UnlockedPayment
  documents: OpenItems
  payment: StoredPayment | undefined
  allocations: AllocationsOf
  entries: StoredEntry[]
  writeOffs: StoredWriteOff[]
  filedWithholding: FiledMonths
}

/** The locked payment, if all it settles is locked with it: another user may have changed it since the first look. */
export function requireWholePayment(facts: PaymentFacts, version: number | undefined): StoredPayment {
  const stored = requireActivePayment(facts.payment, version)
  if (facts.allocations.active.some((row) => !facts.documents.has(row.document_id))) throw new Refusal('conflict_retry')
  requireUnmovedDate(facts.unlocked.date, stored.payment_date)
  return stored
}

type Reversed = PaymentFacts & { stored: StoredPayment; calendar: Calendar }

/**
 * Plans the reversal of the entries of a payment, each on its own day, or on the requested day if that is later: nothing is
 * reversed before it happened. Its allocations and write-offs are reversed with it.
 */
export function planReversedPayment(
  plan: Plan,
  side: Side,
  { stored, calendar, entries, allocations, writeOffs, filedWithholding }: Reversed,
  items: ReadonlyMap<number, OpenItemState>,
  { date: asked, reason }: { date?: string; reason?: string },
): void {
  if (decimal(stored.refunded).gt(0)) throw new Refusal('has_refunds')
  const first = asked ?? stored.payment_date
  if (isWithheld(stored)) requireUnfiledMonth(filedWithholding, first, asked ? 'date' : 'payment_date')
  const dayOf = (own: string) => (own > first ? own : first)
  const periodOn = (day: string) => calendar.open(day, asked ? 'date' : 'payment_date', side.name)
  for (const given of writeOffs) {
    const date = dayOf(given.write_off_date)
    planReversedWriteOff(plan, side, given, items, { date, period: periodOn(date) })
  }
  const reversals = new Map<number, NewId>()
  for (const entry of entries) {
    const date = dayOf(entry.head.entry_date)
    const reversal = plan.reverse(periodOn(date), entry, { date, reason, source_revision: stored.revision })
    if (reversal) reversals.set(entry.id, reversal)
  }
  const reversedOn = (row: { allocation_date: string; entry_id: number | null }) => ({
    entry_id: reversalOf(reversals, row.entry_id),
    date: dayOf(row.allocation_date),
  })
  planReversedAllocations(plan, side, allocations.active, items, reversedOn)
  planDissolvedAllocations(plan, allocations.between, reversedOn)
}
