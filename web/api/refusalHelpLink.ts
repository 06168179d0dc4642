import type { RefusalCode } from '#contract/refusals.ts'

/** The address of a page and its name among the pages. */
type Way = { to: string; page: string }
const years = { to: '/accounting/financial-years', page: 'financial_years' }
const register = { to: '/accounting/assets', page: 'assets' }
const ways: Partial<Record<RefusalCode, Way>> = {
  period_locked: years,
  no_open_year: years,
  has_assets: register,
  has_disposals: register,
  asset_month_waits: { to: '/accounting/deferrals', page: 'deferrals' },
  vat_year_closed: years,
  bank_reconciled: { to: '/accounting/bank-reconciliations', page: 'bank_reconciliations' },
  vat_not_registered: { to: '/settings/organization', page: 'settings' },
  invite_instead: { to: '/users/invitations', page: 'invitations' },
  credit_limit_exceeded: { to: '/sales/customers', page: 'customers' },
  withholding_filed: { to: '/accounting/withholding', page: 'withholding' },
  vat_filed: { to: '/accounting/vat-periods', page: 'vat_periods' },
}

/** The page where a locked date is unlocked, or corrected later, or where the act is possible; undefined for other refusals. */
export const refusalHelpLink = (code: string): Way | undefined => ways[code as RefusalCode]
