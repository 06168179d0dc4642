/** Stock that stays, whose a barcode is, what a scan means, and what a unit holds. */
export const productRefusals = {
  stock_not_empty: 422,
  barcode_taken: 422,
  barcode_unknown: 422,
  barcode_inactive: 422,
  barcode_unclear: 422,
  unit_is_base: 422,
  unit_twice: 422,
  unit_content_one: 422,
  unit_content_fixed: 422,
  usual_unit_inactive: 422,
  unit_of_other_product: 422,
  unit_quantity_inexact: 422,
  note_other_unit: 422,
} as const
