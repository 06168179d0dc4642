import { z } from 'zod'
import { maybeText, nullable, nullableInt } from '../fields/response-fields.ts'
import { defineCall } from '../kit/resource.ts'

/** What waits in an organization. null: the role there does not show it. */
const waiting = z.object({
  draft_invoices: nullableInt,
  overdue_invoices: nullableInt,
  draft_bills: nullableInt,
  overdue_bills: nullableInt,
  rejected_e_invoices: nullableInt,
  /** Without an answer for more than six hours. */
  waiting_e_invoices: nullableInt,
  certificate_days: nullableInt,
  /** VAT returns whose days are over, and the last day the law gives for the first of them. */
  due_returns: z.object({ count: z.int(), from: z.string(), to: z.string(), until: z.string() }).nullable(),
  unmatched_bank_lines: nullableInt,
  /** Bank accounts not reconciled through the end of last month. */
  unreconciled_banks: nullableInt,
  /** Suppliers' e-invoices that are no bills yet. */
  bills_to_enter: nullableInt,
  draft_entries: nullableInt,
  open_invitations: nullableInt,
})
const row = z.object({
  id: z.int(),
  name: z.string(),
  name_en: maybeText,
  logo: maybeText,
  role: maybeText,
  is_owner: z.boolean(),
  is_current: z.boolean(),
  /** `second_factor`: it requires one that this session lacks. `pending`: its set-up is not finished. */
  state: z.enum(['open', 'second_factor', 'pending']),
  waiting: nullable(waiting),
})
export type DeskRow = z.output<typeof row>

/** The accountant's desk: every organization of the signed-in person, each with what waits there. */
export const deskCall = defineCall({
  method: 'GET',
  path: '/account/desk',
  kind: 'statistic',
  labels: 'account',
  admission: 'signed-in',
  asks: 'person',
  answer: z.array(row),
})
