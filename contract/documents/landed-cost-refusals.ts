/** Refusals of costs that goods bear, with their status. */
export const landedCostRefusals = {
  has_landed_costs: 422,
  landed_row: 422,
  row_bears_no_cost: 422,
  row_landed: 422,
  landed_exceeds_row: 422,
  landed_date_early: 422,
  landed_without_basis: 422,
  weight_without_use: 422,
  landed_taken_back: 422,
  landed_moved_on: 422,
} as const
