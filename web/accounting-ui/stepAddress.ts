import type { ClosingStep, MonthClose } from '#contract/closing/month-close.ts'

type Address = { to: string; search: Record<string, string> }
const plain = (to: string, search: Record<string, string> = {}): Address => ({ to, search })

const partAddresses: Record<string, Address> = {
  invoice: plain('/sales/invoices', { status: 'draft' }),
  advance_invoice: plain('/sales/advance-invoices', { status: 'draft' }),
  bill: plain('/purchases/bills', { status: 'draft' }),
  journal_entry: plain('/accounting/journal-entries', { status: 'draft' }),
  rejected: plain('/sales/e-invoicing', { state: 'rejected' }),
  waiting: plain('/sales/e-invoicing'),
  xml_missing: plain('/sales/e-invoicing', { state: 'cleared_without_xml' }),
}

/** The page that does the work of a step, or of one kind of record in it; the lock is a dialog of the page itself. */
export function stepAddress(name: ClosingStep, { to }: Pick<MonthClose, 'to'>, kind?: string): Address | undefined {
  if (kind) return partAddresses[kind]
  const addresses: Partial<Record<ClosingStep, Address>> = {
    e_invoices: plain('/sales/e-invoicing'),
    recurring: plain('/recurring'),
    deferrals: plain('/accounting/deferrals'),
    deliveries: plain('/reports/delivered-not-invoiced', { to }),
    receipts: plain('/reports/received-not-billed', { to }),
    bank: plain('/accounting/bank-reconciliations'),
    counts: plain('/inventory/counts'),
    revaluation: plain('/accounting/fx-revaluations', { date: to }),
    vat: plain('/accounting/vat-periods'),
    withholding: plain('/accounting/withholding'),
    retention: plain('/reports/retention-calendar', { to }),
    statements: plain('/reports/aged-receivables', { to }),
    lock: plain('/accounting/financial-years'),
  }
  return addresses[name]
}

/** The page that clears away what stops a year, by the refusal that closing it would meet. */
export function stopAddress(code: string, to: string): Address {
  const addresses: Record<string, Address> = {
    year_has_drafts: plain('/sales/invoices', { status: 'draft' }),
    year_has_draft_entries: plain('/accounting/journal-entries', { status: 'draft' }),
    opening_not_cleared: plain('/accounting/opening'),
    year_needs_revaluation: plain('/accounting/fx-revaluations', { date: to }),
    year_vat_not_filed: plain('/accounting/vat-periods'),
    parts_not_posted: plain('/accounting/deferrals'),
    currency_without_rate: plain('/settings/currencies'),
  }
  return addresses[code] ?? plain('/accounting/financial-years')
}
