import { z } from 'zod'
import { financialYearPermissions } from '../access/permissions.ts'
import { date } from '../fields/choice.ts'
import { wire } from '../fields/decimal.ts'
import { instant, maybeText, nullable, nullableInt } from '../fields/response-fields.ts'
import { defineCall } from '../kit/resource.ts'

/**
 * The work that closes a month, in its usual order, with the permissions that show each step. A step is missing from the answer
 * where its reader holds none of them.
 */
export const closingSteps = {
  drafts: ['list-invoice', 'list-bill', 'list-journal-entry'],
  e_invoices: ['list-invoice'],
  recurring: ['list-invoice', 'list-bill', 'list-journal-entry'],
  deferrals: ['list-journal-entry'],
  deliveries: ['list-delivery-note'],
  receipts: ['list-goods-receipt'],
  bank: ['reconcile-bank'],
  counts: ['adjust-stock'],
  revaluation: ['list-journal-entry'],
  vat: ['file-vat', 'read-report-vat-return'],
  withholding: ['file-withholding', 'read-report-withholding-by-payee'],
  retention: ['read-report-retention-calendar'],
  statements: ['read-report-customer-statement'],
  lock: [financialYearPermissions.list],
} as const satisfies Record<string, readonly string[]>
export type ClosingStep = keyof typeof closingSteps
export const closingStepNames = Object.keys(closingSteps) as [ClosingStep, ...ClosingStep[]]

const part = z.object({
  /** The kind of document, or `account`. */
  kind: z.string(),
  id: nullableInt,
  name: maybeText,
  name_en: maybeText,
  count: nullableInt,
  /** Through which day the account is reconciled. */
  day: maybeText,
})
const step = z.object({
  name: z.enum(closingStepNames),
  /** `none`: this organisation has nothing to do here in this month. */
  state: z.enum(['done', 'open', 'none']),
  count: nullableInt,
  amount: z.union([wire, z.null()]),
  day: maybeText,
  /** The last person who did it, and when. */
  by: maybeText,
  at: nullable(instant),
  parts: z.array(part),
})
export type ClosingStepState = z.output<typeof step>

/** The finished and open steps of a month. It writes nothing: each step leads to the page for the work. */
export const monthCloseCall = defineCall({
  method: 'GET',
  path: '/accounting/month-close',
  kind: 'item',
  admission: [financialYearPermissions.list],
  labels: 'month_close',
  /** Any day of the month; without it the last whole month. */
  query: z.object({ date: date.optional() }),
  answer: z.object({ from: z.string(), to: z.string(), steps: z.array(step) }),
})
export type MonthClose = z.output<typeof monthCloseCall.answer>
