import { z } from 'zod'
import { settingVerbs } from '../crud-permissions.ts'
import { boolean, choice, id, optional } from '../fields/choice.ts'
import { foldDigits, listParts } from '../fields/clean-text.ts'
import { wire } from '../fields/decimal.ts'
import { maybeText, nullableInt } from '../fields/response-fields.ts'
import { note, textOf } from '../fields/text.ts'
import { defineCall } from '../kit/resource.ts'
import { paperLanguages } from '../sharing/deliveries.ts'

const rulesMaximum = 10
const labels = 'reminders'
/** Days after the due date, negative ones before it, as people type them: `-3, 1, 7`. */
const offsets = z.preprocess(
  (value) => listParts(typeof value === 'string' ? foldDigits(value).replace(/[−–]/g, '-') : value),
  z
    .array(
      z
        .union(
          [
            z.int(),
            z
              .string()
              .regex(/^[-+]?[0-9]{1,3}$/)
              .transform(Number),
          ],
          { error: 'invalid_number' },
        )
        .refine((days) => days >= -60 && days <= 180, 'out_of_range'),
      { error: () => 'required' },
    )
    .min(1, 'required')
    .max(rulesMaximum, 'too_many_rows'),
)
const settings = z.object({
  is_on: z.boolean(),
  offsets: z.array(z.int()),
  language: z.enum(paperLanguages),
  subject: maybeText,
  body: maybeText,
  can_mail: z.boolean(),
  /** On this day of each month every customer with something open gets the statement of the month before; null: none. */
  statement_day: nullableInt,
})
export type ReminderSettings = z.output<typeof settings>

/** `ready`: it will be sent. Otherwise why not. */
export const reminderStates = ['ready', 'silent', 'no_email'] as const
const planned = z.object({
  document_id: z.int(),
  kind: z.string(),
  number: z.string(),
  customer_id: z.int(),
  customer: z.string(),
  customer_en: maybeText,
  email: maybeText,
  due_date: z.string(),
  /** When it is sent, and how many days after the due date that is. */
  day: z.string(),
  days: z.int(),
  remaining: wire,
  currency: z.object({ code: z.string(), decimals: z.int() }),
  state: z.enum(reminderStates),
  is_customer_silent: z.boolean(),
  is_document_silent: z.boolean(),
})
export type PlannedReminder = z.output<typeof planned>

const plannedStatement = z.object({
  customer_id: z.int(),
  customer: z.string(),
  customer_en: maybeText,
  email: maybeText,
  day: z.string(),
  state: z.enum(reminderStates),
  is_customer_silent: z.boolean(),
})
export type PlannedStatement = z.output<typeof plannedStatement>

/** A day that every month has. */
const statementDay = z
  .union(
    [
      z.int(),
      z
        .string()
        .regex(/^[0-9]{1,2}$/)
        .transform(Number),
    ],
    { error: 'invalid_number' },
  )
  .refine((value) => value >= 1 && value <= 28, 'out_of_range')

const silenceable = ['customer', 'document'] as const
const see = { method: 'GET', labels, admission: [settingVerbs.read, settingVerbs.update] } as const
const change = { method: 'POST', labels, admission: [settingVerbs.update] } as const
export const reminderCalls = {
  settings: defineCall({ ...see, path: '/reminders/settings', kind: 'item', answer: settings }),
  save: defineCall({
    ...change,
    path: '/reminders/settings',
    kind: 'update',
    body: z.object({
      is_on: boolean,
      offsets,
      language: choice(paperLanguages),
      subject: optional(textOf(200)),
      body: optional(note),
      statement_day: optional(statementDay),
    }),
    answer: settings,
  }),
  /** The reminders of the next two weeks by these rules, whether they are on or off. */
  preview: defineCall({
    ...see,
    path: '/reminders/preview',
    kind: 'options',
    query: z.object({ offsets: offsets.optional() }),
    answer: planned,
  }),
  /** Who would get a statement next, by the day that is being typed. */
  statements: defineCall({
    ...see,
    path: '/reminders/statements',
    kind: 'options',
    query: z.object({ statement_day: optional(statementDay) }),
    answer: plannedStatement,
  }),
  /** A customer or a document is left in peace, or is not any more. */
  silence: defineCall({
    ...change,
    path: '/reminders/silences',
    kind: 'action',
    body: z.object({ kind: choice(silenceable), record_id: id, is_silent: boolean }),
    answer: z.object({ kind: z.enum(silenceable), record_id: z.int(), is_silent: z.boolean() }),
  }),
}
