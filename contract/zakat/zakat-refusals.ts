/** Refusals of the Zakat worksheet, with their status. */
export const zakatRefusals = {
  zakat_account_twice: 422,
  zakat_account_class: 422,
  zakat_no_year: 422,
  zakat_rate_missing: 422,
  zakat_no_lines: 422,
  zakat_nothing_to_post: 422,
} as const
