import { z } from 'zod'
import { verbs } from './crud-permissions.ts'
import { date, id, optionalRows } from './fields/choice.ts'
import { exchangeRate, wire } from './fields/decimal.ts'
import { instant, nullableInt, reference } from './fields/response-fields.ts'
import { multiValue } from './kit/envelope.ts'
import { defineCall } from './kit/resource.ts'

const { list, read, create, delete: remove } = verbs('journal-entry')
const path = '/accounting/fx-revaluations'
const labels = 'fx_revaluation'

const line = z.object({
  what: z.enum(['receivable', 'payable', 'cash']),
  account_id: nullableInt,
  /** The cash account; null for open items. */
  account: z.union([reference, z.null()]),
  branch: reference,
  currency_id: z.int(),
  currency_code: z.string(),
  currency_decimals: z.int(),
  amount: wire,
  carried_base: wire,
  /** Null while the organisation keeps no rate of the currency. */
  closing_rate: z.union([wire, z.null()]),
  /** What the rate adds in base currency. Negative if it subtracts. */
  difference: wire,
  /** Cash held in the currency. A riyal account that once received euros is not revalued unless requested. */
  is_held: z.boolean(),
})
export type RevaluationLine = z.output<typeof line>
const row = z.object({
  id: z.int(),
  revaluation_date: z.string(),
  gain: wire,
  loss: wire,
  status: z.string(),
  /** Open items go back to their own rate on the next day, once that day has an open year. */
  is_returned: z.boolean(),
  created_at: instant,
})
export type RevaluationRow = z.output<typeof row>
const detail = row.extend({ lines: z.array(line) })
export type RevaluationDetail = z.output<typeof detail>

/** Foreign open items and cash at the closing rate of a day (accounting rules 2.1-10, V21 to V23). */
export const revaluationCalls = {
  list: defineCall({ method: 'GET', path, kind: 'options', admission: [list], labels, answer: row }),
  /** Balances to revalue at the end of a day, at the organisation's present rates. */
  preview: defineCall({
    method: 'GET',
    path: `${path}/preview`,
    kind: 'options',
    admission: [create],
    labels,
    query: z.object({ date: date.optional() }),
    answer: line,
  }),
  show: defineCall({
    method: 'GET',
    path: `${path}/:id`,
    kind: 'item',
    admission: [read],
    labels,
    params: z.object({ id }),
    answer: detail,
  }),
  create: defineCall({
    method: 'POST',
    path,
    kind: 'create',
    admission: [create],
    labels,
    body: z.object({
      date,
      /** Closing rates of the day; a currency that is not named takes the rate the organisation keeps. */
      rates: optionalRows(z.array(z.object({ currency_id: id, rate: exchangeRate })).max(100, 'too_many_rows')),
      /** The cash accounts to revalue; without it, those held in the currency. */
      cash_accounts: z.preprocess((value) => (value === '' ? [] : value), multiValue(id)).optional(),
    }),
    answer: row,
  }),
  reverse: defineCall({
    method: 'POST',
    path: `${path}/:id/reverse`,
    kind: 'action',
    admission: [remove],
    labels,
    params: z.object({ id }),
    answer: row,
  }),
}
