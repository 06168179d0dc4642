export type CostCenter = { id: number; type: string; status: string }

/** Only an active cost center without others below it takes figures. */
export function costCenterProblem(id: number | null | undefined, centers: readonly CostCenter[]): string | undefined {
  if (!id) return undefined
  const center = centers.find((one) => one.id === id)
  if (!center) return 'unknown_reference'
  if (center.type !== 'sub') return 'cost_center_not_sub'
  return center.status === 'active' ? undefined : 'inactive_reference'
}
