import { postingProblem } from '#ledger/chart.ts'

export type CostCenter = { id: number; type: string; status: string }

/** Only an active cost center without others below it takes figures; what is posted with others keeps them when it is corrected. */
export function costCenterProblem(
  id: number | null | undefined,
  centers: readonly CostCenter[],
  kept: readonly number[],
): string | undefined {
  if (!id) return undefined
  const center = centers.find((one) => one.id === id)
  if (!center) return 'unknown_reference'
  const problem = postingProblem(center, kept.includes(id))
  return problem === 'not_postable' ? 'cost_center_not_sub' : (problem ?? undefined)
}
