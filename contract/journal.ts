import { z } from 'zod'
import { verbs } from './crud-permissions.ts'
import { nextNumberCall } from './documents/next-number.ts'
import { settledBy } from './documents/settled-by.ts'
import { boolean, choice, date, id, namedStatus, optional, version } from './fields/choice.ts'
import { amount, exchangeRate, positiveAmount, wire } from './fields/decimal.ts'
import { instant, maybeText, nullableInt } from './fields/response-fields.ts'
import { code, note, text } from './fields/text.ts'
import { defineCall, defineResource } from './kit/resource.ts'
import { previewCall, previewFromCall } from './preview/posting-preview.ts'

export const journalLinesMinimum = 2
/** A draft is in no book yet; what was taken back on another day is reversed, on its own day void. */
export const entryStatuses = ['draft', 'posted', 'reversed', 'void'] as const
const sideAmount = z.preprocess(
  (value) => (value === '' || value === null || value === undefined ? '0' : value),
  amount,
)
const line = z.object({
  account_id: id,
  cost_center_id: optional(id),
  customer_id: optional(id),
  supplier_id: optional(id),
  debit: sideAmount,
  credit: sideAmount,
  description: optional(text),
})
const lineAnswer = z.object({
  line_number: z.int(),
  account_id: z.int(),
  account_name: z.string(),
  account_name_en: maybeText,
  account_number: z.string(),
  cost_center_id: nullableInt,
  cost_center_name: maybeText,
  cost_center_name_en: maybeText,
  customer_id: nullableInt,
  customer_name: maybeText,
  customer_name_en: maybeText,
  supplier_id: nullableInt,
  supplier_name: maybeText,
  supplier_name_en: maybeText,
  debit: wire,
  credit: wire,
  description: maybeText,
})
const row = z.object({
  id: z.int(),
  journal_number: z.string(),
  journal_date: z.string(),
  amount: wire,
  description: maybeText,
  currency: z.object({
    id: z.int(),
    name: z.string(),
    name_en: maybeText,
    code: z.string(),
    symbol: z.string(),
    decimals: z.int(),
  }),
  status: z.enum(entryStatuses),
  /** Why its day takes no change, as a refusal code: it is taken back on another day. Null while it does. */
  closed_period: maybeText,
  created_at: instant,
  version: z.int(),
})
export const journalEntries = defineResource('journal_entry', '/accounting/journal-entries', {
  permissions: verbs('journal-entry'),
  input: z.object({
    journal_number: code,
    proposed_number: optional(code),
    journal_date: date,
    currency_id: id,
    branch_id: id,
    /** For a foreign currency: the rate, or the base amount of either side. Without either the rate of the day. */
    exchange_rate: optional(exchangeRate),
    amount_base: optional(positiveAmount),
    description: optional(note),
    /** Posted unless it is put aside as a draft; what is posted stays so. */
    status: namedStatus(choice(['draft', 'posted'])),
    lines: z
      .array(line, { error: () => 'too_few_rows' })
      .min(journalLinesMinimum, 'too_few_rows')
      .max(500, 'too_many_rows'),
    version,
  }),
  record: row.extend({
    branch_id: z.int(),
    currency_id: z.int(),
    exchange_rate: wire,
    /** The total of either side in base currency. */
    amount_base: wire,
    /** The rate was entered: a draft keeps it. */
    has_own_rate: z.boolean(),
    revision: z.int(),
    is_void: z.boolean(),
    /** The date and reason of the reversal; a reversed entry never changes. */
    reversed_on: maybeText,
    reversal_reason: maybeText,
    /** It opened amounts due: such an entry is not reversed on another day. */
    has_items: z.boolean(),
    /** What settled them later. The entry is neither corrected nor voided until that is reversed. */
    settled_by: z.array(settledBy),
    lines: z.array(lineAnswer),
  }),
  row,
  exported: {
    admission: ['list-journal-entry'],
    columns: ['journal_number', 'journal_date', 'description', 'amount', 'currency', 'status'],
  },
  list: {
    search: ['number', 'description'],
    sort: ['journal_number', 'journal_date', 'amount', 'created_at'],
    order: '-journal_date',
    filter: { account_id: id, status: choice(entryStatuses), with_void: boolean },
  },
})
export const journalCalls = {
  /** Reverses an entry on another day, if its own day is locked. */
  reverse: defineCall({
    method: 'POST',
    path: '/accounting/journal-entries/:id/reverse',
    kind: 'action',
    admission: ['update-journal-entry'],
    labels: 'journal_entry',
    params: z.object({ id }),
    body: z.object({ date, reason: text, version }),
    answer: journalEntries.record,
  }),
  /** Posts a draft with its stored content. */
  post: defineCall({
    method: 'POST',
    path: '/accounting/journal-entries/:id/post',
    kind: 'action',
    admission: ['create-journal-entry', 'update-journal-entry'],
    labels: 'journal_entry',
    params: z.object({ id }),
    body: z.object({ version }),
    answer: journalEntries.record,
  }),
  postPreview: previewFromCall({
    path: '/accounting/journal-entries/:id/post',
    labels: 'journal_entry',
    admission: ['create-journal-entry', 'update-journal-entry'],
    body: z.object({ version }),
  }),
  preview: previewCall({
    path: '/accounting/journal-entries',
    labels: 'journal_entry',
    admission: ['create-journal-entry', 'update-journal-entry'],
    body: journalEntries.input,
  }),
  nextNumber: nextNumberCall('/accounting/journal-entries', 'journal_entry', [
    'create-journal-entry',
    'update-journal-entry',
  ]),
}
