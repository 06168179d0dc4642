import type { Side } from '#contract/documents/sides.ts'
import type { Allocation } from '#ledger/allocation.ts'
import { decimal, text } from '#ledger/money.ts'
import { settlementStatus } from '#ledger/settlement-status.ts'
import type { AllocationBetween, StoredAllocation } from '#server/posting/facts/allocations.ts'
import type { OpenItemState } from '#server/posting/facts/open-items.ts'
import type { Id } from '#server/posting/placeholders.ts'
import type { Plan, Values } from '#server/posting/plan.ts'

type Settlement = { item: OpenItemState; amount: string; carrying_base: string; date: string }
type ReversedOn = { entry_id: Id | null; date: string }

/** Adds allocations with the entries that post them, and settles their documents. `source`: whose they are, with its revision. */
export function planAllocations(
  plan: Plan,
  side: Side,
  source: Values,
  allocations: readonly Allocation[],
  items: ReadonlyMap<number, OpenItemState>,
  entryOf: (row: Allocation) => Id | null,
): void {
  for (const row of allocations)
    plan.add('allocations', {
      ...source,
      document_id: row.document_id,
      allocation_date: row.allocation_date,
      amount: text(row.amount),
      carrying_base: text(row.carrying_base),
      source_base: text(row.source_base),
      fx_difference_base: text(row.fx_base),
      entry_id: entryOf(row),
    })
  const settlements = allocations.map((row) => ({
    item: items.get(row.document_id) as OpenItemState,
    amount: text(row.amount),
    carrying_base: text(row.carrying_base),
    date: row.allocation_date,
  }))
  settle(plan, side, settlements)
}

/** Reverses allocations by negative rows, and settles their documents. `reversedOn` gives the day and the entry. */
export function planReversedAllocations(
  plan: Plan,
  side: Side,
  active: readonly StoredAllocation[],
  items: ReadonlyMap<number, OpenItemState>,
  reversedOn: (row: StoredAllocation) => ReversedOn,
): void {
  for (const row of active) {
    const { date, entry_id } = reversedOn(row)
    plan.add('allocations', { ...sourceOf(row), ...negated(row), allocation_date: date, entry_id, reverses_id: row.id })
  }
  const settlements = active.map((row) => ({
    item: items.get(row.document_id) as OpenItemState,
    amount: text(decimal(row.amount).neg()),
    carrying_base: text(decimal(row.carrying_base).neg()),
    date: reversedOn(row).date,
  }))
  settle(plan, side, settlements)
}

/**
 * Reverses both an allocation and its later reversal, each on its own day, so that neither affects the days between. What is open
 * today does not change.
 */
export function planDissolvedAllocations(
  plan: Plan,
  rows: readonly AllocationBetween[],
  reversedOn: (row: { allocation_date: string; entry_id: number | null }) => ReversedOn,
): void {
  for (const { own, undo } of rows) {
    const [again, gone] = [reversedOn(undo), reversedOn(own)]
    if (again.date === gone.date) continue
    const active = { ...sourceOf(own), ...amountsOf(own), allocation_date: again.date, entry_id: again.entry_id }
    const id = plan.addNamed('allocations', { ...active, reverses_id: undo.id })
    const reversed = { ...sourceOf(own), ...negated(own), allocation_date: gone.date, entry_id: gone.entry_id }
    plan.add('allocations', { ...reversed, reverses_id: id })
  }
}

/** The reversal of the entry of an allocation. An allocation worth zero has no entry. */
export const reversalOf = (reversals: ReadonlyMap<number, Id>, entry_id: number | null): Id | null =>
  entry_id === null ? null : (reversals.get(entry_id) ?? entry_id)

/** The settlement of documents after these changes. The status follows from it and is never chosen. */
export function settle(plan: Plan, side: Side, settlements: readonly Settlement[]): void {
  for (const [item, rows] of Map.groupBy(settlements, ({ item }) => item)) {
    const settled = rows.reduce((total, { amount }) => total.plus(amount), decimal(item.settled))
    const settled_base = rows.reduce(
      (total, { carrying_base }) => total.plus(carrying_base),
      decimal(item.settled_base),
    )
    const days = rows.map(({ date }) => date)
    const isLess = settled.lt(decimal(item.settled))
    item.settled = text(settled)
    item.settled_base = text(settled_base)
    item.first_settled_on = earliest([item.first_settled_on, ...days])
    item.last_settled_on = latest([item.last_settled_on, ...days])
    if (isLess) item.last_unsettled_on = latest([item.last_unsettled_on, ...days])
    const { total, retained } = item
    const status = settlementStatus({ posted: true, total, settled, retained }, side)
    const { first_settled_on, last_settled_on, last_unsettled_on } = item
    plan.change('documents', item.id, {
      settled: item.settled,
      settled_base: item.settled_base,
      status,
      version: item.version + 1,
      first_settled_on,
      last_settled_on,
      last_unsettled_on,
    })
  }
}

const earliest = (days: readonly (string | null)[]) => days.filter((day) => day !== null).sort()[0] ?? null
const latest = (days: readonly (string | null)[]) =>
  days
    .filter((day) => day !== null)
    .sort()
    .at(-1) ?? null

type Source = Pick<
  StoredAllocation,
  | ('document_id' | 'payment_id' | 'note_id' | 'write_off_id' | 'advance_id' | 'set_off_id')
  | ('retention_move_id' | 'payment_revision')
>
const sourceOf = (row: Source): Source => ({
  document_id: row.document_id,
  payment_id: row.payment_id,
  note_id: row.note_id,
  write_off_id: row.write_off_id,
  advance_id: row.advance_id,
  set_off_id: row.set_off_id,
  retention_move_id: row.retention_move_id,
  payment_revision: row.payment_revision,
})

type Amounts = Pick<StoredAllocation, 'amount' | 'carrying_base' | 'source_base' | 'fx_difference_base'>
const amountsOf = ({ amount, carrying_base, source_base, fx_difference_base }: Amounts): Amounts => ({
  amount,
  carrying_base,
  source_base,
  fx_difference_base,
})
const negated = (row: Amounts): Amounts => {
  const negative = (amount: string) => text(decimal(amount).neg())
  return {
    amount: negative(row.amount),
    carrying_base: negative(row.carrying_base),
    source_base: negative(row.source_base),
    fx_difference_base: negative(row.fx_difference_base),
  }
}
