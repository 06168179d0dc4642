import { z } from 'zod'
import { bankReconciliations } from '../bank.ts'
import { creditSources } from '../documents/advance-calls.ts'
import { documentRow } from '../documents/document-record.ts'
import { boolean, choice, id, largeFile, optional, optionalRows, version } from '../fields/choice.ts'
import { amount, positiveAmount, signedAmount, wire } from '../fields/decimal.ts'
import { instant, maybeText, reference } from '../fields/response-fields.ts'
import { note as noteText, text } from '../fields/text.ts'
import { listQuery } from '../kit/envelope.ts'
import { defineCall, idParams } from '../kit/resource.ts'
import { withholdingRates } from '../withholding/withholding.ts'
import { bankLine, lineStates } from './bank-line.ts'
import { sheetAnswer, sheetColumns } from './bank-sheet.ts'

const permission = 'reconcile-bank'
const admission = [permission] as const
const path = '/bank/statements'
const labels = 'bank_statement'
const account = reference.extend({ number: z.string() })
const money = z.union([wire, z.null()])

const row = z.object({
  id: z.int(),
  account,
  account_id: z.int(),
  currency: documentRow.currency,
  file_name: z.string(),
  format: z.string(),
  from_date: z.string(),
  to_date: z.string(),
  opening_balance: money,
  closing_balance: money,
  lines_total: z.int(),
  lines_new: z.int(),
  /** Lines of this file that are not yet a line of the books. */
  lines_open: z.int(),
  /** What is missing between the statement before it and this one; null where either names no balance. */
  gap: money,
  created_by: maybeText,
  created_at: instant,
  version: z.int(),
})
export type BankStatementRow = z.output<typeof row>
/** One statement, with what the books have of its account. */
const oneStatement = row.extend({
  /** The balance of the books at the end of its last day, in the currency of the account. */
  book_balance: wire,
  /** The sum of its lines that are open. */
  open_amount: wire,
})
export type BankStatementAnswer = z.output<typeof oneStatement>

export const statementList = {
  search: ['file_name'],
  sort: ['to_date', 'from_date', 'account', 'created_at'],
  order: '-to_date',
  filter: { account_id: id },
} as const
export const statementLineList = {
  search: ['description'],
  sort: ['line_date', 'amount'],
  order: 'line_date',
  filter: { account_id: id, statement_id: id, state: choice(lineStates) },
} as const

/** Into how many accounts one line can be split. */
export const entryRowsMaximum = 50
const pickedLines = z
  .array(z.object({ entry_id: id, line_number: id }), { error: () => 'too_few_rows' })
  .min(1, 'too_few_rows')
  .max(200, 'too_many_rows')
const openDocument = z.object({
  id: z.int(),
  number: z.string(),
  kind: z.string(),
  date: z.string(),
  due_date: z.string(),
  party_id: z.int(),
  party: z.string(),
  remaining: wire,
})
const bookLine = z.object({
  entry_id: z.int(),
  line_number: z.int(),
  entry_date: z.string(),
  amount: wire,
  label: z.string(),
})
export type BankChoices = { documents: z.output<typeof openDocument>[]; entries: z.output<typeof bookLine>[] }

const one = { path: `${path}/:id`, labels, params: idParams, admission } as const
const ofLine = (action: string) =>
  ({
    method: 'POST',
    path: `${path}/lines/:id/${action}`,
    kind: 'action',
    admission,
    labels,
    params: idParams,
    answer: bankLine,
  }) as const

