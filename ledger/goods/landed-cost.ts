import type { Account } from '../account.ts'
import { credit, debit, type Entry, entry } from '../entry.ts'
import { type Decimal, decimal, type Numeric, split, sum } from '../money.ts'

export const costBases = ['value', 'quantity', 'weight'] as const
export type CostBasis = (typeof costBases)[number]

export type Bearing = { quantity: Numeric; value: Numeric; weight?: Numeric | null | undefined }

/** A cost over the goods that bear it, to the smallest coin; null where they have nothing to spread it by. */
export function spreadCost(
  cost: Numeric,
  basis: CostBasis,
  goods: readonly Bearing[],
  decimals: number,
): Decimal[] | null {
  const weights = goods.map((row) => decimal(row[basis] ?? '0'))
  return weights.some((weight) => weight.gt(0)) ? split(cost, weights, decimals) : null
}

export type LandedFacts = {
  branch_id: number
  document_id: number
  /** Where the bill posted the cost. */
  from: { account: Account; cost_center_id: number | null; product_id: number | null }
  costs: readonly { account: Account; amount: Numeric; product_id: number | null }[]
}

/** The cost of a bill's row leaves its account: into stock for what is on hand, to price variance for what was sold (V32 without tax). */
export function landedCostEntry({ branch_id, document_id, from, costs }: LandedFacts): Entry {
  const rest = { branch_id, document_id }
  const { account, ...place } = from
  const { cost_center_id } = from
  return entry(
    [
      ...costs.map((cost) =>
        debit(cost.account, cost.amount, {
          ...rest,
          product_id: cost.product_id,
          ...(cost.account !== 'INV' && { cost_center_id }),
        }),
      ),
      credit(account, sum(costs.map(({ amount }) => amount)), { ...rest, ...place }),
    ],
    [],
  )
}
