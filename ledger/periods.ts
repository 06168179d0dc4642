export const yearTypes = ['yearly', 'six_months', 'three_months', 'monthly', 'custom'] as const
export type YearType = (typeof yearTypes)[number]
export const yearStatuses = ['draft', 'open', 'closed', 'under_review'] as const
export type YearStatus = (typeof yearStatuses)[number]

/** Why an entry exists (ledger.md 2.3); a reversal keeps the kind of what it reverses. */
export const entryKinds = [
  'invoice',
  'advance_invoice',
  'credit_note',
  'debit_note',
  'bill',
  'supplier_credit',
  'customs',
  'receipt',
  'payment',
  'allocation',
  'stock',
  'fx_reval',
  'vat_settlement',
  'tax_adjustment',
  'manual',
  'opening',
  'closing',
] as const
export type EntryKind = (typeof entryKinds)[number]

const ends = { yearly: '12-31', six_months: '06-30', three_months: '03-31', monthly: '01-31' }

/** A new year's dates as the form proposes them, YYYY-MM-DD; null for a custom year, which proposes nothing. */
export function defaultYear(type: YearType, year: number): { started_at: string; ended_at: string } | null {
  return type === 'custom' ? null : { started_at: `${year}-01-01`, ended_at: `${year}-${ends[type]}` }
}

const transitions: Record<YearStatus, readonly YearStatus[]> = {
  draft: ['open'],
  open: ['closed', 'under_review'],
  under_review: ['open', 'closed'],
  closed: ['open', 'under_review'],
}

/** May a financial year go from one status to the other (ledger.md 1.6)? Guards on order and content come on top. */
export function mayBecome(from: YearStatus, to: YearStatus): boolean {
  return transitions[from].includes(to)
}

/** Kinds that a year under review still takes, from people with the permission `post-under-review`. */
const adjustments: readonly EntryKind[] = ['manual', 'stock', 'fx_reval', 'vat_settlement', 'tax_adjustment']

/**
 * Does a year admit an entry (ledger.md 1.6 and 4.10)? `with_permission` means admitted to whoever may post under
 * review. The closing entry and its reversal belong to closing and reopening, which ask nobody else.
 */
export function admits(status: YearStatus, kind: EntryKind): 'yes' | 'with_permission' | 'no' {
  if (kind === 'closing') return status === 'draft' ? 'no' : 'yes'
  if (status === 'open') return 'yes'
  return status === 'under_review' && adjustments.includes(kind) ? 'with_permission' : 'no'
}

/** Do two closed date ranges share a day? Years of one organisation never may. Text dates compare as dates. */
export function overlaps(
  a: { started_at: string; ended_at: string },
  b: { started_at: string; ended_at: string },
): boolean {
  return a.started_at <= b.ended_at && b.started_at <= a.ended_at
}