export const bankStatementCalls = {
  list: defineCall({
    method: 'GET',
    path,
    kind: 'list',
    admission,
    labels,
    query: listQuery(statementList),
    answer: row,
  }),
  /** Lines with a suggestion for each. */
  lines: defineCall({
    method: 'GET',
    path: `${path}/lines`,
    kind: 'list',
    admission,
    labels,
    query: listQuery(statementLineList),
    answer: bankLine,
  }),
  line: defineCall({
    method: 'GET',
    path: `${path}/lines/:id`,
    kind: 'item',
    admission,
    labels,
    params: idParams,
    answer: bankLine,
  }),
  /** CSV, XLSX, MT940, CAMT.053, OFX or QIF. A line that an earlier file had is not counted again. */
  create: defineCall({
    method: 'POST',
    path,
    kind: 'create',
    admission,
    labels,
    body: z.object({
      account_id: id,
      statement_file: largeFile,
      /** Which column of a table is which; remembered for the account. Without it as remembered, or as the heads say. */
      columns: optionalRows(sheetColumns),
      /** Which of day and month comes first, where nothing in the file proves it. Without it the day. */
      day_order: optional(choice(['dmy', 'mdy'])),
      /** The currency of the account, where neither the file nor its earlier statements say it. */
      currency_id: optional(id),
      /** The bank gave the account another number: the one in the file may differ from that of the earlier files. */
      account_changed: optional(boolean),
    }),
    answer: row,
  }),
  /** The columns of a table and what they seem to be, before it is stored. */
  columns: defineCall({
    method: 'POST',
    path: `${path}/columns`,
    kind: 'action',
    admission,
    labels,
    body: z.object({ account_id: id, statement_file: largeFile }),
    answer: sheetAnswer,
  }),
  read: defineCall({ ...one, method: 'GET', kind: 'item', answer: oneStatement }),
  /** With all its lines, unless one of them is matched. */
  remove: defineCall({ ...one, method: 'DELETE', kind: 'delete' }),
  /** The book lines of a bank line: their sum is its amount. */
  match: defineCall({
    ...ofLine('match'),
    body: z.object({
      lines: pickedLines,
      version,
    }),
  }),
  /** Makes a receipt or a payment of the line, and matches it. What no document takes stays with the party. */
  pay: defineCall({
    ...ofLine('pay'),
    body: z.object({
      party_id: id,
      payment_method_id: optional(id),
      references: z
        .array(z.object({ reference_id: id, amount: positiveAmount }))
        .max(100, 'too_many_rows')
        .optional(),
      /** What was taken off on the way: the amount is then what the bank shows and this. */
      fee: optional(amount),
      fee_tax: optional(amount),
      /** Of a payment to a non-resident: the amount before it was withheld. */
      withholding_rate: optional(choice(withholdingRates)),
      /** We bear the tax: the bank shows the whole amount, and the tax on top of it is our expense. */
      withholding_borne: boolean.optional(),
      amount: optional(positiveAmount),
      version,
    }),
  }),
  /** Makes an entry of the line against an account, also another bank's, or by a rule, and matches it. */
  enter: defineCall({
    ...ofLine('enter'),
    body: z.object({
      account_id: optional(id),
      /** The account, party, cost center and tax of this rule; instead of an account. */
      rule_id: optional(id),
      /** The tax that the amount contains. */
      tax_id: optional(id),
      /** The whole amount is tax: of a charge that is a line of its own. */
      is_tax_only: optional(boolean),
      cost_center_id: optional(id),
      customer_id: optional(id),
      supplier_id: optional(id),
      description: optional(text),
      /** Several accounts that together take the amount; instead of one. */
      rows: z
        .array(
          z.object({
            account_id: id,
            /** Negative against the direction of the line: the fee that was taken off what came in. */
            amount: signedAmount.refine((value) => Number(value) !== 0, 'must_be_positive'),
            cost_center_id: optional(id),
            customer_id: optional(id),
            supplier_id: optional(id),
            tax_id: optional(id),
            is_tax_only: optional(boolean),
            description: optional(text),
          }),
        )
        .min(1, 'too_few_rows')
        .max(entryRowsMaximum, 'too_many_rows')
        .optional(),
      version,
    }),
  }),
  /** Refunds the line's amount of what is unused of a receipt, payment, note or opening credit, and matches it. */
  refund: defineCall({
    ...ofLine('refund'),
    body: z.object({ source_kind: choice(creditSources), source_id: id, version }),
  }),
  /** What a line could be, for a person who chooses: open documents, and lines of the books that no line of a bank is yet. */
  choices: defineCall({
    method: 'GET',
    path: `${path}/lines/:id/choices`,
    kind: 'item',
    admission,
    labels,
    params: idParams,
    query: z.object({ keyword: z.string().max(100, 'too_long').default('') }),
    answer: z.object({ documents: z.array(openDocument), entries: z.array(bookLine) }),
  }),
  /** Several lines of one account that together are these lines of the books. */
  matchTogether: defineCall({
    method: 'POST',
    path: `${path}/match-together`,
    kind: 'action',
    admission,
    labels,
    body: z.object({
      line_ids: z
        .array(id, { error: () => 'too_few_rows' })
        .min(2, 'too_few_rows')
        .max(100, 'too_many_rows'),
      lines: pickedLines,
    }),
    answer: bankLine,
  }),
  /** What was made of the line is taken back; what was in the books before stays there. */
  unmatch: defineCall({ ...ofLine('unmatch'), body: z.object({ version }) }),
  /** What a person wants to say or ask about the line; '' removes it. */
  note: defineCall({ ...ofLine('note'), body: z.object({ note: optional(noteText), version }) }),
  /** A line that is no business of the books, or one again. */
  ignore: defineCall({ ...ofLine('ignore'), body: z.object({ version }) }),
  /** The open lines of a statement that have a guess, and those whose guess is sure. All are guessed in one pass. */
  sure: defineCall({
    ...one,
    path: `${path}/:id/sure`,
    method: 'GET',
    kind: 'item',
    answer: z.object({ open: z.int(), guessed: z.int(), sure: z.int() }),
  }),
  /** Takes the sure guesses, at most 300 at once. A line that a rule of the books refuses stays open. */
  takeSure: defineCall({
    ...one,
    path: `${path}/:id/take-sure`,
    method: 'POST',
    kind: 'action',
    answer: z.object({ taken: z.int(), refused: z.int(), open: z.int() }),
  }),
  /** A reconciliation as of the statement's last day, with every matched line ticked. */
  reconcile: defineCall({
    ...one,
    path: `${path}/:id/reconcile`,
    method: 'POST',
    kind: 'action',
    answer: bankReconciliations.record,
  }),
}
/** As lists are drawn. */
export const bankStatements = {
  name: labels,
  path,
  row,
  list: statementList,
  permissions: { list: permission, create: permission, delete: permission },
  calls: { list: bankStatementCalls.list, remove: bankStatementCalls.remove },
}
