import { z } from 'zod'
import { documentRow } from './documents/document-record.ts'
import { choice, date, id, namedStatus, optional, optionalRows, version } from './fields/choice.ts'
import { signedAmount, wire } from './fields/decimal.ts'
import { instant, maybeText, nullable, nullableInt, reference } from './fields/response-fields.ts'
import { note } from './fields/text.ts'
import { organizationHead } from './heads.ts'
import { defineCall, defineResource, idParams } from './kit/resource.ts'

const matchedMaximum = 1000
/** The number of open lines answered at once; a form cannot hold more rows. */
export const bankLinesMaximum = matchedMaximum
const permission = 'reconcile-bank'
const path = '/accounting/bank-reconciliations'
const labels = 'bank_reconciliation'
export const reconciliationStates = ['draft', 'finished'] as const
const currency = documentRow.currency

/** A line of the account as the bank would show it: what came in is positive. */
const line = z.object({
  entry_id: z.int(),
  line_number: z.int(),
  entry_date: z.string(),
  entry_number: z.int(),
  kind: z.string(),
  source: z.string(),
  source_id: nullableInt,
  /** The number people know its source by. */
  number: maybeText,
  description: maybeText,
  party: maybeText,
  party_en: maybeText,
  amount: wire,
  is_matched: z.boolean(),
})
export type BankLine = z.output<typeof line>
/** How many lines are meant, and what came in and went out by them. */
const sums = z.object({ count: z.int(), in: wire, out: wire })
export type BankSums = z.output<typeof sums>

const row = z.object({
  id: z.int(),
  account: reference.extend({ number: z.string() }),
  currency,
  statement_date: z.string(),
  statement_balance: wire,
  status: z.enum(reconciliationStates),
  created_at: instant,
  version: z.int(),
})
const books = {
  /** Balance and date of the previous reconciliation. */
  opening_balance: wire,
  opening_date: maybeText,
  /** The book balance of the account at the end of the day. */
  book_balance: wire,
  /** The earliest lines; `has_more` if others follow. */
  lines: z.array(line),
  has_more: z.boolean(),
}

const resource = defineResource(labels, path, {
  permissions: { list: permission, read: permission, create: permission, update: permission, delete: permission },
  input: z.object({
    account_id: id,
    statement_date: date,
    statement_balance: signedAmount,
    matched_through: optional(date),
    notes: optional(note),
    status: namedStatus(choice(reconciliationStates)),
    lines: optionalRows(z.array(z.object({ entry_id: id, line_number: id })).max(matchedMaximum, 'too_many_rows')),
    version,
  }),
  /** `lines` are those the bank does not show: they stand between its balance and the books'. */
  record: row.extend({
    ...books,
    account_id: z.int(),
    matched_through: maybeText,
    notes: maybeText,
    matched: sums,
    /** The total of `lines`, including those on further pages. */
    outstanding: sums,
    /** Whether none was finished after it: only the latest is opened again. */
    is_latest: z.boolean(),
    organization: organizationHead,
  }),
  row,
  list: {
    search: ['notes'],
    sort: ['statement_date', 'account', 'statement_balance', 'created_at'],
    order: '-statement_date',
    filter: { status: choice(reconciliationStates), account_id: id },
  },
  exported: {
    admission: [permission],
    columns: ['account', 'statement_date', 'statement_balance', 'currency', 'status'],
  },
})
/** What the bank's statement shows of an account, line by line, until its balance is explained (accounting rule 1.4). */
export const bankReconciliations = {
  ...resource,
  calls: {
    ...resource.calls,
    /** The lines to match on an account up to a day, with a draft's selection. */
    sheet: defineCall({
      method: 'GET',
      path: `${path}/sheet`,
      kind: 'item',
      admission: [permission],
      labels,
      query: z.object({
        account_id: id,
        statement_date: date,
        matched_through: date.optional(),
        /** The draft that is worked on. */
        id: id.optional(),
      }),
      answer: z.object({ ...books, currency, through: nullable(sums) }),
    }),
    /** The latest finished one becomes a draft again: what it matched can be unmade. */
    reopen: defineCall({
      method: 'POST',
      path: `${path}/:id/reopen`,
      kind: 'action',
      admission: [permission],
      labels,
      params: idParams,
      body: z.object({ version }),
      answer: resource.record,
    }),
  },
}
