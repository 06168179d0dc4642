import { credit, debit, type Entry, entry } from '../entry.ts'
import { decimal, type Numeric } from '../money.ts'

export type AssetPlace = { branch_id: number; cost: number; accumulated: number | null }

/** An asset moves to other accounts or another branch: its cost and accumulated depreciation go along. Empty where neither changes. */
export function transferEntry(from: AssetPlace, to: AssetPlace, worth: { cost: Numeric; accumulated: Numeric }): Entry {
  const isSame = from.branch_id === to.branch_id
  const [leaves, comes] = [{ branch_id: from.branch_id }, { branch_id: to.branch_id }]
  const hasAccumulated = from.accumulated !== null && to.accumulated !== null && decimal(worth.accumulated).gt(0)
  return entry([
    ...(isSame && from.cost === to.cost
      ? []
      : [debit(to.cost, worth.cost, comes), credit(from.cost, worth.cost, leaves)]),
    ...(!hasAccumulated || (isSame && from.accumulated === to.accumulated)
      ? []
      : [
          debit(from.accumulated as number, worth.accumulated, leaves),
          credit(to.accumulated as number, worth.accumulated, comes),
        ]),
  ])
}
