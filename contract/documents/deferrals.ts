import { z } from 'zod'
import { date, id, optional } from '../fields/choice.ts'
import { type Call, defineCall, idParams, listCalls } from '../kit/resource.ts'
import { purchases, sales } from './sides.ts'
import { deferralRecord, spreadInput } from './spread-fields.ts'

const labels = 'deferral'
const answer = deferralRecord

const ofDocument = ({ documentPath, entity }: typeof sales | typeof purchases) => ({
  /** The schedules of a document, also those that were cancelled. */
  list: defineCall({
    method: 'GET',
    kind: 'options',
    labels,
    params: idParams,
    answer,
    path: `${documentPath}/:id/deferrals`,
    admission: [`read-${entity}`],
  }),
  /** Spreads a row of a document that is posted already. */
  create: defineCall({
    method: 'POST',
    kind: 'action',
    labels,
    params: idParams,
    answer,
    path: `${documentPath}/:id/deferrals`,
    admission: [`update-${entity}`],
    /** `date`: when it moves to where it waits; the day of the document unless said otherwise. */
    body: z.object({ line_number: id, ...spreadInput, spread_from: date, date: optional(date) }),
  }),
})

const act = { method: 'POST', kind: 'action', labels, answer, admission: ['create-journal-entry'] } as const
export const deferralCalls = {
  invoice: ofDocument(sales),
  bill: ofDocument(purchases),
  /** Those that are not over, and what could not be posted. */
  list: defineCall({
    method: 'GET',
    kind: 'options',
    labels,
    answer,
    path: '/deferrals',
    admission: ['list-journal-entry'],
    query: z.object({ state: z.enum(['open', 'all'], { error: () => 'invalid_choice' }).default('open') }),
  }),
  /** Recognises the rest at once on a day. */
  stop: defineCall({ ...act, path: '/deferrals/:id/stop', params: idParams, body: z.object({ date }) }),
  /** Takes the whole schedule back, each entry on its own day: the row is recognised with its document. */
  cancel: defineCall({ ...act, path: '/deferrals/:id/cancel', params: idParams }),
  /** Posts what could not be posted, on another day where its own is closed. */
  retry: defineCall({
    ...act,
    path: '/deferrals/:id/parts/:number/retry',
    // No schedule has so many parts: a larger number is no part, and not a figure that is too long.
    params: z.object({ id, number: id.refine((number) => number <= 10_000, 'invalid_value') }),
    body: z.object({ date: optional(date) }),
  }),
}
export const allDeferralCalls: readonly Call[] = [
  ...listCalls(deferralCalls.invoice),
  ...listCalls(deferralCalls.bill),
  deferralCalls.list,
  deferralCalls.stop,
  deferralCalls.cancel,
  deferralCalls.retry,
]
