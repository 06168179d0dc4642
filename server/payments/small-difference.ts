import type { Side } from '#contract/documents/sides.ts'
import type { Allocation } from '#ledger/allocation.ts'
import { decimal, round, sum, text } from '#ledger/money.ts'
import type { OpenItemState } from '#server/posting/facts/open-items.ts'
import type { Caller } from '#server/posting/plan.ts'

type SmallDifference = { item: OpenItemState; amount: string; date: string }

/**
 * The amount that a receipt leaves open on its documents, if the organisation writes off such a small amount automatically. The
 * documents still have their previous settlement.
 */
export function smallDifferences(
  { session }: Caller,
  side: Side,
  allocations: readonly Allocation[],
  items: ReadonlyMap<number, OpenItemState>,
): SmallDifference[] {
  const { settlement_tolerance, decimals } = session.organization
  if (side.name !== 'sales' || decimal(settlement_tolerance).eq(0)) return []
  return [...Map.groupBy(allocations, (row) => row.document_id)].flatMap(([id, rows]) => {
    const item = items.get(id) as OpenItemState
    const amount = decimal(item.total)
      .minus(item.settled)
      .minus(sum(rows.map((row) => row.amount)))
    const worth = round(amount.times(item.total_base).div(item.total), decimals)
    // If the whole document is below the limit, its rest is not a small difference.
    if (amount.lte(0) || worth.gt(settlement_tolerance) || decimal(item.total_base).lte(settlement_tolerance)) return []
    const [date] = rows.map((row) => row.allocation_date).sort((a, b) => (a < b ? 1 : -1)) as [string]
    return [{ item, amount: text(amount), date }]
  })
}
