import type { FieldErrors } from '#contract/issues.ts'
import { type CostCenter, costCenterProblem } from '#server/chart/cost-center-problem.ts'
import type { DocumentInput } from './document-input.ts'

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
