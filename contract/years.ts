import { z } from 'zod'
import { yearStatuses, yearTypes } from '#ledger/calendar/periods.ts'
import { financialYearPermissions } from './access/permissions.ts'
import { boolean, choice, date, id, optional, version } from './fields/choice.ts'
import { wire } from './fields/decimal.ts'
import { instant, maybeText } from './fields/response-fields.ts'
import { note, text } from './fields/text.ts'
import { defineCall, defineResource } from './kit/resource.ts'

const year = z.object({
  id: z.int(),
  name: z.string(),
  started_at: z.string(),
  ended_at: z.string(),
  type: z.string(),
  description: maybeText,
  status: z.enum(yearStatuses),
  created_at: instant,
  version: z.int(),
})
/** A new year is a draft until it is opened; the status changes by its own call, never by saving. */
export const financialYears = defineResource('financial_year', '/accounting/financial-years', {
  permissions: financialYearPermissions,
  input: z
    .object({
      name: text,
      type: choice(yearTypes),
      started_at: date,
      ended_at: date,
      description: optional(note),
      version,
    })
    .refine((value) => value.started_at <= value.ended_at, { path: ['ended_at'], message: 'ends_before_start' }),
  record: year,
  row: year,
  list: {
    search: [],
    sort: ['name', 'started_at', 'ended_at', 'type', 'status', 'created_at'],
    order: '-started_at',
    filter: { status: choice(yearStatuses), started_at: date, ended_at: date },
  },
})
export const yearCalls = {
  changeStatus: defineCall({
    method: 'POST',
    path: '/accounting/financial-years/:id/change-status',
    kind: 'action',
    admission: [financialYearPermissions.update],
    labels: 'financial_year',
    params: z.object({ id }),
    /**
     * `reason` is asked for when closed books are opened again; with `waive_vat` the owner closes before the VAT
     * returns of the year are filed.
     */
    body: z.object({
      status: choice(['open', 'closed', 'under_review']),
      reason: optional(note),
      waive_vat: boolean.optional(),
      version,
    }),
    answer: year,
  }),
  /** The effect of closing the year, and its obstacles. */
  closing: defineCall({
    method: 'GET',
    path: '/accounting/financial-years/:id/closing',
    kind: 'item',
    admission: [financialYearPermissions.update],
    labels: 'financial_year',
    params: z.object({ id }),
    answer: z.object({
      profit: wire,
      branches: z.array(z.object({ id: z.int(), name: z.string(), name_en: maybeText, profit: wire })),
      obstacles: z.array(
        z.object({ code: z.string(), params: z.record(z.string(), z.union([z.string(), z.number()])) }),
      ),
      drafts: z.array(
        z.object({
          id: z.int(),
          kind: z.string(),
          number: z.string(),
          date: z.string(),
          /** For a document; for a manual entry its subject. */
          party: maybeText,
          party_en: maybeText,
        }),
      ),
    }),
  }),
}
export type YearClosing = z.output<typeof yearCalls.closing.answer>

export const lockKinds = ['all', 'sales', 'purchases'] as const
const locks = z.object({
  all: maybeText,
  sales: maybeText,
  purchases: maybeText,
  vat: maybeText,
})
/** Nothing is posted up to this day, even in an open year. Filing a VAT return sets a lock of its own. */
export const periodLockCalls = {
  show: defineCall({
    method: 'GET',
    path: '/accounting/period-locks',
    kind: 'item',
    admission: [financialYearPermissions.list, financialYearPermissions.update],
    labels: 'period_lock',
    answer: locks,
  }),
  save: defineCall({
    method: 'POST',
    path: '/accounting/period-locks',
    kind: 'update',
    admission: [financialYearPermissions.update],
    labels: 'period_lock',
    body: z.object({ all: optional(date), sales: optional(date), purchases: optional(date) }),
    answer: locks,
  }),
}
