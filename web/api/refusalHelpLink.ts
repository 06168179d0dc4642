import type { RefusalCode } from '#contract/refusals.ts'

/** A page by its address and its name among the pages. */
type Way = { to: string; page: string }
const years = { to: '/accounting/financial-years', page: 'financial_years' }
const ways: Partial<Record<RefusalCode, Way>> = {
  period_locked: years,
  no_open_year: years,
  vat_year_closed: years,
  bank_reconciled: { to: '/accounting/bank-reconciliations', page: 'bank_reconciliations' },
  vat_not_registered: { to: '/settings/organization', page: 'settings' },
  vat_filed: { to: '/accounting/vat-periods', page: 'vat_periods' },
}

/** Where what closed a day is opened again, or set right later; nothing for what is refused otherwise. */
export const refusalHelpLink = (code: string): Way | undefined => ways[code as RefusalCode]
