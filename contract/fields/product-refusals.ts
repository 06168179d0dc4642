/** Stock that stays, whose a barcode is, and what a scan means. */
export const productRefusals = {
  stock_not_empty: 422,
  barcode_taken: 422,
  barcode_unknown: 422,
  barcode_inactive: 422,
  barcode_unclear: 422,
} as const
