import { z } from 'zod'
import { date, id, optional, version } from '../fields/choice.ts'
import { exchangeRate, positiveAmount, wire } from '../fields/decimal.ts'
import { maybeText } from '../fields/response-fields.ts'
import { note } from '../fields/text.ts'
import { organizationHead } from '../heads.ts'
import { defineCall } from '../kit/resource.ts'

export const referencesMaximum = 500
/** A document that a payment or an advance is allocated to. */
export const allocationReference = { reference_id: id, amount: positiveAmount }
const named = z.object({ id: z.int(), name: z.string(), name_en: maybeText })
/** What may have an unused amount: a receipt or payment, a note, a credit of the opening. */
export const creditSources = ['payment', 'note', 'opening'] as const
/** Refunds of an advance. Without a payment method it was written off. */
export const refund = z.object({
  id: z.int(),
  refund_date: z.string(),
  amount: wire,
  method: named.omit({ id: true }).nullable(),
  /** Issuer and recipient of its voucher, by their names of that day. */
  organization: organizationHead.optional(),
  party: named.optional(),
})

const refundInput = z.object({
  refund_date: date,
  amount: positiveAmount,
  /** The amount the bank took, as for a payment. */
  exchange_rate: optional(exchangeRate),
  amount_base: optional(positiveAmount),
  /** The method of the refund; or, for a write-off, the account that takes the amount. */
  payment_method_id: optional(id),
  account_id: optional(id),
  notes: optional(note),
  version,
})
const allocateInput = z.object({
  references: z
    .array(z.object(allocationReference), { error: () => 'too_few_rows' })
    .min(1, 'too_few_rows')
    .max(referencesMaximum, 'too_many_rows'),
  date: optional(date),
  version,
})
/** Reverses on its own day, or on a later one. */
export const undoQuery = z.object({ date: optional(date) })
const unallocateInput = z.object({ reference_id: id, date: optional(date), version })

/** Actions for the unused part of an advance, the same for payments and notes. */
export const advanceCalls = <const P extends string, const L extends string, Answer extends z.ZodType>(
  path: P,
  labels: L,
  admission: readonly string[],
  answer: Answer,
) => {
  const action = { method: 'POST', kind: 'action', labels, admission, params: z.object({ id }), answer } as const
  return {
    allocate: defineCall({ ...action, path: `${path}/:id/allocate`, body: allocateInput }),
    unallocate: defineCall({ ...action, path: `${path}/:id/unallocate`, body: unallocateInput }),
    refund: defineCall({ ...action, path: `${path}/:id/refund`, body: refundInput }),
    voidRefund: defineCall({
      ...action,
      method: 'DELETE',
      path: `${path}/:id/refunds/:refund_id`,
      params: z.object({ id, refund_id: id }),
      query: undoQuery,
    }),
  }
}
