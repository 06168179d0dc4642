import { z } from 'zod'
import { creditSources } from '../documents/advance-calls.ts'
import { choice } from '../fields/choice.ts'
import { wire } from '../fields/decimal.ts'
import { maybeText, nullableInt } from '../fields/response-fields.ts'

const money = z.union([wire, z.null()])

export const lineStates = ['open', 'matched', 'ignored'] as const
export const guessKinds = ['entry', 'document', 'rule', 'transfer', 'tax', 'charge', 'refund'] as const
/** Why a guess is what it is; each has its words. */
export const guessReasons = [
  'same_amount',
  'same_day',
  'days_apart',
  'number_in_text',
  'name_in_text',
  'rule',
  'open_amount',
  'other_account',
  'sum_of_documents',
  'tax_of_charge',
  'charge_with_tax',
  'unused_credit',
] as const

const matched = z.object({
  entry_id: z.int(),
  line_number: z.int(),
  entry_date: z.string(),
  entry_number: z.int(),
  amount: wire,
  description: maybeText,
  number: maybeText,
  party: maybeText,
})
const guess = z.object({
  kind: choice(guessKinds),
  /** 0 to 100. */
  score: z.int(),
  reasons: z.array(z.object({ code: choice(guessReasons), days: nullableInt })),
  /** What it would be: a line of the books, an open document, an account. */
  label: z.string(),
  date: maybeText,
  amount: money,
  entry_id: nullableInt,
  line_number: nullableInt,
  document_id: nullableInt,
  party_id: nullableInt,
  rule_id: nullableInt,
  account_id: nullableInt,
  /** Of a line that is the tax of the charge next to it; `amount` is then that charge. */
  tax_id: nullableInt,
  /** Several documents that together come to the amount; otherwise none. */
  documents: z.array(z.object({ document_id: z.int(), amount: wire })),
  /** The receipt, payment, note or opening credit whose unused amount would be refunded. */
  credit: z.union([z.object({ source_kind: choice(creditSources), source_id: z.int() }), z.null()]),
})
export type BankGuess = z.output<typeof guess>
/** A line of a bank's statement as it is shown. */
export const bankLine = z.object({
  id: z.int(),
  statement_id: z.int(),
  line_date: z.string(),
  amount: wire,
  description: z.string(),
  reference: maybeText,
  counterparty: maybeText,
  state: choice(lineStates),
  version: z.int(),
  /** What a person wrote about the line. */
  note: maybeText,
  /** Why the line could not be taken with the sure ones, in the language of the request. */
  refusal: maybeText,
  /** The best first; none for a line that is matched. */
  guesses: z.array(guess),
  matches: z.array(matched),
})
export type BankStatementLine = z.output<typeof bankLine>
