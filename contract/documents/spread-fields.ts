import { z } from 'zod'
import { spreadMonthsMaximum } from '#ledger/spread.ts'
import { date, id, optional } from '../fields/choice.ts'
import { wire } from '../fields/decimal.ts'
import { months } from '../fields/months.ts'
import { maybeText, nullable, nullableInt, reference } from '../fields/response-fields.ts'

/** Over which months a row is recognised: from the month of a day, for so many months or until a day. '' is none, absent leaves the stored ones. */
export const spreadInput = {
  spread_from: optional(date),
  spread_months: optional(months(spreadMonthsMaximum)),
  spread_to: optional(date),
  /** Where the amount waits; '' is the account of prepaid expenses or of deferred revenue. */
  spread_account_id: optional(id),
}
export type SentSpread = {
  spread_from?: string | null | undefined
  spread_months?: number | null | undefined
  spread_to?: string | null | undefined
  spread_account_id?: number | null | undefined
}
export const spreadNames = Object.keys(spreadInput) as readonly (keyof SentSpread)[]

export const spreadAnswer = {
  spread_from: maybeText,
  spread_months: nullableInt,
  spread_to: maybeText,
  spread_account_id: nullableInt,
}

export const deferralStates = ['active', 'done', 'stopped', 'cancelled'] as const
const account = z.object({ ...reference.shape, number: z.string() })
const part = z.object({
  number: z.int(),
  /** A month as planned, the rest at an early end, what a note took off, or of an asset: to the day it left, or at once. */
  kind: z.enum(['month', 'stop', 'note', 'disposal', 'impairment', 'use']),
  month: z.string(),
  date: z.string(),
  amount: wire,
  state: z.enum(['planned', 'posted', 'failed', 'dropped', 'reversed']),
  entry_number: nullableInt,
  /** Why it could not be posted, in words. */
  error: maybeText,
})
export const deferralRecord = z.object({
  id: z.int(),
  /** The owner: the row of a document, or an asset. */
  document_id: nullableInt,
  asset_id: nullableInt,
  kind: z.enum(['invoice', 'bill', 'asset']),
  document_number: maybeText,
  line_number: nullableInt,
  item_name: z.string(),
  item_name_en: maybeText,
  party: nullable(reference),
  account,
  result_account: account,
  amount: wire,
  recognised: wire,
  remaining: wire,
  deferred_on: z.string(),
  from_date: z.string(),
  to_date: z.string(),
  months: nullableInt,
  state: z.enum(deferralStates),
  parts: z.array(part),
})
export type Deferral = z.output<typeof deferralRecord>
