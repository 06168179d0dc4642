import { credit, debit, type Entry, entry } from '../entry.ts'
import { decimal, type Numeric } from '../money.ts'

export type DisposalFacts = {
  branch_id: number
  cost_center_id: number | null
  accounts: { cost: number; accumulated: number | null; disposal: number }
  cost: Numeric
  accumulated: Numeric
  /** What an account receives; nothing where an invoice brought it, or the asset was scrapped. */
  received?: { account: number; amount: Numeric } | null
}

/** An asset or a part of it leaves: its cost against accumulated depreciation and the disposal account (V59). */
export function disposalEntry({ accounts, cost, accumulated, received, ...rest }: DisposalFacts): Entry {
  const { branch_id, cost_center_id } = rest
  const shared = { branch_id, cost_center_id: null }
  const result = { branch_id, cost_center_id }
  return entry([
    ...(accounts.accumulated === null ? [] : [debit(accounts.accumulated, accumulated, shared)]),
    debit(accounts.disposal, decimal(cost).minus(accumulated), result),
    credit(accounts.cost, cost, shared),
    ...(received
      ? [debit(received.account, received.amount, shared), credit(accounts.disposal, received.amount, result)]
      : []),
  ])
}
