import { z } from 'zod'
import { recurrenceUnits } from '#ledger/calendar/recurrence.ts'
import { purchases, sales } from '../documents/sides.ts'
import { boolean, choice, date, id, optional } from '../fields/choice.ts'
import { wire } from '../fields/decimal.ts'
import { instant, maybeText, nullable, nullableInt } from '../fields/response-fields.ts'
import { type Call, defineCall, idParams, listCalls } from '../kit/resource.ts'
import { orderKinds } from '../orders/order-kinds.ts'

/** A kind that recurs: its source record, the page that manages it, and the permission to create it. */
export const recurringKinds = [
  {
    name: 'invoice',
    path: '/recurring-invoices',
    source: sales.documentPath,
    reads: 'list-invoice',
    makes: 'create-invoice',
  },
  { name: 'bill', path: '/recurring-bills', source: purchases.documentPath, reads: 'list-bill', makes: 'create-bill' },
  {
    name: 'journal_entry',
    path: '/recurring-journal-entries',
    source: '/accounting/journal-entries',
    reads: 'list-journal-entry',
    makes: 'create-journal-entry',
  },
  {
    name: 'purchase_order',
    path: '/recurring-purchase-orders',
    source: orderKinds.purchase_order.path,
    reads: 'list-purchase-order',
    makes: 'create-purchase-order',
  },
] as const
export type RecurringKind = (typeof recurringKinds)[number]
export type RecurringKindName = RecurringKind['name']
export const recurringSaves = ['draft', 'confirmed'] as const
export const recurringStates = ['active', 'paused', 'ended'] as const
/** How many of the next days are shown. */
export const previewedOccurrences = 12

const labels = 'recurring'
const whole = (least: number, most: number) =>
  z
    .union(
      [
        z.int(),
        z
          .string()
          .regex(/^[0-9]{1,4}$/)
          .transform(Number),
      ],
      { error: 'invalid_number' },
    )
    .refine((value) => value >= least && value <= most, 'out_of_range')

const schedule = {
  unit: choice(recurrenceUnits),
  every: whole(1, 366),
  start_date: date,
  is_month_end: boolean.optional(),
  until_date: optional(date),
  count_max: optional(whole(1, 1000)),
  save_as: choice(recurringSaves),
  /** Days from the day of an invoice or bill to the day it falls due, or of an order to the day it is wanted. */
  due_days: optional(whole(0, 365)),
}
const input = z.object({
  /** The source record: its content is repeated each time. */
  source_id: id,
  ...schedule,
})
export type RecurringInput = z.output<typeof input>

const occurrence = z.object({
  number: z.int(),
  day: z.string(),
  state: z.enum(['made', 'skipped', 'failed', 'dismissed']),
  record_id: nullableInt,
  /** Why it could not be made, in words. */
  error: maybeText,
})
const record = z.object({
  id: z.int(),
  kind: z.enum(recurringKinds.map(({ name }) => name) as [RecurringKindName, ...RecurringKindName[]]),
  source_id: z.int(),
  source_number: maybeText,
  /** The party or subject. */
  name: maybeText,
  name_en: maybeText,
  total: nullable(wire),
  currency: nullable(z.object({ code: z.string(), decimals: z.int() })),
  unit: z.enum(recurrenceUnits),
  every: z.int(),
  start_date: z.string(),
  is_month_end: z.boolean(),
  until_date: maybeText,
  count_max: nullableInt,
  save_as: z.enum(recurringSaves),
  due_days: z.int(),
  state: z.enum(recurringStates),
  next_number: z.int(),
  /** The next days, at most twelve. */
  next: z.array(z.object({ number: z.int(), day: z.string() })),
  /** The latest ones, and all that could not be made. */
  occurrences: z.array(occurrence),
  created_at: instant,
  created_by: maybeText,
})
export type Recurring = z.output<typeof record>

const callsOf = ({ path, reads, makes }: RecurringKind) => {
  const act = { method: 'POST', kind: 'action', labels, admission: [makes], answer: record } as const
  const one = { ...act, params: idParams } as const
  const occurrenceParams = z.object({ id, number: id.or(z.literal('0').transform(() => 0)) })
  return {
    list: defineCall({ method: 'GET', path, kind: 'options', labels, admission: [reads], answer: record }),
    create: defineCall({ ...act, kind: 'create', path, body: input }),
    update: defineCall({ ...one, kind: 'update', path: `${path}/:id`, body: z.object(schedule) }),
    pause: defineCall({ ...one, path: `${path}/:id/pause` }),
    /** Continues with the first day that is not over; the days of the pause are skipped. */
    resume: defineCall({ ...one, path: `${path}/:id/resume` }),
    /** The next occurrence is not made. */
    skip: defineCall({ ...one, path: `${path}/:id/skip` }),
    end: defineCall({ ...one, path: `${path}/:id/end` }),
    /** Creates a failed occurrence, on another day if its own is closed. */
    retry: defineCall({
      ...act,
      path: `${path}/:id/occurrences/:number/retry`,
      params: occurrenceParams,
      body: z.object({ date: optional(date) }),
    }),
    /** Dismisses an occurrence that failed. */
    dismiss: defineCall({ ...act, path: `${path}/:id/occurrences/:number/dismiss`, params: occurrenceParams }),
  }
}
export const recurringCalls = Object.fromEntries(recurringKinds.map((kind) => [kind.name, callsOf(kind)])) as Record<
  RecurringKindName,
  ReturnType<typeof callsOf>
>
export const allRecurringCalls: readonly Call[] = Object.values(recurringCalls).flatMap((own) => listCalls(own))
