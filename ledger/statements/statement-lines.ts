/**
 * The lines of statements that many accounts come to, by the keys of their rows. Each may be asked for as a statement of all
 * those accounts, whose rows sum to the line.
 */
export const statementLines = [
  ...(['net_sales', 'cost', 'gross_profit', 'operating', 'operating_profit', 'other_income', 'other_expense'] as const),
  ...(['profit_before_zakat', 'zakat', 'net_profit'] as const),
  ...(['total_assets', 'total_liabilities', 'total_equity', 'liabilities_and_equity', 'prior_years'] as const),
  ...(['noncash_items', 'shown_elsewhere', 'working_capital', 'net_operating', 'net_investing'] as const),
  ...(['net_financing', 'cash'] as const),
  ...(['vat_in_books', 'all_accounts'] as const),
] as const
export type StatementLineName = (typeof statementLines)[number]
