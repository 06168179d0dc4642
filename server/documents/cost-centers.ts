import type { FieldErrors } from '#contract/issues.ts'
import { type CostCenter, costCenterProblem } from '#server/chart/cost-center-problem.ts'
import type { DocumentInput, ItemInput } from './document-input.ts'

/**
 * Each row with its cost center: its own ('' is none), else what stood on the row before, else the document's. A caller
 * who knows of no cost centers saves rows without any, and takes none away.
 */
export function withCostCenters(input: DocumentInput, before: readonly ItemInput[] = []): DocumentInput {
  const items = input.items.map((item, index) => {
    const stood = before[index]?.product_id === item.product_id ? before[index]?.cost_center_id : undefined
    const { cost_center_id = stood ?? input.cost_center_id ?? null } = item
    return { ...item, cost_center_id }
  })
  return { ...input, items }
}

/** Whether what stood before has to be looked at. */
export const omitsCostCenters = ({ items }: DocumentInput): boolean =>
  items.some((item) => item.cost_center_id === undefined)

export const costCentersOf = ({ items }: DocumentInput): number[] => [
  ...new Set(items.flatMap(({ cost_center_id }) => (cost_center_id ? [cost_center_id] : []))),
]

/** `stored`: what a posted document says already; one that is no longer in use may stay on it. */
export function costCenterErrors(
  { items }: DocumentInput,
  centers: readonly CostCenter[],
  stored?: DocumentInput,
): FieldErrors {
  const errors: FieldErrors = {}
  const kept = stored ? costCentersOf(stored) : []
  for (const [index, { cost_center_id }] of items.entries()) {
    const code = costCenterProblem(cost_center_id, centers, kept)
    if (code) errors[`items.${index}.cost_center_id`] = { code }
  }
  return errors
}
