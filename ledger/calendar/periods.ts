export const yearTypes = ['yearly', 'six_months', 'three_months', 'monthly', 'custom'] as const
export type YearType = (typeof yearTypes)[number]
export const yearStatuses = ['draft', 'open', 'closed', 'under_review'] as const
export type YearStatus = (typeof yearStatuses)[number]

/** Why an entry exists (accounting rule 2.3); a reversal keeps the kind of what it reverses. */
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
  'deferral',
  'asset',
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

/** May a financial year go from one status to the other (accounting rule 1.6)? Guards on order and content come on top. */
export function canTransitionTo(from: YearStatus, to: YearStatus): boolean {
  return transitions[from].includes(to)
}

/** The source of a posting: the business of a side, or a correction of the books. */
export type Area = 'sales' | 'purchases' | 'stock' | 'manual' | 'fx_reval'

const adjustments: readonly Area[] = ['stock', 'manual', 'fx_reval']

/**
 * Whether a year accepts a posting (accounting rule 1.6). `mayAdjust`: the user may correct a year under review, which
 * accepts no business documents. The closing entry and its reversal belong to closing and reopening, which do not ask
 * this function.
 */
export function admits(status: YearStatus, area: Area, mayAdjust: boolean): boolean {
  return status === 'open' || (status === 'under_review' && mayAdjust && adjustments.includes(area))
}
