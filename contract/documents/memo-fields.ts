import { z } from 'zod'
import { choice, date, optional } from '../fields/choice.ts'
import { maybeText } from '../fields/response-fields.ts'
import { note, textOf } from '../fields/text.ts'

/** How a sale is paid (UNTDID 4461, the part the tax authority documents): cash, on credit, to a bank account, by card, not defined. */
export const paymentMeans = ['10', '30', '42', '48', '1'] as const

/**
 * The kind of a transaction in an e-invoice (KSA-2), where it is a special one: issued by a third party for the seller, a deemed
 * supply, a summary of a period, a sale to a government body under a contract. An export follows from the taxes of the rows.
 */
export const transactionKinds = ['third_party', 'nominal', 'summary', 'government'] as const
export type TransactionKind = (typeof transactionKinds)[number]
/** An invoice that the buyer issues for the seller is no sale of ours. It is refused by name, not issued as another kind. */
const transactionKind = z.enum(transactionKinds, {
  error: ({ input }) => (input === 'self_billed' ? 'self_billed_not_offered' : 'invalid_choice'),
})

/**
 * What a document says that never reaches the books, declared once: a column of `documents`, a field of its form and its answer, a
 * line of its issued paper. Insert, stored input, read, answer and the update of a posted document follow from this list, so a new
 * printed field is a line here, a column, its place in the form and on paper, and its words.
 */
export const memoFields = {
  notes: note,
  supply_date: date,
  supply_end_date: date,
  po_number: textOf(127),
  contract_number: textOf(127),
  payment_terms: textOf(500),
  payment_means: choice(paymentMeans),
  transaction_kind: transactionKind,
} as const

export type MemoName = keyof typeof memoFields
/** As stored: null is empty. */
export type Memo = { [Name in MemoName]: string | null }
/** As sent: an absent field keeps the stored value. */
export type SentMemo = { [Name in MemoName]?: string | null | undefined }

export const memoNames = Object.keys(memoFields) as MemoName[]

/** What belongs to one document and not to its copy: the days of its supply. */
const ofOneDocument: readonly MemoName[] = ['supply_date', 'supply_end_date']
export const copiedMemoNames: readonly MemoName[] = memoNames.filter((name) => !ofOneDocument.includes(name))

/** What only a sale says. */
const ofSales: readonly MemoName[] = ['transaction_kind']
export const memoNamesOf = (side: 'sales' | 'purchases'): readonly MemoName[] =>
  side === 'sales' ? memoNames : memoNames.filter((name) => !ofSales.includes(name))

type OptionalText = z.ZodOptional<z.ZodType<string | null>>
export const memoInput = each((name) => optional(memoFields[name] as z.ZodType<string>) as OptionalText)
export const memoAnswer = each(() => maybeText)
/** On papers that were issued before a field was there it is missing. */
export const memoPrinted = each(() => z.string().nullable().optional())

/** The memo of a row or of an input, and nothing else of it; what is absent stays absent. */
export function memoOf(row: SentMemo): Partial<Memo> {
  return Object.fromEntries(memoNames.flatMap((name) => (row[name] === undefined ? [] : [[name, row[name]]])))
}

type SupplyPeriod = Pick<SentMemo, 'supply_date' | 'supply_end_date'>
/** A supply has an end only after its start. */
export const supplyProblem = ({ supply_date, supply_end_date }: SupplyPeriod): string | null =>
  supply_end_date && (!supply_date || supply_end_date < supply_date) ? 'supply_end_before_start' : null

function each<Value>(make: (name: MemoName) => Value): { [Name in MemoName]: Value } {
  return Object.fromEntries(memoNames.map((name) => [name, make(name)])) as { [Name in MemoName]: Value }
}
