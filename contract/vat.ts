import { z } from 'zod'
import { choice, date, id, optional } from './fields/choice.ts'
import { positiveAmount, wire } from './fields/decimal.ts'
import { instant, maybeText, nullable, reference } from './fields/response-fields.ts'
import { code, text } from './fields/text.ts'
import { defineCall } from './kit/resource.ts'

export const vatFrequencies = ['monthly', 'quarterly'] as const
/** A credit is carried into the next return, or claimed back from the authority. */
export const creditUses = ['carried', 'claimed'] as const
export const adjustmentDirections = ['increase', 'decrease'] as const
const period = z.object({
  /** The last day as a number, 20260331: a period has its address before it is filed. */
  id: z.int(),
  from: z.string(),
  to: z.string(),
  /** Running while its days are not over, then open until it is filed. */
  status: z.enum(['running', 'open', 'filed']),
  /** Box 16 as filed; before filing, the present figure of the return. */
  net: nullable(wire),
  /** Before filing: the credit of earlier returns that the net contains. */
  brought: nullable(wire),
  /** When its settlement would be dated, where that is later than its last day: the year of these days is closed. */
  settles_on: maybeText,
  /** Before filing: what was delivered until its last day and not invoiced then, with the first day. */
  delivered: nullable(z.object({ count: z.int(), amount: wire, day: z.string() })),
  filed_at: nullable(instant),
  filed_by: maybeText,
  /** The number of the authority's own filing: nothing is sent to it from here. */
  authority_reference: maybeText,
  /** The entry that filing posted; null before that, and where there was nothing to settle. */
  settlement: nullable(z.object({ entry_number: z.int(), entry_date: z.string() })),
  /** What happens to its credit. NULL without a credit, and before filing. */
  credit: nullable(z.enum(creditUses)),
  /** Whether something of it is still to be paid, by what its settlement account owes today. */
  is_owed: z.boolean(),
})
const adjustment = z.object({
  id: z.int(),
  adjustment_date: z.string(),
  direction: z.enum(adjustmentDirections),
  amount: wire,
  reason: z.string(),
  state: z.string(),
  account: reference.extend({ number: z.string() }),
})
const takenBack = z.object({
  from: z.string(),
  to: z.string(),
  net: wire,
  authority_reference: maybeText,
  filed_at: instant,
  filed_by: maybeText,
  taken_back_at: instant,
  taken_back_by: maybeText,
  reason: z.string(),
})
const periods = z.object({
  frequency: z.enum(vatFrequencies),
  /** The latest first. */
  periods: z.array(period),
  adjustments: z.array(adjustment),
  /** Returns that were filed once and are no more. */
  taken_back: z.array(takenBack),
  /** Where filed returns settle, and what is paid to the authority is booked against. */
  settlement_account: reference.extend({ number: z.string() }),
})
export type VatPeriods = z.output<typeof periods>

const params = z.object({ id })
const filing = { admission: ['file-vat'], labels: 'vat_period' } as const
/** Corrections of earlier returns are dated in the period whose return shows them. */
export const adjustmentInput = z.object({
  adjustment_date: date,
  direction: choice(adjustmentDirections),
  amount: positiveAmount,
  account_id: id,
  branch_id: id,
  reason: text,
})
export const vatCalls = {
  periods: defineCall({
    method: 'GET',
    path: '/vat-periods',
    kind: 'item',
    labels: 'vat_period',
    admission: ['file-vat', 'take-back-vat', 'read-report-vat-return'],
    answer: periods,
  }),
  file: defineCall({
    ...filing,
    method: 'POST',
    path: '/vat-periods/:id/file',
    kind: 'action',
    params,
    answer: periods,
  }),
  setCredit: defineCall({
    ...filing,
    method: 'POST',
    path: '/vat-periods/:id/credit',
    kind: 'action',
    params,
    body: z.object({ credit: choice(creditUses) }),
    answer: periods,
  }),
  setReference: defineCall({
    ...filing,
    method: 'POST',
    path: '/vat-periods/:id/reference',
    kind: 'action',
    params,
    body: z.object({ authority_reference: optional(code) }),
    answer: periods,
  }),
  takeBack: defineCall({
    ...filing,
    method: 'POST',
    path: '/vat-periods/:id/take-back',
    kind: 'action',
    admission: ['take-back-vat'],
    params,
    body: z.object({ reason: text }),
    answer: periods,
  }),
  setFrequency: defineCall({
    ...filing,
    method: 'POST',
    path: '/vat-periods/frequency',
    kind: 'action',
    body: z.object({ frequency: choice(vatFrequencies) }),
    answer: periods,
  }),
  adjust: defineCall({
    ...filing,
    method: 'POST',
    path: '/vat-adjustments',
    kind: 'action',
    body: adjustmentInput,
    answer: periods,
  }),
  voidAdjustment: defineCall({
    ...filing,
    method: 'POST',
    path: '/vat-adjustments/:id/void',
    kind: 'action',
    params,
    answer: periods,
  }),
}
