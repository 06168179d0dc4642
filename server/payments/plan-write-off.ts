import type { Side } from '#contract/documents/sides.ts'
import { relief } from '#ledger/allocation.ts'
import type { Account } from '#ledger/entry.ts'
import { decimal, text, zero } from '#ledger/money.ts'
import { writeOffEntry } from '#ledger/posting/write-off.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Accounts } from '#server/journal/accounts.ts'
import type { Period } from '#server/journal/periods.ts'
import { ledgerSides } from '#server/journal/posting/posting-sides.ts'
import type { OpenItemState } from '#server/posting/facts/open-items.ts'
import type { Id } from '#server/posting/placeholders.ts'
import type { Caller, Plan } from '#server/posting/plan.ts'
import { planAllocations, planReversedAllocations } from './plan-allocations.ts'
import type { StoredWriteOff } from './stored-write-offs.ts'

type WriteOff = { write_off_date: string; amount: string; reason: string | null; account: Account; payment_id?: Id }

/** Plans a write-off of a document: an entry that removes its carrying amount from the control account, and an allocation. */
export function planWriteOff(
  plan: Plan,
  { caller, side, accounts }: { caller: Caller; side: Side; accounts: Accounts },
  item: OpenItemState,
  period: Period,
  { write_off_date, amount, reason, account, payment_id }: WriteOff,
): Id {
  const { currency_id, decimals } = caller.session.organization
  const { id, branch_id, party_id } = item
  const relieved = { whole: item.total, base: item.total_base, taken: item.settled, taken_base: item.settled_base }
  const amount_base = relief(relieved, amount, decimals)
  const entry = writeOffEntry(ledgerSides[side.name], {
    branch_id,
    party_id,
    document_id: id,
    amount,
    amount_base,
    account,
    currency_id: item.currency_id === currency_id ? null : item.currency_id,
  })
  // A second write-off on the same day is another revision of the document.
  item.revision += 1
  plan.change('documents', id, { revision: item.revision, version: item.version + 1 })
  const head = { source: 'write_off', source_id: id, source_revision: item.revision, date: write_off_date }
  const entry_id = plan.post(period, { ...head, kind: 'allocation', description: reason }, entry)
  const write_off_id = plan.addNamed('write_offs', {
    document_id: id,
    write_off_date,
    amount,
    reason,
    entry_id,
    payment_id: payment_id ?? null,
    account_id: accounts.idOf(account),
    amount_base: text(amount_base),
    created_by: caller.session.user_id,
  })
  const allocation = {
    document_id: id,
    branch_id,
    amount: decimal(amount),
    carrying_base: amount_base,
    source_base: amount_base,
    fx_base: zero,
    allocation_date: write_off_date,
    waits: false,
  }
  const source = { write_off_id, payment_revision: 1 }
  planAllocations(plan, side, source, [allocation], new Map([[id, item]]), () => entry_id)
  return write_off_id
}

/** Plans that a write-off is reversed: from `date` on the document is open again. */
export function planReversedWriteOff(
  plan: Plan,
  side: Side,
  { id, entry, allocations }: StoredWriteOff,
  items: ReadonlyMap<number, OpenItemState>,
  { period, date }: { period: Period; date: string },
): void {
  if (allocations.length === 0) throw new Refusal('refund_void')
  const entry_id = entry && plan.reverse(period, entry, { date, source_revision: 1 })
  planReversedAllocations(plan, side, allocations, items, () => ({ entry_id, date }))
  plan.change('write_offs', id, { state: 'void' })
}
