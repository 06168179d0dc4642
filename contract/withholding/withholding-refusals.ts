/** Refusals of returns of tax withheld, and of what a payment withholds. */
export const withholdingRefusals = {
  withholding_filed: 422,
  withholding_running: 422,
  withholding_untyped: 422,
  withholding_months_open: 422,
  withholding_statement_filed: 422,
  withholding_type_needed: 422,
  withholding_rate_above: 422,
  withholding_certificate_needed: 422,
  withholding_no_law: 422,
  withholding_none: 422,
  withholding_nothing_borne: 422,
  withholding_not_a_year: 422,
} as const
