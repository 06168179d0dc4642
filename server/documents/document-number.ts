import type { Side } from '#contract/documents/sides.ts'
import type { Context } from '#server/core/context.ts'
import { known, type Need, read } from '#server/core/needs.ts'
import { Refusal } from '#server/core/refusal.ts'
import { isOfSeries, type Series, seriesPrefixes } from '#server/journal/posting/number-series.ts'
import { decideNumber } from '#server/posting/decide-number.ts'
import type { NextNumber } from '#server/posting/placeholders.ts'
import type { Caller, Plan } from '#server/posting/plan.ts'
import type { DocumentInput } from './document-input.ts'

type OwnDocument = Exclude<Side['document'], 'bill'>
/** The series of what we issue: invoices and advance invoices each have their own. */
export const documentSeries = (document: OwnDocument, date: string): Series => ({
  kind: document,
  prefix: seriesPrefixes[document],
  date,
})

type Numbered = { id: number; number: string | null; draft_number: string | null; kind: string }

/**
 * The displayed number of a document. A draft has no number of its series yet: the number its form proposed may be
 * taken by another invoice meanwhile, so its own id is shown. A number that the user typed is shown as typed.
 */
export function shownNumber({ id, number, draft_number, kind }: Numbered): string {
  if (number !== null) return number
  const series = documentSeries(kind === 'advance_invoice' ? kind : 'invoice', '0000-01-01')
  const isTyped = draft_number !== null && !isOfSeries(series, draft_number)
  return isTyped ? draft_number : `DRAFT-${id}`
}

/** A supplier's number is accepted as typed. Our numbers come from the series. */
export function decideDocumentNumber(
  caller: Caller,
  plan: Plan,
  side: Side,
  input: DocumentInput,
  isTaken: boolean,
): string | NextNumber {
  if (side.document === 'bill') return input.number
  const series = documentSeries(side.document, input.date)
  return decideNumber(caller, plan, series, { ...input, field: side.numberField, isTaken })
}

/** Whether another document of ours has the number that was typed. One that its form proposed is replaced by the next. */
export const isTypedNumberTaken = (
  side: Side,
  { number, proposed_number }: Pick<DocumentInput, 'number' | 'proposed_number'>,
  documentId: number | null,
): Need<boolean> =>
  side.document === 'bill' || number === proposed_number
    ? known(false)
    : read((context) => isNumberTaken(context, side, number, documentId))

export async function requireFreeNumber(
  context: Context,
  side: Side,
  number: string,
  documentId: number | null,
): Promise<void> {
  if (await isNumberTaken(context, side, number, documentId))
    throw new Refusal('number_taken', { field: side.numberField })
}

async function isNumberTaken({ db }: Context, side: Side, number: string, documentId: number | null): Promise<boolean> {
  const taken = await db
    .selectFrom('documents')
    .select('id')
    .where('kind', '=', side.document)
    .where('number', '=', number)
    .where('id', '!=', documentId ?? 0)
    .executeTakeFirst()
  return taken !== undefined
}
